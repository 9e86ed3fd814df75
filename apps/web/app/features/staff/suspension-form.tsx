import { DAY_MS, type StaffAct, type StaffStandingPerson, type Suspend } from '@parley/contract'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { serverNowMs } from '../../store/server-clock.ts'
import { useWordsFor } from '../../store/use-words-for.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/form/field.tsx'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'

const TERMS = ['7', '30', 'open', 'banned'] as const
type Term = (typeof TERMS)[number]

function termWords(term: Term): string {
  if (term === 'open') return t('Until further notice')
  if (term === 'banned') return t('For good')
  return t('{days} days', { days: term })
}

const actOf = (term: Term, act: StaffAct): Suspend => ({
  ...act,
  kind: term === 'banned' ? 'banned' : 'suspended',
  until: term === '7' || term === '30' ? new Date(serverNowMs() + Number(term) * DAY_MS).toISOString() : null,
})

interface SuspensionFormProps {
  person: StaffStandingPerson
  onSuspend: (act: Suspend) => void
  onRestore: (act: StaffAct) => void
  problem: string | null
  busy: boolean
}

/** Suspends a person, or lifts the suspension; the person reads the reason. */
export function SuspensionForm({ person, onSuspend, onRestore, problem, busy }: SuspensionFormProps) {
  const { suspension, version } = person
  const stands = suspension !== null && suspension.ended_at === null
  // The reason of one act is not that of the other one, into which another member of staff may turn the form.
  const [reason, setReason] = useWordsFor(stands ? 'restore' : 'suspend')
  const [term, setTerm] = useState<Term>('7')
  const isTooShort = !isReason(reason)
  return (
    <Card className={css.form}>
      <h2>{stands ? t('Lift the suspension') : t('Suspend')}</h2>
      {suspension?.lift_asked && (
        <p>{t('Somebody has asked to lift it: a second member of staff decides.')}</p>
      )}
      {!stands && (
        <Select
          label={t('For how long')}
          value={term}
          onChange={event => setTerm(TERMS.find(each => each === event.target.value) ?? '7')}
        >
          {TERMS.map(each => (
            <option key={each} value={each}>
              {termWords(each)}
            </option>
          ))}
        </Select>
      )}
      <ReasonField
        reason={reason}
        onReason={setReason}
        label={stands ? t('Reason, for the record') : t('Reason, as the person reads it')}
      />
      {!stands && (
        <p className={css.muted}>
          {t(
            'They are logged out at once. A running call ends, and the time that was used is paid. Calls and events that have not begun are cancelled, and their money goes back.',
          )}{' '}
          {term === 'banned'
            ? t('What they earned is paid out after 120 days. Only two members of staff can lift this.')
            : t('What they earned waits until the suspension is over.')}
        </p>
      )}
      <ActNote problem={problem} />
      {stands ? (
        <Button busy={busy} disabled={isTooShort} onClick={() => onRestore({ reason, version })}>
          {t('Lift the suspension')}
        </Button>
      ) : (
        <Button
          variant="danger"
          busy={busy}
          disabled={isTooShort}
          onClick={() => onSuspend(actOf(term, { reason, version }))}
        >
          {t('Suspend @{name}', { name: person.username })}
        </Button>
      )}
    </Card>
  )
}
