import type { StaffAct, StaffRequest } from '@parley/contract'
import { formatAmount, penceOf } from '@parley/contract/money'
import { useState } from 'react'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { TextField } from '../../ui/form/field.tsx'
import { penceWithin } from '../../ui/offer/pence-within.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'
import { momentText, problemWords, settlementText } from './staff-words.ts'

/** The settlement of a problem: `back` is the refund in pounds, "0.00" for none. */
export type SettleProblem = StaffAct & { back: string }

interface ProblemCardProps {
  request: StaffRequest
  problem: NonNullable<StaffRequest['problem']>
  /** Whether this member of staff may settle the problem. */
  maySettle: boolean
  onSettle: (act: SettleProblem) => void
  /** Whether the settlement waits for a second member of staff now. */
  waits: boolean
  refusal: string | null
  busy: boolean
}

function SettleForm(props: Omit<ProblemCardProps, 'maySettle'>) {
  const { request, problem, onSettle, waits, refusal, busy } = props
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const leftPence = penceOf(request.left)
  const back = penceWithin(typed, leftPence)
  const range = t('From 0 to {left}: so much of the sale is left.', { left: priceText(request.left) })
  const isWrong = back === null && typed !== ''
  return (
    <>
      <TextField
        label={t('What goes back to the buyer, in pounds')}
        error={isWrong ? range : undefined}
        hint={
          back === null
            ? !isWrong && range
            : t('{back} goes back to @{buyer}, {rest} stays paid.', {
                back: priceText(formatAmount(back)),
                buyer: request.buyer.username,
                rest: priceText(formatAmount(leftPence - back)),
              })
        }
        inputMode="decimal"
        value={typed}
        onChange={event => setTyped(event.target.value)}
      />
      <ReasonField reason={reason} onReason={setReason} />
      <p className={css.muted}>
        {t('Both get a mail with the sum. Above £500 a second member of staff confirms it first.')}
      </p>
      <ActNote problem={refusal} waits={waits} />
      <Button
        variant="primary"
        busy={busy}
        disabled={back === null || !isReason(reason)}
        onClick={() =>
          back !== null && onSettle({ back: formatAmount(back), reason, version: problem.version })
        }
      >
        {t('Settle the problem')}
      </Button>
    </>
  )
}

/** What was wrong, who said so and when, and their words. */
const Said = ({ problem }: Pick<ProblemCardProps, 'problem'>) => (
  <>
    <p>
      {t('{problem}: said by @{name}', {
        problem: problemWords(problem.kind),
        name: problem.reporter,
      })}
      <span className={css.muted}> {momentText(problem.at)}</span>
    </p>
    {problem.text !== null && <p className={css.quote}>{problem.text}</p>}
  </>
)

/** A reported problem with a call, its settlement or the form that settles it, and the earlier ones. */
export function ProblemCard({ maySettle, ...props }: ProblemCardProps) {
  const { problem } = props
  return (
    <Card className={css.form}>
      <h2>{t('Somebody said that something was wrong')}</h2>
      <Said problem={problem} />
      {problem.state === 'settled' ? (
        <p>{settlementText(problem.back)}</p>
      ) : (
        <>
          <p>{t('What was paid waits until this is settled.')}</p>
          {maySettle ? <SettleForm {...props} /> : <p>{t('Staff with the role finance settle it.')}</p>}
        </>
      )}
      {props.request.earlier_problems.length > 0 && (
        <div className={css.before}>
          <h3>{t('Said before')}</h3>
          <ol className={css.lines}>
            {props.request.earlier_problems.map(earlier => (
              <li key={earlier.id}>
                <Said problem={earlier} />
                <p className={css.muted}>{settlementText(earlier.back)}</p>
              </li>
            ))}
          </ol>
        </div>
      )}
    </Card>
  )
}
