import type { PayoutState, PayoutWaitCode, StaffPayout } from '@parley/contract'
import { Link } from 'react-router'
import { priceText } from '../../language/prices.ts'
import { msg, t } from '../../language/text.ts'
import css from './staff.module.css'
import { momentText } from './staff-words.ts'

/** Why a payout waits, worded for staff. */
const WAITS: Record<PayoutWaitCode, string> = {
  release: msg('The buyer can still complain.'),
  scheduled: msg('Its day has not come.'),
  no_account: msg('They have no payout account.'),
  account_not_ready: msg('The payment provider still needs something from them.'),
  open_dispute: msg('A bank disputes a payment to them.'),
  open_problem: msg('A problem with a call of theirs is not settled.'),
  suspended: msg('Their account is suspended.'),
  below_minimum: msg('It is too little to send alone.'),
  debt: msg('It covers what they owe.'),
  provider_refused: msg('The payment provider refused it. It is tried again.'),
  sending: msg('It is on its way.'),
}

const STATES: Record<PayoutState, string> = {
  waiting: msg('Not paid out yet'),
  sending: msg('On its way'),
  paid: msg('Paid out'),
  netted: msg('Kept for what they owed'),
  forgone: msg('Given up by its owner'),
}

function whyText({ state, waits_for: waits, withheld }: StaffPayout): string {
  const why = waits ? t(WAITS[waits]) : t(STATES[state])
  return withheld === '0.00' || state === 'netted'
    ? why
    : t('{why} {amount} was kept for what they owed.', { why, amount: priceText(withheld) })
}

/** Payouts to influencers, open or sent; each is one link to its call. */
export function PayoutQueue({ payouts }: { payouts: readonly StaffPayout[] }) {
  return (
    <ol className={css.queue} aria-label={t('Payouts')}>
      {payouts.map(payout => (
        <li key={payout.id}>
          <Link className={css.row} to={`/staff/requests/${payout.request_id}`}>
            <strong>
              {t('{amount} for @{name}', {
                amount: priceText(payout.state === 'netted' ? payout.withheld : payout.amount),
                name: payout.person.username,
              })}
            </strong>
            <time className={css.muted} dateTime={payout.paid_at ?? payout.payable_at}>
              {momentText(payout.paid_at ?? payout.payable_at)}
            </time>
            <span className={css.muted}>{whyText(payout)}</span>
          </Link>
        </li>
      ))}
    </ol>
  )
}
