import { type DecideReport, REPORT_DECISIONS, STAFF_REASON_MIN, type StaffCase } from '@parley/contract'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { reasonWords } from '../../language/report-words.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { callWords, decisionWords, factWords, paymentWords, stateWords, subjectWords } from './code-words.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'
import { Story } from './story.tsx'

function factValue(fact: string, value: string | null): string {
  if (value === null) return ''
  if (fact === 'state') return stateWords(value)
  if (fact === 'payment') return paymentWords(value)
  if (fact === 'amount') return priceText(value)
  if (fact === 'request_type') return callWords(value)
  return fact === 'starts_at' ? momentText(value) : value
}

/** The report, and the two people. */
export function CaseFacts({ case: it }: { case: StaffCase }) {
  const facts = Object.entries(it.facts).filter(([, value]) => value !== null && value !== '')
  return (
    <div className={css.grid}>
      <Card>
        <h2>{t('What was reported')}</h2>
        <p>
          {t('{reason}, about {about}, {at}', {
            reason: reasonWords(it.reason),
            about: subjectWords(it.about),
            at: momentText(it.at),
          })}
        </p>
        {it.text !== '' && <p className={css.quote}>{it.text}</p>}
        {facts.length > 0 && <h2>{t('What was there to see')}</h2>}
        <dl className={css.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{factWords(name)}</dt>
              <dd>{factValue(name, value)}</dd>
            </div>
          ))}
        </dl>
        {it.lines.length > 0 && (
          <>
            <h2>{t('The chat of the call')}</h2>
            <ol className={css.lines}>
              {it.lines.map((line, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a case never change.
                <li key={place}>
                  <span className={css.muted}>
                    {momentText(line.at)} @{line.from}
                  </span>{' '}
                  {line.text}
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
      <Card>
        <Story story={it.reported_story} title={t('The reported')} />
        <Story story={it.reporter_story} title={t('The reporter')} />
      </Card>
    </div>
  )
}

/** The decision says that the rules were broken; a member of staff decides on the person's page what follows. */
function NextStep({ case: it }: { case: StaffCase }) {
  const { id, username } = it.reported
  return (
    <Link to={`/staff/people/${id}`} className={css.more}>
      {t('What else is known of @{name}, and suspending them', { name: username })}
    </Link>
  )
}

/** The decision, or the form that makes it. */
export function Decision({
  case: it,
  onDecide,
  problem,
  busy,
}: {
  case: StaffCase
  onDecide: (act: DecideReport) => void
  problem: string | null
  busy: boolean
}) {
  const [reason, setReason] = useState('')
  const isSent = useRef(false)
  const decided = useRef<HTMLHeadingElement>(null)
  // The form disappears with its button: the focus of a keyboard user moves to the decision.
  useEffect(() => {
    if (!isSent.current || !decided.current) return
    isSent.current = false
    decided.current.focus()
  })
  if (it.decision) {
    const { decision, at, by } = it.decision
    return (
      <Card className={css.form}>
        <h2 tabIndex={-1} ref={decided}>
          {decisionWords(decision)}
        </h2>
        <p className={css.quote}>{it.decision.reason}</p>
        <p className={css.muted}>{t('Decided by @{name}, {at}', { name: by, at: momentText(at) })}</p>
        {decision === 'upheld' && <NextStep case={it} />}
      </Card>
    )
  }
  const isLongEnough = isReason(reason)
  return (
    <Card className={css.form}>
      <h2>{t('Decide')}</h2>
      <p className={css.muted}>
        {t(
          'The reporter gets a mail. It changes nothing else: suspend the person, or give money back, where that is right.',
        )}
      </p>
      <ReasonField
        reason={reason}
        onReason={setReason}
        hint={t('At least {least} characters. The reporter does not read it.', {
          least: String(STAFF_REASON_MIN),
        })}
      />
      <ActNote problem={problem} />
      <div className={css.choices}>
        {REPORT_DECISIONS.map(decision => (
          <Button
            key={decision}
            variant={decision === 'upheld' ? 'danger' : 'secondary'}
            busy={busy}
            disabled={!isLongEnough}
            onClick={() => {
              isSent.current = true
              onDecide({ decision, reason, version: it.version })
            }}
          >
            {decisionWords(decision)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
