import type { Pence } from '@parley/contract'
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { changeRequest, changeRequestIn } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { begin, isCallPaid, isOpen } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { endTurn, KEPT_IN_LINE, type TurnEnd } from './turn-rules.ts'

/** The paid places of a queue that are open, in the order in which they were paid. */
export async function listPaidPlaces(db: DbOrTx, eventId: string): Promise<string[]> {
  const rows = await db
    .select()
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.liveEventId, eventId),
        inArray(sessionRequests.state, ['offered', 'accepted']),
        isNotNull(sessionRequests.paidAt),
      ),
    )
    .orderBy(asc(sessionRequests.paidAt), asc(sessionRequests.id))
  return rows.filter(isCallPaid).map(row => row.id)
}

export interface PlaceName {
  buyerId: string
  username: string
  pricePence: Pence
  /** The sum that goes back; null until the place is settled. */
  backPence: Pence | null
  /** Its turn was ended and reported: whether staff decide about the money, or have decided. */
  staff: 'decide' | 'decided' | null
}

/** Who holds each place of an event, and the money of each place, by the place. */
export async function namesOfPlaces(db: DbOrTx, eventId: string): Promise<Map<string, PlaceName>> {
  const rows = await db
    .select({
      ...{ id: sessionRequests.id, buyerId: users.id, username: users.username },
      ...{ state: sessionRequests.state, pricePence: sessionRequests.pricePence },
      refundedPence: sessionRequests.refundedPence,
      ...{ settledBy: sessionRequests.settledBy, problemOpen: sessionRequests.problemOpen },
    })
    .from(sessionRequests)
    .innerJoin(users, eq(users.id, sessionRequests.buyerId))
    .where(eq(sessionRequests.liveEventId, eventId))
  return new Map(
    rows.map(({ id, buyerId, username, pricePence, refundedPence, state, settledBy, problemOpen }) => [
      id,
      {
        ...{ buyerId, username, pricePence, backPence: isOpen({ state }) ? null : refundedPence },
        staff: settledBy !== 'reported' ? null : problemOpen ? 'decide' : 'decided',
      },
    ]),
  )
}

export type TurnStanding = 'stands' | 'disputed' | 'absent' | 'ended'

/**
 * Whether a place may have its turn: open and paid, neither disputed nor refunded. `disputed` is open while its bank
 * decides; `absent` is one whose holder stays away, for instance because of a block.
 */
export async function turnStanding(db: DbOrTx, requestId: string): Promise<TurnStanding> {
  const [row] = await db.select().from(sessionRequests).where(eq(sessionRequests.id, requestId))
  return standingOfPlace(row)
}

/** The same for a row that was read. */
export function standingOfPlace(row: RequestRow | undefined): TurnStanding {
  if (row && isOpen(row) && isCallPaid(row)) return 'stands'
  if (row && isOpen(row) && row.paymentStatus === 'disputed') return 'disputed'
  const settledBy = row?.settledBy ?? null
  return settledBy !== null && KEPT_IN_LINE.has(settledBy) ? 'absent' : 'ended'
}

/** Both are in a turn for the first time, in the transaction of its queue; safe to repeat. */
export async function beginTurn(deps: RequestsDeps, tx: Tx, requestId: string): Promise<void> {
  await changeRequestIn(deps, tx, {
    requestId,
    action: 'turn',
    actorId: null,
    decide: (row, _tx, now) => begin(row, now),
  })
}

/**
 * Settles a place by its ended turn, and by the used paid time; safe to repeat. `counted`: another process still counts
 * that time, and is waited for until `waitsUntil`. What is proven lags behind: earned seconds would go back.
 */
export async function settleTurn(
  deps: RequestsDeps,
  turn: { requestId: string; waitsUntil: Date } & Omit<TurnEnd, 'usedMs'>,
): Promise<'settled' | 'counted'> {
  const { requestId, end, back, why, isDisputed, waitsUntil } = turn
  let answer: 'settled' | 'counted' = 'settled'
  await changeRequest(deps, {
    requestId,
    action: 'turn',
    actorId: null,
    async decide(row, tx, now) {
      const { usedMs, isLive } = await deps.callTime.attendance(tx, requestId)
      answer = isLive && isOpen(row) && now < waitsUntil ? 'counted' : 'settled'
      return answer === 'counted' ? null : endTurn(row, { end, back, why, usedMs, isDisputed }, now)
    },
  })
  return answer
}
