import { type FormEvent, useId, useRef, useState } from 'react'
import { ApiError, errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { birthDateOf, type DateParts } from './birth-date.ts'
import css from './birth-date-sheet.module.css'

export interface BirthDateSheetProps {
  open: boolean
  /** Throws the server's refusal. */
  onSay: (date: string) => Promise<void>
  onCancel: () => void
}

const PARTS = [
  { name: 'day', autoComplete: 'bday-day', length: 2 },
  { name: 'month', autoComplete: 'bday-month', length: 2 },
  { name: 'year', autoComplete: 'bday-year', length: 4 },
] as const
const NOTHING: DateParts = { day: '', month: '', year: '' }

const labelOf = (part: keyof DateParts) => ({ day: t('Day'), month: t('Month'), year: t('Year') })[part]

/** Asks for the birth date, once, when a request needs it. */
export default function BirthDateSheet({ open, onSay, onCancel }: BirthDateSheetProps) {
  const formId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  const [parts, setParts] = useState(NOTHING)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function say(event: FormEvent) {
    event.preventDefault()
    const date = birthDateOf(parts)
    if (date === null) {
      setProblem(t('Please enter a day, a month and a year that there were'))
      fields.current?.querySelector('input')?.focus()
      return
    }
    setProblem(null)
    setBusy(true)
    try {
      await onSay(date)
      setParts(NOTHING)
    } catch (error) {
      const wrong = error instanceof ApiError ? error.fields?.date?.[0] : undefined
      setProblem(wrong ? t(wrong) : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onOpenChange={isOpen => {
        if (!isOpen) onCancel()
      }}
      title={t('When were you born?')}
      description={t(
        'Calls here are for adults, so we ask once. Nobody sees your birth date, and only our support can change it afterwards.',
      )}
      actions={
        <Button type="submit" form={formId} variant="primary" busy={busy}>
          {t('Continue')}
        </Button>
      }
    >
      <form id={formId} method="post" noValidate onSubmit={event => void say(event)}>
        <fieldset ref={fields} className={css.date} aria-describedby={`${formId}-problem`}>
          <legend className="visually-hidden">{t('Your birth date')}</legend>
          {PARTS.map(({ name, autoComplete, length }) => (
            <TextField
              key={name}
              label={labelOf(name)}
              inputMode="numeric"
              autoComplete={autoComplete}
              maxLength={length}
              aria-invalid={problem !== null}
              value={parts[name]}
              onChange={event => setParts({ ...parts, [name]: event.target.value })}
            />
          ))}
        </fieldset>
        <p id={`${formId}-problem`} className={css.problem} role="alert">
          {problem}
        </p>
      </form>
    </Sheet>
  )
}
