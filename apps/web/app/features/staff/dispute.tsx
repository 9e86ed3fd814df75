import type { StaffAct, StaffDispute } from '@parley/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { disputeWords } from '../../language/dispute-words.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { disputeStateWords } from './code-words.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'
import { Statement } from './statement.tsx'

/** The state of the answer, and what happens next without a press. */
function packText({ state, due_by: dueBy, pack }: StaffDispute): string {
  if (pack?.conceded_at && state !== 'won')
    return t('The loss was accepted on {at}: the bank keeps the money.', { at: momentText(pack.conceded_at) })
  if (pack?.sent_at) return t('The answer went to the bank on {at}.', { at: momentText(pack.sent_at) })
  if (state !== 'open') return t('It is over: no answer is sent.')
  if (pack?.concede_asked_at) return t('The loss is accepted, and the bank is being told.')
  if (pack?.send_asked_at) return t('The answer is on its way to the bank.')
  if (!pack?.staged_at) return t('The answer is being made.')
  if (!dueBy) return t('The bank takes no answer.')
  return t('The answer is ready. It goes by itself a day before {at}.', { at: momentText(dueBy) })
}

interface DisputeProps {
  dispute: StaffDispute
  onAct: (act: DisputeAct, by: StaffAct) => void
  /** The result of the last try of each act. */
  tries: Readonly<Record<DisputeAct, Tried>>
}

/** What staff can do about a dispute: send the answer before its time, or accept the loss. */
export type DisputeAct = 'send' | 'concede'

export interface Tried {
  problem: string | null
  busy: boolean
  /** Whether the act waits for a second member of staff now. */
  waits: boolean
}

interface ActFormProps {
  title: string
  /** The effect of the act, when it cannot be undone. */
  consequence?: string
  tried: Tried
  onPress: (reason: string) => void
}

/** One act, under its name, with the reason that it needs. */
function ActForm({ title, consequence, tried, onPress }: ActFormProps) {
  const [reason, setReason] = useState('')
  const { problem, waits, busy } = tried
  return (
    <details>
      <summary className={css.more}>{title}</summary>
      <div className={css.form}>
        {consequence !== undefined && <p>{consequence}</p>}
        <ReasonField reason={reason} onReason={setReason} />
        <ActNote problem={problem} waits={waits} />
        <Button busy={busy} disabled={!isReason(reason)} onClick={() => onPress(reason)}>
          {title}
        </Button>
      </div>
    </details>
  )
}

/** One dispute, with the facts of our answer. */
export function Dispute({ dispute, onAct, tries }: DisputeProps) {
  const { pack, state, version } = dispute
  const isAsked = state === 'open' && dispute.is_inquiry
  const isUndecided =
    state === 'open' && pack && !pack.send_asked_at && !pack.concede_asked_at && !pack.sent_at
  return (
    <Card className={css.form}>
      <h3>
        <Link to={`/staff/requests/${dispute.request_id}`}>
          {t('{amount}: {reason}', {
            amount: priceText(dispute.amount),
            reason: disputeWords(dispute.reason),
          })}
        </Link>
      </h3>
      <p className={css.muted}>
        {t('{state}, since {at}', { state: disputeStateWords(state), at: momentText(dispute.at) })}
      </p>
      {isAsked && <p>{t('The bank only asks: no money has moved, and the call and payouts go on.')}</p>}
      <p>{packText(dispute)}</p>
      {pack?.statement && <Statement statement={pack.statement} sentAt={pack.sent_at} />}
      {pack && (
        <details>
          <summary className={css.more}>{t('What the answer says')}</summary>
          <div lang="en">
            {pack.sections.map(({ heading, lines }) => (
              <section key={heading}>
                <h4>{heading}</h4>
                {lines.map(line => (
                  <p key={line}>{line}</p>
                ))}
              </section>
            ))}
          </div>
        </details>
      )}
      {isUndecided && pack.staged_at && dispute.due_by && (
        <ActForm
          title={t('Send the answer now')}
          tried={tries.send}
          onPress={reason => onAct('send', { reason, version })}
        />
      )}
      {isUndecided && !isAsked && (
        <ActForm
          title={t('Accept the loss')}
          consequence={t(
            'No answer is sent and {amount} stays with the bank of the buyer, for good. What of it was earned already comes off the next payouts of the influencer, and our fee goes back. Above £500 a second member of staff confirms it first.',
            { amount: priceText(dispute.amount) },
          )}
          tried={tries.concede}
          onPress={reason => onAct('concede', { reason, version })}
        />
      )}
    </Card>
  )
}
