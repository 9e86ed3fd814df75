import { RichText } from '../../../language/rich-text.tsx'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import css from './settings.module.css'

export interface PendingEmailProps {
  pending: string
  current: string
  busy: boolean
  onCancel: () => void
}

/** A new email whose link has not been opened yet. */
export function PendingEmail({ pending, current, busy, onCancel }: PendingEmailProps) {
  return (
    <div className={css.pending} role="status">
      <p>
        <RichText
          text="Waiting for confirmation at {pending}: open the link of the mail there, within 24 hours. Until then {current} stays your email."
          parts={{ pending: <strong>{pending}</strong>, current: <strong>{current}</strong> }}
        />
      </p>
      <div>
        <Button busy={busy} onClick={onCancel}>
          {t('Keep the old email')}
        </Button>
      </div>
    </div>
  )
}
