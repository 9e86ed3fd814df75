import { type Domain, domainOf } from '../../core/domain.ts'
import { workOf } from '../../core/topic.ts'
import { SUBJECT_TOPICS } from '../payments/public.ts'
import { refreshAccount } from './account/refresh-account.ts'
import { recordBankPayout, recordTopUp } from './bank-payout.ts'
import { PAYOUT_TOPICS } from './deps.ts'
import { sendReversal } from './reverse-transfer.ts'
import { type PayoutRoutesDeps, payoutRoutes } from './routes.ts'

/** The payouts domain. The requests say when payouts are due, because a disputed sale holds them back. */
export function createPayouts(deps: PayoutRoutesDeps): Domain {
  return domainOf({
    routes: [payoutRoutes(deps)],
    work: [
      workOf(PAYOUT_TOPICS.reversal, ({ reversalId }) => sendReversal(deps, reversalId)),
      workOf(SUBJECT_TOPICS.account, ({ id }) => refreshAccount(deps, id)),
      workOf(SUBJECT_TOPICS.bankPayout, ({ id }) => recordBankPayout(deps, id)),
      workOf(SUBJECT_TOPICS.topUp, ({ id }) => recordTopUp(deps, id)),
    ],
  })
}
