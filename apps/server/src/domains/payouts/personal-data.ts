import { formatAmount } from '@parley/contract'
import { desc, eq } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { findPayoutAccount } from './payout-account.ts'
import { payouts } from './tables.ts'

/** What payouts hold on a person: their account at the provider, and what they were paid. */
export async function exportPayouts(db: DbOrTx, userId: string) {
  const account = await findPayoutAccount(db, { userId })
  const paidOut = await db
    .select()
    .from(payouts)
    .where(eq(payouts.influencerId, userId))
    .orderBy(desc(payouts.createdAt))
  return {
    payout_account: account
      ? {
          id: account.accountId,
          status: account.status,
          requirements: account.requirements,
          created_at: account.createdAt.toISOString(),
        }
      : null,
    payouts: paidOut.map(payout => ({
      id: payout.id,
      request: payout.requestId,
      amount: formatAmount(payout.sharePence - payout.withheldPence),
      status: payout.status,
      payable_at: payout.payableAt.toISOString(),
      paid_at: payout.paidAt?.toISOString() ?? null,
    })),
  }
}
