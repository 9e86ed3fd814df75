import { formatAmount } from '@parley/contract'
import type { DbOrTx } from '../../db/client.ts'
import { findPayoutAccount, findPayouts } from './payout-store.ts'

/**
 * The data of payouts about a person: their account at the provider, and the payouts for the requests they performed.
 */
export async function exportPayouts(
  db: DbOrTx,
  person: { userId: string; requestIds: AsyncIterable<readonly string[]> },
) {
  const account = await findPayoutAccount(db, person)
  return {
    payout_account: account
      ? {
          id: account.accountId,
          status: account.status,
          requirements: account.requirements,
          created_at: account.createdAt.toISOString(),
        }
      : null,
    payouts: shownPayouts(db, person.requestIds),
  }
}

async function* shownPayouts(db: DbOrTx, requestIds: AsyncIterable<readonly string[]>) {
  for await (const ids of requestIds)
    for (const payout of (await findPayouts(db, ids)).values())
      yield {
        id: payout.id,
        request: payout.requestId,
        amount: formatAmount(payout.sharePence - payout.withheldPence),
        status: payout.status,
        payable_at: payout.payableAt.toISOString(),
        paid_at: payout.paidAt?.toISOString() ?? null,
      }
}
