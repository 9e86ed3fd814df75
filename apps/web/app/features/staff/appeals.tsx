import {
  APPEAL_DECISIONS,
  type AppealDecision,
  type DecideAppeal,
  STAFF_REASON_MAX,
  STAFF_REASON_MIN,
  type StaffAppeal,
} from '@parley/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextArea } from '../../ui/form/field.tsx'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

const words = (decision: AppealDecision) =>
  decision === 'lifted' ? t('Lift the suspension') : t('It stays as it is')

const decidedText = (decision: AppealDecision) =>
  decision === 'lifted' ? t('The appeal was accepted.') : t('The appeal was refused.')

interface AppealProps {
  appeal: StaffAppeal
  onDecide: (act: DecideAppeal) => void
  problem: string | null
  busy: boolean
}

/** The form that decides an appeal. */
function DecideForm({ appeal, onDecide, problem, busy }: AppealProps) {
  const [reason, setReason] = useState('')
  return (
    <>
      <TextArea
        label={t('Reason, as the person reads it')}
        hint={t('At least {least} characters.', { least: String(STAFF_REASON_MIN) })}
        value={reason}
        maxLength={STAFF_REASON_MAX}
        onChange={event => setReason(event.target.value)}
      />
      <div className={css.problem}>
        {problem === null && appeal.suspension.lift_asked && (
          <p>{t('Somebody has asked to lift it: a second member of staff decides.')}</p>
        )}
        {problem !== null && <ProblemNote>{problem}</ProblemNote>}
      </div>
      <div className={css.choices}>
        {APPEAL_DECISIONS.map(decision => (
          <Button
            key={decision}
            busy={busy}
            disabled={reason.trim().length < STAFF_REASON_MIN}
            onClick={() => onDecide({ decision, reason, version: appeal.version })}
          >
            {words(decision)}
          </Button>
        ))}
      </div>
    </>
  )
}

/** How a closed appeal was decided. */
const Decided = ({
  decision: { decision, reason, at },
}: {
  decision: NonNullable<StaffAppeal['decision']>
}) => (
  <>
    <p>
      {decidedText(decision)} <span className={css.muted}>{momentText(at)}</span>
    </p>
    {reason !== null && <p className={css.quote}>{reason}</p>}
  </>
)

/**
 * One appeal, with its decision or the form that decides it. The member who suspended the person can only read it, and
 * a party to the case only that it is there.
 */
export function Appeal(props: AppealProps) {
  const { person, suspension, decision, is_own: isOwn, is_party: isParty, at, text } = props.appeal
  return (
    <Card className={css.form}>
      <h3>
        <Link to={`/staff/people/${person.id}`}>{t('Appeal of @{name}', { name: person.username })}</Link>
      </h3>
      <p className={css.muted}>{momentText(at)}</p>
      {isParty ? (
        <p>{t('You are part of this case: you do not read what was written about it.')}</p>
      ) : (
        <dl className={css.words}>
          <dt>{t('Why they were suspended')}</dt>
          <dd className={css.quote}>{suspension.reason}</dd>
          <dt>{t('What they say')}</dt>
          <dd className={css.quote}>{text}</dd>
        </dl>
      )}
      {decision ? (
        <Decided decision={decision} />
      ) : isOwn ? (
        <p>{t('You suspended them: somebody else decides.')}</p>
      ) : isParty ? (
        <p>{t('You are part of this case: somebody else decides it')}</p>
      ) : (
        <DecideForm {...props} />
      )}
    </Card>
  )
}
