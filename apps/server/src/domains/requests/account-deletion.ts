import { messages } from '@parley/contract'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { Refusal } from '../../core/refusal.ts'
import type { DbOrTx } from '../../db/client.ts'
import { refundWays } from '../payments/public.ts'
import { cancelRequest, rejectRequest } from './answer-request.ts'
import type { RequestsDeps } from './deps.ts'
import { sessionRequests } from './tables.ts'

const OPEN = ['offered', 'accepted'] as const
const NOT_PAID = ['unpaid', 'processing', 'failed'] as const
const PAID = ['paid', 'partly_refunded', 'refund_failed', 'disputed'] as const

/** Money of a sale is held: paid, or what a bank left of it. */
const isHeld = or(
  inArray(sessionRequests.paymentStatus, [...PAID]),
  and(
    eq(sessionRequests.paymentStatus, 'charged_back'),
    sql`${sessionRequests.pricePence} > ${sessionRequests.refundedPence} + ${sessionRequests.chargedBackPence}`,
  ),
)

const isParty = (userId: string) =>
  or(eq(sessionRequests.buyerId, userId), eq(sessionRequests.influencerId, userId))

/** Ends the unpaid requests of a person who deletes their account; a late payment goes back by itself. */
export async function closeUnpaidRequests(deps: RequestsDeps, userId: string): Promise<void> {
  const rows = await deps.db
    .select({ id: sessionRequests.id, buyerId: sessionRequests.buyerId })
    .from(sessionRequests)
    .where(
      and(
        isParty(userId),
        inArray(sessionRequests.state, [...OPEN]),
        inArray(sessionRequests.paymentStatus, [...NOT_PAID]),
      ),
    )
  for (const { id, buyerId } of rows) {
    const answer = { requestId: id, actorId: userId }
    try {
      if (buyerId === userId) await cancelRequest(deps, answer)
      else await rejectRequest(deps, { ...answer, reason: null })
    } catch (error) {
      // It ended in between, by a time rule or by the other party.
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
    }
  }
}

/** Why a person with requests cannot delete their account yet, in sentences; empty if they can. */
export async function deletionBlockersOf(db: DbOrTx, userId: string): Promise<string[]> {
  const open = await db.$count(
    sessionRequests,
    and(
      isParty(userId),
      inArray(sessionRequests.state, [...OPEN]),
      inArray(sessionRequests.paymentStatus, [...PAID]),
    ),
  )
  const unreleased = await db.$count(
    sessionRequests,
    and(
      eq(sessionRequests.influencerId, userId),
      or(eq(sessionRequests.state, 'completed'), eq(sessionRequests.settledBy, 'cancelled_late')),
      isHeld,
      isNull(sessionRequests.releasedAt),
    ),
  )
  const problems = await db.$count(
    sessionRequests,
    and(
      ...[eq(sessionRequests.influencerId, userId), eq(sessionRequests.problemOpen, true)],
      isNotNull(sessionRequests.releasedAt),
    ),
  )
  const reasons: string[] = []
  if (open > 0) reasons.push(open === 1 ? messages.deleteAfterRequest : messages.deleteAfterRequests)
  if (await hasReturnedRefunds(db, userId)) reasons.push(messages.deleteAfterReturnedRefund)
  if (unreleased > 0) reasons.push(messages.deleteAfterRelease)
  if (problems > 0) reasons.push(messages.deleteAfterProblem)
  return reasons
}

/** Whether a refund of theirs came back and was not sent again: the platform owes it to them. */
async function hasReturnedRefunds(db: DbOrTx, userId: string): Promise<boolean> {
  const { id, buyerId, paymentStatus } = sessionRequests
  const rows = await db
    .select({ id })
    .from(sessionRequests)
    .where(and(eq(buyerId, userId), inArray(paymentStatus, ['refund_failed', 'charged_back'])))
  const ways = await refundWays(
    db,
    rows.map(row => row.id),
  )
  return [...ways.values()].some(({ returnedPence }) => returnedPence > 0)
}
