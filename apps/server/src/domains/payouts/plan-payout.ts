import type { Pence } from '@parley/contract'
import { and, eq, lte } from 'drizzle-orm'
import { newId } from '../../core/ids.ts'
import type { Tx } from '../../db/client.ts'
import { payableFrom } from './payout-rules.ts'
import { payouts } from './tables.ts'

/** Stores the influencer's share of a request, in the transaction that releases it; once for each request. */
export async function planPayout(
  tx: Tx,
  plan: { requestId: string; influencerId: string; sharePence: Pence; now: Date },
): Promise<void> {
  if (plan.sharePence === 0) return
  const { now, ...share } = plan
  const payableAt = payableFrom(now)
  await tx
    .insert(payouts)
    .values({
      id: newId(),
      ...share,
      status: 'waiting',
      payableAt,
      lookAt: payableAt,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: payouts.requestId })
}

/** Something that an influencer's payouts waited for has changed: those whose day has come are checked now. */
export async function wakePayouts(tx: Tx, influencerId: string, now: Date): Promise<void> {
  await tx
    .update(payouts)
    .set({ lookAt: now })
    .where(
      and(eq(payouts.influencerId, influencerId), eq(payouts.status, 'waiting'), lte(payouts.payableAt, now)),
    )
}
