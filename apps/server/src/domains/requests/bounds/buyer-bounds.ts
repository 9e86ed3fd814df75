import {
  messages,
  SLOT_HOLDS_MAX,
  UNPAID_HOLDS_COUNTED_MS,
  UNPAID_HOLDS_OF_A_PLACE_MAX,
  UNPAID_HOLDS_OF_A_STRANGER_MAX,
  UNPAID_REQUESTS_MAX,
  UNPAID_REQUESTS_WITH_ONE_MAX,
} from '@parley/contract'
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { refuse } from '../../../core/refusal.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { hasConfirmedEmail } from '../../accounts/public.ts'
import { holdsOf } from '../../schedule/public.ts'
import type { UnpaidLately } from '../slots/unpaid-lately.ts'
import { IS_OPEN, sessionRequests } from '../tables.ts'

/** What is about to be booked. */
interface Wanted {
  buyerId: string
  influencerId: string | null
  liveEventId: string | null
  /** Until when the slot that is booked would be held; none for a booking without one. */
  holdUntil?: Date | null | undefined
  /** Whether it takes a window of the influencer's time until then. */
  takesTime?: boolean | undefined
  /** The buyer's unpaid requests, if they were already read under the same lock. */
  unpaid?: readonly UnpaidLately[] | undefined
  now: Date
}

/**
 * Refuses a buyer with too many unpaid requests (attack: to fill an influencer's days or an event's places for
 * nothing). The payer is locked, so that rivals over many connections are counted one after the other.
 */
export async function assertMayBook(tx: Tx, wanted: Wanted): Promise<void> {
  const { buyerId, influencerId } = wanted
  const lately = wanted.unpaid ?? (await unpaidOf(tx, wanted))
  const unpaid = lately.filter(({ endedAt }) => endedAt === null)
  if (unpaid.length >= UNPAID_REQUESTS_MAX) throw refuse.notYet(messages.tooManyUnpaid, 'bookings')
  const withOne = unpaid.filter(row => influencerId !== null && row.influencerId === influencerId)
  if (withOne.length >= UNPAID_REQUESTS_WITH_ONE_MAX)
    throw refuse.notYet(messages.tooManyUnpaidWithOne, 'bookings')
  if (wanted.unpaid) await assertHoldsFew(tx, wanted.unpaid.flatMap(holdsIn), wanted)
  else if (wanted.holdUntil || wanted.takesTime) await assertMayHold(tx, unpaid, wanted)
  if (!wanted.liveEventId) return
  assertWaited(lately, wanted)
  const places = unpaid.filter(row => row.liveEventId !== null)
  await assertKnown(tx, buyerId, places.length)
}

/** Who books or pays, and when. */
type Holding = Pick<Wanted, 'buyerId' | 'now'> & { influencerId?: string | null }

/** Attack: holding the times of many influencers for nothing. */
async function assertMayHold(tx: Tx, unpaid: readonly Unpaid[], holding: Holding): Promise<void> {
  const { influencerId = null, now } = holding
  // Who asks the same influencer for another window gives the first one up.
  const kept = unpaid.filter(
    row => influencerId === null || row.influencerId !== influencerId || !isGivenUp(row),
  )
  const windows = await holdsOf(
    tx,
    kept.map(({ id }) => id),
    now,
  )
  await assertHoldsFew(tx, [...unpaid.flatMap(holdsIn), ...windows.values()], holding)
}

/** Until when a slot that is not paid is held, and a window. */
const holdsIn = ({ holdUntil, windowUntil = null, endedAt = null }: HeldUntil): Date[] =>
  endedAt ? [] : [holdUntil, windowUntil].filter(until => until !== null)

interface HeldUntil {
  holdUntil: Date | null
  windowUntil?: Date | null
  endedAt?: Date | null
}

async function assertHoldsFew(tx: Tx, until: readonly Date[], { buyerId, now }: Holding): Promise<void> {
  const held = until.map(each => each.getTime())
  if (held.length < SLOT_HOLDS_MAX) return assertKnown(tx, buyerId, held.length)
  const waitMs = Math.max(1_000, Math.min(...held) - now.getTime())
  throw refuse.tooMany(Math.ceil(waitMs / 1000), messages.tooManySlotsHeld)
}

/** Refuses to hold a window again for a buyer who holds enough elsewhere. */
export async function assertMayHoldAgain(tx: Tx, again: Holding & { requestId: string }): Promise<void> {
  const others = (await listUnpaid(tx, again.buyerId)).filter(({ id }) => id !== again.requestId)
  await assertMayHold(tx, others, again)
}

/** The unpaid requests of a buyer, as far as this server knows. */
export const listUnpaid = (db: DbOrTx, buyerId: string) => selectUnpaid(db, { buyerId })

type Unpaid = Awaited<ReturnType<typeof listUnpaid>>[number]

/** Whether its window is given up for another one with the same influencer; money on its way keeps it. */
const isGivenUp = ({ state, paymentStatus }: Unpaid): boolean =>
  state === 'offered' && paymentStatus !== 'processing'

const { id, influencerId, liveEventId, holdUntil, state, paymentStatus, endedAt } = sessionRequests
const UNPAID = { id, influencerId, liveEventId, holdUntil, state, paymentStatus, endedAt }
const selectUnpaid = builtOnce((db, value: ValueOf<{ buyerId: string }>) =>
  db
    .select(UNPAID)
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.buyerId, value('buyerId', sessionRequests.buyerId)),
        sql`${sessionRequests.state} in ('offered', 'accepted')`,
        isNull(sessionRequests.paidAt),
      ),
    ),
)

/** The same, and of the buyer of a place also what ended at its event within the time that counts. */
const unpaidOf = (tx: Tx, { buyerId, liveEventId, now }: Wanted): Promise<Unpaid[]> =>
  liveEventId === null
    ? listUnpaid(tx, buyerId)
    : selectUnpaidAt(tx, {
        ...{ buyerId, liveEventId },
        endedAfter: new Date(now.getTime() - UNPAID_HOLDS_COUNTED_MS),
      })

const selectUnpaidAt = builtOnce(
  (db, value: ValueOf<{ buyerId: string; liveEventId: string; endedAfter: Date }>) =>
    db
      .select(UNPAID)
      .from(sessionRequests)
      .where(
        and(
          eq(sessionRequests.buyerId, value('buyerId', sessionRequests.buyerId)),
          isNull(sessionRequests.paidAt),
          or(
            IS_OPEN,
            and(
              eq(liveEventId, value('liveEventId', liveEventId)),
              gt(endedAt, value('endedAfter', endedAt)),
            ),
          ),
        ),
      ),
)

/**
 * Attack: to hold a small event's places for ever, by a new booking whenever an unpaid place expires or is cancelled.
 */
function assertWaited(lately: readonly Pick<Unpaid, 'endedAt'>[], { now }: Wanted): void {
  const ended = lately.flatMap(row => row.endedAt?.getTime() ?? []).sort((a, b) => a - b)
  const freeingMs = ended.at(-UNPAID_HOLDS_OF_A_PLACE_MAX)
  if (freeingMs === undefined) return
  const waitMs = freeingMs + UNPAID_HOLDS_COUNTED_MS - now.getTime()
  throw refuse.tooMany(Math.ceil(waitMs / 1000), messages.heldTooOften)
}

/**
 * Refuses another unpaid hold to a stranger. Attack: a sign-up for each place or time, with invented addresses.
 */
async function assertKnown(tx: Tx, buyerId: string, held: number): Promise<void> {
  if (held >= UNPAID_HOLDS_OF_A_STRANGER_MAX && !(await isKnown(tx, buyerId)))
    throw refuse.notYet(messages.confirmEmailFirst, 'confirm_email')
}

/** Whether a person confirmed their email, or ever paid. */
async function isKnown(tx: Tx, buyerId: string): Promise<boolean> {
  if (await hasConfirmedEmail(tx, buyerId)) return true
  const paid = await tx
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(and(eq(sessionRequests.buyerId, buyerId), isNotNull(sessionRequests.paidAt)))
    .limit(1)
  return paid.length > 0
}
