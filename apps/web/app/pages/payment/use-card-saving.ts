import type { OwnUser } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useState } from 'react'
import { api, auth } from '../../api/browser.ts'
import { type CardSaving, createCardSaving } from '../../features/payments/card-saving.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { useCardProvider } from './use-card-provider.ts'

/** Saves a card of this person; a bank's check returns to the page for saving cards. */
export function useCardSaving(user: OwnUser, saved: () => void): CardSaving {
  const provider = useCardProvider()
  const [saving] = useState(() =>
    createCardSaving({
      api,
      userId: user.id,
      provider,
      returnUrl: () => `${window.location.origin}/save-card`,
      leave: url => window.location.assign(url),
      saved: () => {
        alerts.message(messages.cardSaved)
        void auth.refreshUser()
        saved()
      },
    }),
  )
  return saving
}
