import { STAFF_REASON_MAX, STAFF_REASON_MIN } from '@parley/contract'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import css from './staff.module.css'

interface ReasonFieldProps {
  reason: string
  onReason: (reason: string) => void
  /** Another label, where people outside of staff read the reason too, or where it needs an explanation. */
  label?: string
  hint?: string
  rows?: number
}

/** The reason for an act of staff; each act needs one. */
export function ReasonField({ reason, onReason, label, hint, rows }: ReasonFieldProps) {
  return (
    <TextArea
      label={label ?? t('Reason, for the record')}
      hint={hint ?? t('At least {least} characters.', { least: String(STAFF_REASON_MIN) })}
      value={reason}
      maxLength={STAFF_REASON_MAX}
      onChange={event => onReason(event.target.value)}
      {...(rows === undefined ? {} : { rows })}
    />
  )
}

export const isReason = (reason: string) => reason.trim().length >= STAFF_REASON_MIN

/** The note below the form of an act: why it was refused, or that it waits for a second member of staff. */
export function ActNote({ problem, waits = false }: { problem: string | null; waits?: boolean }) {
  return (
    <div className={css.problem} aria-live="polite">
      {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      {problem === null && waits && <p>{t('This waits for a second member of staff, at the desk.')}</p>}
    </div>
  )
}
