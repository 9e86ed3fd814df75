import type { CardIntent, OwnUser } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useMutation } from '@tanstack/react-query'
import { Banknote, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { api, auth } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { SettingsSection } from '../../features/accounts/settings/settings-section.tsx'
import { CardList } from '../../features/payments/card-list.tsx'
import { SaveCard } from '../../features/payments/save-card.tsx'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useCardSaving } from '../payment/use-card-saving.ts'
import css from './my-account.module.css'

function AddCard({ user, done }: { user: OwnUser; done: () => void }) {
  const saving = useCardSaving(user, done)
  const place = useFirstFieldFocused(useStore(saving).phase === 'ready')
  useEffect(() => void saving.prepare(), [saving])
  return (
    <div ref={place} tabIndex={-1} className={css.place}>
      <SettingsSection
        title={t('Add a card')}
        lead={t('Nothing is charged. The card number goes to the payment provider only.')}
      >
        <SaveCard
          saving={saving}
          submitLabel={t('Save Card')}
          aside={<Button onClick={done}>{t('Cancel')}</Button>}
        />
      </SettingsSection>
    </div>
  )
}

/** The button that opened a form has disappeared: the focus moves to the form's place, and then to its first field. */
function useFirstFieldFocused(isReady: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    // Who has moved on stays there.
    if (isReady && document.activeElement === place.current) place.current?.querySelector('input')?.focus()
  }, [isReady])
  return place
}

/** When a form closes, the button that opens it appears again, with the focus. */
function useButtonFocusedAfter(isOpen: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.querySelector('button')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return place
}

/** Saved cards: lists, adds and removes them. */
export default function BillingTab({ user }: { user: OwnUser }) {
  const [adding, setAdding] = useState(false)
  const button = useButtonFocusedAfter(adding)
  const remove = useMutation({
    mutationFn: async (card: CardIntent) => {
      await api.delete(`/api/user/${user.id}/cards/${encodeURIComponent(card.id)}/`)
      await auth.reloadUser()
    },
    onSuccess: () => alerts.message(messages.cardRemoved),
    onError: error => alerts.error(errorText(error)),
  })
  return (
    <div className={css.cards}>
      <SettingsSection title={t('Cards')} lead={t('Saved cards pay a booking in one tap.')}>
        {user.card_intents.length === 0 ? (
          <p className={css.sub}>{t('You have no saved card.')}</p>
        ) : (
          <CardList
            cards={user.card_intents}
            removing={remove.isPending ? remove.variables.id : null}
            onRemove={card => remove.mutate(card)}
          />
        )}
        {!adding && (
          <div ref={button}>
            <Button icon={<Plus size={18} aria-hidden="true" />} onClick={() => setAdding(true)}>
              {t('Add a card')}
            </Button>
          </div>
        )}
      </SettingsSection>
      {adding && <AddCard user={user} done={() => setAdding(false)} />}
      <SettingsSection
        title={t('Earnings')}
        lead={t('What your calls and events bring you, and when it is paid out.')}
      >
        <div>
          <ButtonLink to="/earnings" icon={<Banknote size={18} aria-hidden="true" />}>
            {t('Your earnings')}
          </ButtonLink>
        </div>
      </SettingsSection>
    </div>
  )
}
