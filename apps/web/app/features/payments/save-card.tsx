import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { CardEntry } from './card-entry.tsx'
import type { CardSaving } from './card-saving.ts'
import css from './form-end.module.css'

export interface SaveCardProps {
  saving: CardSaving
  submitLabel: string
  /** Buttons before the submit button. */
  aside?: ReactNode
}

const SETUP = { kind: 'setup' } as const

/** Saves a card for later without a charge; the provider's error is shown under the button. */
export function SaveCard({ saving, submitLabel, aside }: SaveCardProps) {
  const state = useStore(saving)
  if (state.phase === 'preparing') return <Waiting>{t('Getting the card form ready')}</Waiting>
  if (state.phase === 'redirecting') return <Waiting>{t("Opening your bank's check")}</Waiting>
  if (state.phase === 'unavailable') return <p role="alert">{t(state.problem ?? '')}</p>
  const problem = state.cardError ?? state.problem
  return (
    <CardEntry
      provider={saving.provider}
      purpose={SETUP}
      submitLabel={submitLabel}
      onCard={saving.save}
      busy={state.phase !== 'ready'}
      rest={t('Your card goes to the payment provider, never to us.')}
      aside={aside}
      below={
        problem !== null && (
          <p role="alert" className={css.error}>
            {t(problem)}
          </p>
        )
      }
    />
  )
}
