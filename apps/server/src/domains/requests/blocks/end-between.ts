import { type BlockPreview, formatAmount } from '@parley/contract'
import { and, eq } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { areApart, type BlockPair } from '../../safety/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { withdrawGift } from '../gifts/gift-store.ts'
import { endAsItsEvent, placeAsItsEvent } from '../places/begun-place.ts'
import { isTurn } from '../places/follow-event.ts'
import type { RequestRow } from '../store.ts'
import { IS_OPEN, sessionRequests } from '../tables.ts'
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
      starts_at: row.startsAt?.toISOString() ?? null,
      effect,
      side: row.influencerId === pair.blockerId ? 'influencer' : 'buyer',
      back: back === null ? null : formatAmount(back),
    })
  }
  return shown
}

/**
 * Ends the open requests of two people of whom one has blocked the other. Safe to repeat: requests from after the end
 * of the block stay.
 */
export async function endBetween(deps: RequestsDeps, work: BlockPair & { at: Date }): Promise<void> {
  const rows = await openBetween(deps.db, work.blockerId, work.blockedId)
  const stillApart = await areApart(deps.db, work.blockerId, work.blockedId)
  for (const row of rows) {
    if (row.createdAt > work.at && !stillApart) continue
    await endOne(deps, row, work)
  }
}

async function endOne(deps: RequestsDeps, found: RequestRow, pair: BlockPair & { at: Date }): Promise<void> {
  await changeRequest(deps, {
    requestId: found.id,
    action: isOfBuyer(found, pair) ? 'block' : 'stop_attending',
    actorId: pair.blockerId,
    decide: async (row, tx, now) => {
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
