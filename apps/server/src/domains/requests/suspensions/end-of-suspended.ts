import { callEnding, MINUTE_MS } from '@parley/contract'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { eachOf } from '../../../db/each-of.ts'
import { isAnySuspended } from '../../accounts/public.ts'
import { countOpenEvents } from '../../live-events/public.ts'
import { listUnsettled, markSettled, type SuspensionRow } from '../../safety/public.ts'
import { endByBlock } from '../blocks/block-rules.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { withdrawGift } from '../gifts/gift-store.ts'
import { type Decided, endByRule, isOpen, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { evidenceOf } from '../time-rules.ts'

const PEOPLE = 20
const BATCH = 100
/** What was begun while the account was closed is looked for so long. */
const LOOKED_FOR_MS = MINUTE_MS

/**
 * Ends what is open of people who were suspended, one request a transaction: of the influencer as rejected, of the buyer
 * as cancelled, all back; a call that has begun as cut by the platform. Safe to repeat, and begins again where a killed
 * process stopped.
 */
export async function endOfSuspended(deps: RequestsDeps): Promise<number> {
  const unsettled = await listUnsettled(deps.db, PEOPLE)
  let looked = 0
  await eachOf(unsettled, async suspension => {
    looked += await endAllOf(deps, suspension)
  })
  return looked
}

async function endAllOf(deps: RequestsDeps, suspension: SuspensionRow): Promise<number> {
  const { userId } = suspension
  const open = await openOf(deps, userId)
  const isClosed = await isAnySuspended(deps.db, [userId])
  // What was begun after the account was opened again stays.
  const ended = open.filter(row => isClosed || row.createdAt <= (suspension.endedAt ?? suspension.createdAt))
  await eachOf(ended, row => endOne(deps, row.id, userId))
  const now = deps.clock.now()
  const isOld = now.getTime() > suspension.createdAt.getTime() + LOOKED_FOR_MS
  if (ended.length === 0 && isOld && (await countOpenEvents(deps.db, userId)) === 0)
    await markSettled(deps.db, suspension.id, now)
  return ended.length
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

async function endOne(deps: RequestsDeps, requestId: string, userId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'suspend',
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
      const usedMs = eventId ? ((await deps.callTime.usedMs(tx, [eventId])).get(eventId) ?? 0) : 0
      if (row.begunAt && row.requestType !== 'broadcast') {
        return cutByPlatform(row, evidenceOf(row, await deps.callTime.attendance(tx, row.id)), now)
      }
      return endByBlock(row, { by, leftWhoWaits: false, usedMs, now })
    },
  })
}

/** Ends a call that has begun now: whose the rest is by what was seen up to this moment. */
function cutByPlatform(request: RequestFacts, evidence: ReturnType<typeof evidenceOf>, now: Date): Decided {
  if (!isOpen(request)) return null
  const cause = callEnding(evidence)
  const outcome = cause === 'used_up' ? 'served' : 'part_served'
  return endByRule(request, { state: 'completed', outcome, cause, usedMs: evidence.usedMs, now })
}
