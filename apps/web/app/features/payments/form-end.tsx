import { messages } from '@parley/contract/messages'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { WordsPlace } from '../../ui/words-place.tsx'
import css from './form-end.module.css'

export interface CardSavingTick {
  checked: boolean
  onChange: (checked: boolean) => void
}

export interface FormEndProps {
  submitLabel: string
  /** An icon before the label; a lock where a card is sent. */
  submitIcon?: ReactNode
  busy: boolean
  cardError?: string | null
  problem?: string | null
  /** A text about the running step. */
  status?: string | null
  /** The text while nothing is running. */
  rest?: string
  /** The checkbox that saves the card; none where the card is saved anyway. */
  saving?: CardSavingTick
  /** Buttons before the submit button. */
  aside?: ReactNode
  /** Content below the buttons. */
  below?: ReactNode
}

const LOCK = <Lock size={16} aria-hidden="true" />

/** The end of every card form: the card's error, and the submit button. */
export function FormEnd({
  submitLabel,
  submitIcon = LOCK,
  busy,
  cardError,
  problem,
  status,
  rest,
  saving,
  aside,
  below,
}: FormEndProps) {
  const said = cardError || problem
  return (
    <>
      {saving && (
        <label className={css.saving}>
          <input
            type="checkbox"
            checked={saving.checked}
            onChange={event => saving.onChange(event.target.checked)}
          />
          {t('Save this card for next time')}
        </label>
      )}
      <WordsPlace
        error={said ? t(said) : null}
        title={cardError ? t(messages.cardError) : undefined}
        status={status}
        rest={rest}
      />
      <div className={css.buttons}>
        {aside}
        <Button type="submit" variant="primary" busy={busy} icon={submitIcon}>
          {submitLabel}
        </Button>
      </div>
      {below}
    </>
  )
}
