import { type TopicWork, workOf } from '../../core/topic.ts'
import { SUBJECT_TOPICS } from '../payments/public.ts'
import { settleBankPayout } from './bank-payout.ts'
import { PAYOUT_TOPICS, type PayoutsDeps } from './deps.ts'
import { refreshAccount } from './refresh-account.ts'
import { sendReversal, settleReversals } from './reverse-transfer.ts'
import { sendTransfer } from './send-transfer.ts'

/** The work of this domain in the outbox: what it sends, and what the provider says has changed. */
export function payoutWork(deps: PayoutsDeps): TopicWork[] {
  return [
    workOf(PAYOUT_TOPICS.transfer, ({ payoutId }) => sendTransfer(deps, payoutId)),
    workOf(PAYOUT_TOPICS.reversal, ({ reversalId }) => sendReversal(deps, reversalId)),
    workOf(SUBJECT_TOPICS.account, ({ id }) => refreshAccount(deps, id)),
    workOf(SUBJECT_TOPICS.transfer, ({ id }) => settleReversals(deps, id)),
    workOf(SUBJECT_TOPICS.bankPayout, ({ id }) => settleBankPayout(deps, id)),
  ]
}
