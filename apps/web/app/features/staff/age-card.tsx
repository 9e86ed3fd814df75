import {
  type AgeCheckFacts,
  STAFF_REASON_MAX,
  STAFF_REASON_MIN,
  type StaffStandingPerson,
} from '@parley/contract'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import css from './staff.module.css'

/** What this installation knows of ages, and how sure that is. */
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
  onCorrect: (act: BirthDateAct) => void
  problem: string | null
  busy: boolean
}

/** What is known of a person's age, never the date, and the one way to change it. */
export function AgeCard({ person, check, onCorrect, problem, busy }: AgeCardProps) {
  const [date, setDate] = useState('')
  const [reason, setReason] = useState('')
  const { age } = person
  const isWhole = date !== '' && reason.trim().length >= STAFF_REASON_MIN
  return (
    <Card>
      <h2>{t('Age')}</h2>
      <p>
        {ageWords(age)} {age.source === 'staff' && t('Staff wrote this down.')}
      </p>
      <AgeCheckLine check={check} />
      <TextField
        label={t('Another birth date')}
        hint={t('From a paper that you have seen. It is not shown to anybody afterwards.')}
        type="date"
        min="1900-01-01"
        value={date}
        onChange={event => setDate(event.target.value)}
      />
      <TextArea
        label={t('Reason, for the record')}
        hint={t('At least {least} characters.', { least: String(STAFF_REASON_MIN) })}
        rows={2}
        value={reason}
        maxLength={STAFF_REASON_MAX}
        onChange={event => setReason(event.target.value)}
      />
      <div className={css.problem}>{problem !== null && <ProblemNote>{problem}</ProblemNote>}</div>
      <Button
        busy={busy}
        disabled={!isWhole}
        onClick={() => onCorrect({ date, reason, version: age.version })}
      >
        {t('Change the birth date')}
      </Button>
    </Card>
  )
}
