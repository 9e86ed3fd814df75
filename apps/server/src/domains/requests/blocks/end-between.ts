import { type BlockPreview, formatAmount } from '@parley/contract'
import { and, eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import { findUserById } from '../../accounts/public.ts'
import { areApart, type BlockPair } from '../../safety/public.ts'
import { cutCall } from '../calls/cut-call.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { withdrawGift } from '../gifts/gift-store.ts'
import { endAsItsEvent, placeAsItsEvent } from '../places/begun-place.ts'
import { isTurn } from '../places/follow-event.ts'
import { isOpen } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { IS_OPEN, sessionRequests } from '../tables.ts'
import { COUNT_ENDS_WITHIN_MS, COUNT_POLLED_EVERY_MS } from '../time-rules.ts'
import { type BlockFacts, blockEffect } from './block-rules.ts'
import { isOfBuyer, isShownBefore, leavesWhoWaits, shownBack, sideOf } from './block-sides.ts'
import { hasBlockedPastLadders } from './past-ladders.ts'

/** The open requests in which two people would meet; not read are those that either has with others. */
export async function openBetween(db: DbOrTx, oneId: string, otherId: string): Promise<RequestRow[]> {
  const { buyerId, attendeeId, influencerId, createdAt, id } = sessionRequests
  const meets = (side: typeof buyerId | typeof attendeeId, on: string, by: string) =>
    db
      .select()
      .from(sessionRequests)
      .where(and(eq(side, on), eq(influencerId, by), IS_OPEN))
  // Nobody attends a call that they bought: no request is found twice.
  return unionAll(
    meets(buyerId, oneId, otherId),
    meets(attendeeId, oneId, otherId),
    meets(buyerId, otherId, oneId),
    meets(attendeeId, otherId, oneId),
  ).orderBy(createdAt, id)
}

/** The effect of a block on each of them, for the person who is about to press it. */
export async function blockEffects(deps: RequestsDeps, pair: BlockPair): Promise<BlockPreview['ends']> {
  const rows = await openBetween(deps.db, pair.blockerId, pair.blockedId)
  const now = deps.clock.now()
  const shown: BlockPreview['ends'] = []
  for (const found of rows) {
    const row = await placeAsItsEvent(deps.db, found, now)
    const facts = await factsOf(deps, deps.db, { row, pair, pressedAt: now, now, moment: 'before' })
    const effect = blockEffect(row, facts)
    if (effect === null || !isShownBefore(row, pair.blockerId)) continue
    const back = shownBack(row, effect, { ...facts, ...pair })
    shown.push({
      slug: row.slug,
      request_type: row.requestType,
      format: row.liveEventId === null ? null : (await isTurn(deps.db, row)) ? 'queue' : 'broadcast',
      description: row.description,
      ...(await payerBeside(deps.db, row, pair)),
      starts_at: row.startsAt?.toISOString() ?? null,
      effect,
      side: row.influencerId === pair.blockerId ? 'influencer' : 'buyer',
      back: back === null ? null : formatAmount(back),
    })
  }
  return shown
}

/** Who paid, where the block is between the influencer and an attendee, who is not to see it. */
async function payerBeside(db: DbOrTx, row: RequestRow, pair: BlockPair): Promise<{ buyer?: string }> {
  if (isOfBuyer(row, pair) || row.influencerId !== pair.blockerId) return {}
  const buyer = await findUserById(db, row.buyerId)
  return buyer ? { buyer: buyer.username } : {}
}

/**
 * Ends the open requests of two people of whom one has blocked the other. Safe to repeat: requests from after the end
 * of the block stay. A call or a turn whose paid time still runs is ended a moment later, when the end of that time is
 * stored; a minute after the block by the proven time.
 */
export async function endBetween(deps: RequestsDeps, work: BlockPair & { at: Date }): Promise<void> {
  const rows = await openBetween(deps.db, work.blockerId, work.blockedId)
  const stillApart = await areApart(deps.db, work.blockerId, work.blockedId)
  let isCounted = false
  for (const row of rows) {
    if (row.createdAt > work.at && !stillApart) continue
    const ended = await endOne(deps, row, work)
    isCounted ||= isOpen(ended) && ended.begunAt !== null
  }
  if (!isCounted) return
  const payload = { blockerId: work.blockerId, blockedId: work.blockedId, at: work.at.toISOString() }
  const runAt = new Date(deps.clock.now().getTime() + COUNT_POLLED_EVERY_MS)
  await withTransaction(deps.db, tx =>
    deps.outbox.addLater(tx, { topic: REQUEST_TOPICS.endBetween, payload, runAt }),
  )
}

async function endOne(
  deps: RequestsDeps,
  found: RequestRow,
  pair: BlockPair & { at: Date },
): Promise<RequestRow> {
  return changeRequest(deps, {
    requestId: found.id,
    action: sideOf(found, pair) === 'attendee_side' && !found.begunAt ? 'stop_attending' : 'block',
    actorId: pair.blockerId,
    decide: async (row, tx, now) => {
      const begun = row.begunAt ? await deps.callTime.attendance(tx, row.id) : null
      // What is proven lags behind what was used: earned seconds would go back. A turn is counted like a call.
      if (begun?.isLive && now.getTime() < pair.at.getTime() + COUNT_ENDS_WITHIN_MS) return null
      // Attack: an influencer blocks a fan, removes the block, and waits in the room, to which the fan does not
      // come back.
      if (begun && row.requestType !== 'broadcast') return cutCall(row, begun, now)
      const facts = await factsOf(deps, tx, { row, pair, pressedAt: pair.at, now, moment: 'after' })
      const effect = blockEffect(row, facts)
      if (effect === 'not_attending' && row.attendeeId) {
        await withdrawGift(tx, row.id, now)
        const data = { requestId: row.id }
        await deps.outbox.add(tx, MAIL_TOPIC, { template: 'not-attending', userId: row.attendeeId, data })
      }
      return endAsItsEvent(tx, row, facts)
    },
  })
}

interface EndQuestion {
  row: RequestRow
  pair: BlockPair
  pressedAt: Date
  now: Date
  /** Before the block, to say what it would do, or after it. */
  moment: 'before' | 'after'
}

async function factsOf(
  deps: RequestsDeps,
  db: DbOrTx,
  { row, pair, pressedAt, now, moment }: EndQuestion,
): Promise<BlockFacts> {
  const attendance = await deps.callTime.attendance(db, row.id)
  return {
    by: sideOf(row, pair),
    leftWhoWaits: leavesWhoWaits(row, attendance, { moment, now }),
    ladderStands:
      isBlockOfBuyer(row, pair) && (await hasBlockedPastLadders(db, { pair, pressedAt, now, moment })),
    usedMs: row.liveEventId ? await usedOfPlace(deps, db, { ...row, liveEventId: row.liveEventId }) : 0,
    leavingKeeps: row.liveEventId
      ? await deps.leavingKeeps(db, { id: row.id, eventId: row.liveEventId })
      : false,
    now,
  }
}

const isBlockOfBuyer = (row: RequestRow, { blockerId }: BlockPair) => row.buyerId === blockerId

/** The broadcast time of its event, or the used time of its own turn: an event has one of the two. */
export async function usedOfPlace(
  { callTime }: RequestsDeps,
  db: DbOrTx,
  place: { id: string; liveEventId: string },
): Promise<number> {
  const used = await callTime.usedMs(db, [place.liveEventId, place.id])
  return (used.get(place.liveEventId) ?? 0) + (used.get(place.id) ?? 0)
}
