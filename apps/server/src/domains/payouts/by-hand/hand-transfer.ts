import { and, desc, eq, like } from 'drizzle-orm'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { isPosted, journalsOf, postJournal, transferLegs } from '../../ledger/public.ts'
import type { TransferFacts } from '../../payments/public.ts'
import { debtPence } from '../decide-payouts.ts'
import type { PayoutsDeps } from '../deps.ts'
import { payoutAccounts, payouts, transferReversals } from '../tables.ts'

const PREFIX = 'transfer_by_hand:'
/** So few sales are read to find the one that a transfer by hand belongs to. */
const SALES_READ_MAX = 20

/**
 * Books a transfer that an operator made by hand in the provider's dashboard: only to a person to whom the platform
 * owes so much beyond their payouts, because a transfer of theirs was taken back by hand. Once; false if it is not in
 * the books.
 */
export async function recordHandTransfer(deps: PayoutsDeps, transfer: TransferFacts): Promise<boolean> {
  const { transferId, accountId, amountPence } = transfer
  return withTransaction(deps.db, async tx => {
    // The row that every decision about their payouts locks.
    const [account] = await tx
      .select({ influencerId: payoutAccounts.userId })
      .from(payoutAccounts)
      .where(eq(payoutAccounts.accountId, accountId))
      .for('update')
    if (!account) return false
    const { influencerId } = account
    const key = `${PREFIX}${transferId}`
    if (await isPosted(tx, key)) return true
    // Of one that came back again nothing is booked: a person has to look at it.
    if (transfer.reversals.length > 0 || amountPence > -(await debtPence(tx, influencerId))) return false
    await postJournal(tx, {
      key,
      kind: 'transfer',
      requestId: await saleOf(tx, { influencerId, amountPence }),
      at: deps.clock.now(),
      legs: transferLegs(influencerId, amountPence),
    })
    return true
  })
}

/** The sale of which so much was taken back by hand, and not sent by hand since; null if there is none. */
async function saleOf(
  tx: Tx,
  { influencerId, amountPence }: { influencerId: string; amountPence: TransferFacts['amountPence'] },
): Promise<string | null> {
  const takenBack = await tx
    .select({ requestId: payouts.requestId })
    .from(transferReversals)
    .innerJoin(payouts, eq(payouts.id, transferReversals.payoutId))
    .where(
      and(
        ...[eq(payouts.influencerId, influencerId), eq(transferReversals.amountPence, amountPence)],
        ...[eq(transferReversals.status, 'succeeded'), like(transferReversals.reason, 'provider:%')],
      ),
    )
    .orderBy(desc(transferReversals.createdAt))
    .limit(SALES_READ_MAX)
  const ids = takenBack.map(({ requestId }) => requestId)
  const posted = await journalsOf(tx, ids)
  const isSentAgain = (id: string) => posted.get(id)?.some(({ key }) => key.startsWith(PREFIX))
  return ids.find(id => !isSentAgain(id)) ?? null
}
