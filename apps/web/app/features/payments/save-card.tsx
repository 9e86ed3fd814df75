import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Waiting } from '../../ui/waiting/spinner.tsx'
import { CardEntry } from './card-entry.tsx'
import type { CardSaving, CardSavingSnapshot } from './card-saving.ts'
import css from './save-card.module.css'

export interface SaveCardProps {
  saving: CardSaving
  submitLabel: string
  /** Buttons before the submit button. */
  aside?: ReactNode
}

const SETUP = { kind: 'setup' } as const

/** What the form waits for; null while a card can be typed. */
function waitText(phase: CardSavingSnapshot['phase']): string | null {
  if (phase === 'preparing') return t('Getting the card form ready')
  if (phase === 'redirecting') return t("Opening your bank's check")
  return null
}

/**
 * Saves a card for later without a charge; the provider's error is shown under the button. While the form waits it is
 * hidden in its place, so that nothing after it moves.
 */
export function SaveCard({ saving, submitLabel, aside }: SaveCardProps) {
  const state = useStore(saving)
  if (state.phase === 'unavailable')
    return (
      <>
        <p role="alert" className={css.error}>
          {t(state.problem ?? '')}
        </p>
        <div className={css.ways}>
          {aside}
          <Button onClick={saving.prepareAgain}>{t('Try again')}</Button>
        </div>
      </>
    )
  const problem = state.cardError ?? state.problem
  const wait = waitText(state.phase)
  return (
    <div className={css.place}>
      {wait !== null && (
        <div className={css.wait}>
          <Waiting>{wait}</Waiting>
        </div>
      )}
      <div className={classes(wait !== null && css.kept)} inert={wait !== null}>
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
      </div>
    </div>
  )
}
