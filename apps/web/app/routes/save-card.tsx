import type { OwnUser } from '@parley/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { FormPage } from '../features/accounts/form-page.tsx'
import { handleSetupReturn } from '../features/payments/payment-return.ts'
import { SaveCard } from '../features/payments/save-card.tsx'
import { t } from '../language/text.ts'
import { useCardSaving } from '../pages/payment/use-card-saving.ts'
import { Waiting } from '../ui/waiting/spinner.tsx'

export const meta = () => [{ title: `${t('Save a card')} · Parley` }]

function CardPage({ user }: { user: OwnUser }) {
  const { search } = useLocation()
  const navigate = useNavigate()
  const saving = useCardSaving(user, () => void navigate('/my-account#billing', { replace: true }))
  const [back] = useState(() => handleSetupReturn(search))
  useEffect(() => {
    if (!back) {
      void saving.prepare()
      return
    }
    void navigate({ search: back.search }, { replace: true })
    void saving.complete(back.found)
  }, [saving, back, navigate])
  return (
    <FormPage title={t('Save a card')} lead={t('Pay your next booking in one tap. Nothing is charged now.')}>
      <SaveCard saving={saving} submitLabel={t('Save Card')} />
    </FormPage>
  )
}

/** Saves a card for later; a bank's check also returns here. */
export default function SaveCardRoute() {
  const { user } = useAuth()
  return user ? <CardPage user={user} /> : <Waiting>{t('One moment')}</Waiting>
}
