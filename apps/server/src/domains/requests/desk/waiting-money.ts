import { formatAmount, type MoneyWait, pence, type StaffRequest } from '@parley/contract'
import { and, isNotNull } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { findSplitRefund, type RefundRow } from '../../payments/public.ts'
import { GOODWILL } from '../money/give-back.ts'
import { influencerPence, type Rail, withheldPence } from '../rail/show-rail.ts'
import type { RequestRow } from '../store.ts'

/** Money of a sale that waits for an operator: neither its people nor a rule can do anything about it. */
export async function waitingMoney(
  db: DbOrTx,
  { row, rail }: { row: RequestRow; rail: Rail },
): Promise<StaffRequest['waits']> {
  const { buyerId, influencerId } = row
  const left = await leaversAmong(db, influencerId === null ? [buyerId] : [buyerId, influencerId])
  const refunds = [...rail.refunds.values()]
  const returned = left.has(buyerId) ? refunds.filter(({ status }) => status === 'failed') : []
  const given = influencerId !== null && left.has(influencerId) ? await giftsAmong(db, refunds) : []
  // What is paid out is not the influencer's any more: the rest was taken back, and pays no debt.
  const takenBackPence = rail.payout?.status === 'paid' ? influencerPence(rail) - withheldPence(rail) : 0
  const sums: [MoneyWait, number][] = [
    ['returned_to_leaver', sumOf(returned)],
    ['gift_of_leaver', sumOf(given)],
    ['taken_back', takenBackPence],
  ]
  return sums.flatMap(([kind, sum]) => (sum > 0 ? { kind, amount: formatAmount(pence(sum)) } : []))
}

const sumOf = (refunds: readonly RefundRow[]) =>
  refunds.reduce((sum, { amountPence }) => sum + amountPence, 0)

/** Which of these people have deleted their accounts. */
async function leaversAmong(db: DbOrTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(anyOf(users.id, ids), isNotNull(users.deletedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Those that were given by the influencer, and wait until they are earned. */
async function giftsAmong(db: DbOrTx, refunds: readonly RefundRow[]): Promise<RefundRow[]> {
  const gifts: RefundRow[] = []
  for (const refund of refunds.filter(({ status }) => status === 'pending'))
    if ((await findSplitRefund(db, refund.id))?.reason.startsWith(GOODWILL)) gifts.push(refund)
  return gifts
}
