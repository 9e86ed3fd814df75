import { MINUTE_MS } from '@parley/contract'
import { and, asc, eq, isNotNull, or, sql } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { runAs } from '../../../core/topic.ts'
import { type Db, withTransaction } from '../../../db/client.ts'
import { eachOf } from '../../../db/each-of.ts'
import { isAnySuspended } from '../../accounts/public.ts'
import { countOpenEvents } from '../../live-events/public.ts'
import { listUnfinished, markFinished, type SuspensionRow } from '../../safety/public.ts'
import { usedOfPlace } from '../blocks/end-between.ts'
import { cutCall } from '../calls/cut-call.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { withdrawGift } from '../gifts/gift-store.ts'
import { endAsItsEvent, placeAsItsEvent } from '../places/begun-place.ts'
import { isOpen } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { COUNT_POLLED_EVERY_MS } from '../time-rules.ts'

const PEOPLE = 20
const BATCH = 100
/** How long the server looks for requests that were written while the account was closed. */
const POLLED_FOR_MS = MINUTE_MS

/**
 * Ends the open requests of suspended people, one in each transaction: rejected for the influencer, cancelled for the
 * buyer, with a full refund; a call that has begun as cut by the platform. Safe to repeat, and continues after a
 * killed process.
 */
export async function endOfSuspended(deps: RequestsDeps): Promise<number> {
  const unfinished = await listUnfinished(deps.db, PEOPLE)
  let ended = 0
  // A busy influencer has thousands of requests: the refunds and mails of others do not wait behind theirs.
  await runAs('bulk', () =>
    eachOf(unfinished, async suspension => {
      ended += await endAllOf(deps, suspension)
    }),
  )
  return ended
}

async function endAllOf(deps: RequestsDeps, suspension: SuspensionRow): Promise<number> {
  const { userId } = suspension
  const open = await openOf(deps, userId)
  const isClosed = await isAnySuspended(deps.db, [userId])
  // Requests from after the end of the suspension stay.
  const ended = open.filter(row => isClosed || row.createdAt <= (suspension.endedAt ?? suspension.createdAt))
  const now = deps.clock.now()
  const isOld = now.getTime() > suspension.createdAt.getTime() + POLLED_FOR_MS
  const paidTime = isClosed && !isOld ? 'waited_for' : 'as_proven'
  await eachOf(ended, row => endOne(deps, { requestId: row.id, userId, paidTime, action: 'suspend' }))
  if (ended.length > 0 || !isOld) return ended.length
  // The events of a person who is not suspended any more stay. A person who always has one to come must not be read
  // for ever by `listUnfinished`, instead of others.
  const hasOpenEvents = isClosed && (await countOpenEvents(deps.db, userId)) > 0
  if (!hasOpenEvents) await markFinished(deps.db, suspension.id, now)
  return ended.length
}

/**
 * Ends the open requests of a person who is now known to be too young, like those of a suspended person. Safe to
 * repeat.
 */
export async function endOfTooYoung(deps: RequestsDeps, userId: string): Promise<void> {
  const handled = new Set<string>()
  for (;;) {
    const open = (await openOf(deps, userId)).filter(({ id }) => !handled.has(id))
    if (open.length === 0) return
    await eachOf(open, async ({ id }) => {
      handled.add(id)
      const until = new Date(deps.clock.now().getTime() + POLLED_FOR_MS)
      await endWhenCounted(deps, { requestId: id, userId, until })
    })
  }
}

/**
 * Ends the call of a person who is too young when its paid time has ended, a moment after nobody may be in it; after
 * `until` by the proven time.
 */
export async function endWhenCounted(
  deps: RequestsDeps,
  call: { requestId: string; userId: string; until: Date },
): Promise<void> {
  const now = deps.clock.now()
  const { requestId, userId, until } = call
  const paidTime = now < until ? 'waited_for' : 'as_proven'
  const row = await endOne(deps, { requestId, userId, paidTime, action: 'too_young' })
  if (!isOpen(row) || !row.begunAt || paidTime === 'as_proven') return
  const again = { requestId, userId, until: until.toISOString() }
  const runAt = new Date(now.getTime() + COUNT_POLLED_EVERY_MS)
  await withTransaction(deps.db, tx =>
    deps.outbox.addLater(tx, { topic: REQUEST_TOPICS.endTooYoung, payload: again, runAt }),
  )
}

function openOf(deps: RequestsDeps, userId: string): Promise<RequestRow[]> {
  const { buyerId, attendeeId, influencerId, createdAt, id, state } = sessionRequests
  return deps.db
    .select()
    .from(sessionRequests)
    .where(
      and(
        sql`${state} in ('offered', 'accepted')`,
        or(eq(buyerId, userId), eq(attendeeId, userId), eq(influencerId, userId)),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(BATCH)
}

/** The begun calls of a person, for the calls domain to look at: nobody stays in one. */
export async function listBegunOf(db: Db, userId: string): Promise<string[]> {
  const { buyerId, attendeeId, influencerId, begunAt, id, state } = sessionRequests
  const isTheirs = or(eq(buyerId, userId), eq(attendeeId, userId), eq(influencerId, userId))
  const rows = await db
    .select({ id })
    .from(sessionRequests)
    .where(and(sql`${state} in ('offered', 'accepted')`, isTheirs, isNotNull(begunAt)))
    .limit(BATCH)
  return rows.map(row => row.id)
}

interface Ending {
  requestId: string
  userId: string
  /** Whether the decision about the money waits for the end of paid time that is still counted. */
  paidTime: 'waited_for' | 'as_proven'
  action: 'suspend' | 'too_young'
}

async function endOne(deps: RequestsDeps, ending: Ending): Promise<RequestRow> {
  const { requestId, userId, paidTime, action } = ending
  return changeRequest(deps, {
    requestId,
    action,
    actorId: null,
    decide: async (row, tx, now) => {
      const by =
        row.influencerId === userId ? 'influencer' : row.buyerId === userId ? 'buyer' : 'attendee_side'
      if (by === 'attendee_side' && row.attendeeId !== userId) return null
      if (by === 'attendee_side' && row.attendeeId && !row.begunAt) {
        await withdrawGift(tx, row.id, now)
        const data = { requestId: row.id }
        await deps.outbox.add(tx, MAIL_TOPIC, { template: 'not-attending', userId: row.attendeeId, data })
      }
      const eventId = row.liveEventId
      const attendance = await deps.callTime.attendance(tx, row.id)
      const ofEvent = eventId && by === 'influencer' ? await deps.callTime.attendance(tx, eventId) : null
      const isLive = attendance.isLive || ofEvent?.isLive
      // Proven time lags behind used time: earned seconds would be refunded. Nobody may stay, so it ends in a moment.
      const { begunAt } = await placeAsItsEvent(tx, row, now)
      if (begunAt && isLive && paidTime === 'waited_for') return null
      const usedMs = eventId ? await usedOfPlace(deps, tx, { id: row.id, liveEventId: eventId }) : 0
      if (row.begunAt && row.requestType !== 'broadcast') {
        return cutCall(row, attendance, now)
      }
      return endAsItsEvent(tx, row, {
        by,
        leftWhoWaits: false,
        ladderStands: false,
        leavingKeeps: false,
        usedMs,
        now,
      })
    },
  })
}
