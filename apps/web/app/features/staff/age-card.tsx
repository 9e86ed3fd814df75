import type { AgeCheckFacts, StaffStandingPerson } from '@parley/contract'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'

/** How this installation checks ages, and how reliable that is. */
export function AgeCheckLine({ check }: { check: AgeCheckFacts }) {
  if (check.min_age === 0) return <p className={css.muted}>{t('Nobody is asked for their age here.')}</p>
  return (
    <p className={css.muted}>
      {t('Who books, claims or offers is {age} or older.', { age: check.min_age })}{' '}
      {check.highly_effective
        ? t('A service checks the age: highly effective in the sense of Ofcom.')
        : t('People declare their birth date themselves: not highly effective in the sense of Ofcom.')}
    </p>
  )
}

function ageWords({ state }: StaffStandingPerson['age']): string {
  if (state === 'unknown') return t('They have not been asked yet.')
  return state === 'old_enough' ? t('Old enough.') : t('Too young.')
}

export interface BirthDateAct {
  date: string
  reason: string
  version: number
}

interface AgeCardProps {
  person: StaffStandingPerson
  check: AgeCheckFacts
  mayCorrect: boolean
  onCorrect: (act: BirthDateAct) => void
  problem: string | null
  busy: boolean
}

type BirthDateFormProps = Omit<AgeCardProps, 'mayCorrect'>

function BirthDateForm({ person: { age }, check, onCorrect, problem, busy }: BirthDateFormProps) {
  const [date, setDate] = useState('')
  const [reason, setReason] = useState('')
  const isWhole = date !== '' && isReason(reason)
  return (
    <>
      <TextField
        label={t('Another birth date')}
        hint={t('From a paper that you have seen. It is not shown to anybody afterwards.')}
        type="date"
        min="1900-01-01"
        value={date}
        onChange={event => setDate(event.target.value)}
      />
      {check.min_age > 0 && (
        <p className={css.muted}>
          {t(
            'A date that makes them too young calls off what they have booked, sold or planned: all of the money for it goes back, and of what has begun the part that was not used. That cannot be undone.',
          )}
        </p>
      )}
      <ReasonField reason={reason} onReason={setReason} rows={2} />
      <ActNote problem={problem} />
      <Button
        busy={busy}
        disabled={!isWhole}
        onClick={() => onCorrect({ date, reason, version: age.version })}
      >
        {t('Change the birth date')}
      </Button>
    </>
  )
}

/** What the desk may know of a person's age, never the date, and the form that corrects it. */
export function AgeCard({ mayCorrect, ...form }: AgeCardProps) {
  const { check } = form
  const { age } = form.person
  return (
    <Card className={css.form}>
      <h2>{t('Age')}</h2>
      {/* Where nobody is asked, an unknown person counts as old enough: the page does not state that as a fact. */}
      {(check.min_age > 0 || age.source !== null) && (
        <p>
          {ageWords(age)} {age.source === 'staff' && t('Staff wrote this down.')}
        </p>
      )}
      <AgeCheckLine check={check} />
      {mayCorrect ? (
        <BirthDateForm {...form} />
      ) : (
        <p>{t('They work at the desk: an admin changes their birth date.')}</p>
      )}
    </Card>
  )
}
