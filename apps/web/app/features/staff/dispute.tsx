import type { StaffAct, StaffDispute } from '@parley/contract'
import { useState } from 'react'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { disputeStateWords, disputeWords } from './code-words.ts'
import { ActNote, isReason, ReasonField } from './reason-field.tsx'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

/** How far the answer has come, and what happens next by itself. */
function packText({ state, due_by: dueBy, pack }: StaffDispute): string {
  if (pack?.sent_at) return t('The answer went to the bank on {at}.', { at: momentText(pack.sent_at) })
  if (state !== 'open') return t('It is over: no answer is sent.')
  if (pack?.send_asked_at) return t('The answer is on its way to the bank.')
  if (!pack?.staged_at) return t('The answer is being made.')
  if (!dueBy) return t('The bank takes no answer.')
  return t('The answer is ready. It goes by itself a day before {at}.', { at: momentText(dueBy) })
}

interface DisputeProps {
  dispute: StaffDispute
  onSend: (act: StaffAct) => void
  problem: string | null
  busy: boolean
}

/** One dispute of a bank with the record that answers it. */
export function Dispute({ dispute, onSend, problem, busy }: DisputeProps) {
  const [reason, setReason] = useState('')
  const { pack, state, version } = dispute
  const maySend = state === 'open' && pack?.staged_at && !pack.send_asked_at
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
      <p>{packText(dispute)}</p>
      {pack && (
        <details>
          <summary className={css.more}>{t('What the answer says')}</summary>
          {pack.sections.map(({ heading, lines }) => (
            <section key={heading}>
              <h4>{heading}</h4>
              {lines.map(line => (
                <p key={line}>{line}</p>
              ))}
            </section>
          ))}
        </details>
      )}
      {maySend && (
        <details>
          <summary className={css.more}>{t('Send the answer now')}</summary>
          <div className={css.form}>
            <ReasonField reason={reason} onReason={setReason} />
            <ActNote problem={problem} />
            <Button busy={busy} disabled={!isReason(reason)} onClick={() => onSend({ reason, version })}>
              {t('Send the answer now')}
            </Button>
          </div>
        </details>
      )}
    </Card>
  )
}
