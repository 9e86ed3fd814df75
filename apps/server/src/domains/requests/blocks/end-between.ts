import { type BlockEffect, type BlockPreview, formatAmount } from '@parley/contract'
import { and, eq, or, sql } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { areApart, type BlockPair } from '../../safety/public.ts'
import type { Attendance } from '../calls/call-time.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { withdrawGift } from '../gifts/gift-store.ts'
import { cancellingGives, moneyBackPence } from '../money/money-back.ts'
import { endAsItsEvent, placeAsItsEvent } from '../places/begun-place.ts'
import { isTurn } from '../places/follow-event.ts'
import { isConfirmed } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { type BlockFacts, blockEffect } from './block-rules.ts'
import { hasBlockedPastLadders } from './past-ladders.ts'

/** A party seen alone within this time counts as present. */
const SEEN_WITHIN_MS = 10_000

const isOpen = sql`${sessionRequests.state} in ('offered', 'accepted')`

/** The open requests in which two people would meet. */
export async function openBetween(db: DbOrTx, oneId: string, otherId: string): Promise<RequestRow[]> {
  const { buyerId, attendeeId, influencerId, createdAt, id } = sessionRequests
  const meets = (side: typeof buyerId | typeof attendeeId, on: string, by: string) =>
    and(eq(side, on), eq(influencerId, by))
  return db
    .select()
    .from(sessionRequests)
    .where(
      and(
        isOpen,
        or(
          meets(buyerId, oneId, otherId),
          meets(attendeeId, oneId, otherId),
          meets(buyerId, otherId, oneId),
          meets(attendeeId, otherId, oneId),
        ),
      ),
    )
    .orderBy(createdAt, id)
}

/** The effect of a block on each of them, for the person who is about to press it. */
export async function blockEffects(deps: RequestsDeps, pair: BlockPair): Promise<BlockPreview['ends']> {
  const rows = await openBetween(deps.db, pair.blockerId, pair.blockedId)
  const now = deps.clock.now()
  const shown: BlockPreview['ends'] = []
  for (const found of rows) {
    const row = await placeAsItsEvent(deps.db, found, now)
    const facts = await factsOf(deps, deps.db, { row, pair, pressedAt: now, now, asked: 'before' })
    const effect = blockEffect(row, facts)
    if (effect === null || !isPayer(row, pair, isConfirmed(row))) continue
    const isMoneyTheirs = row.attendeeId !== pair.blockerId
    shown.push({
      slug: row.slug,
      request_type: row.requestType,
      format: row.liveEventId === null ? null : (await isTurn(deps.db, row)) ? 'queue' : 'broadcast',
      description: row.description,
      starts_at: row.startsAt?.toISOString() ?? null,
      effect,
      side: row.influencerId === pair.blockerId ? 'influencer' : 'buyer',
      back: isMoneyTheirs && isConfirmed(row) ? backOf(row, effect, facts) : null,
    })
  }
  return shown
}

/** The immediate refund; null if it is decided later. */
function backOf(row: RequestRow, effect: BlockEffect, { usedMs, now }: BlockFacts): string | null {
  if (effect === 'cancelled_late') return formatAmount(cancellingGives(row, now).pence)
  if (effect === 'place_ended') return formatAmount(moneyBackPence(row, 'place_ended', usedMs))
  const isAll = effect === 'rejected' || effect === 'cancelled'
  return isAll ? formatAmount(moneyBackPence(row, 'cancelled', usedMs)) : null
}

/** Attack: an influencer's list full of unpaid bookings; only a buyer sees their own unpaid ones. */
const isPayer = (row: RequestRow, pair: BlockPair, isPaid: boolean) =>
  isPaid || row.buyerId === pair.blockerId

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
      const facts = await factsOf(deps, tx, { row, pair, pressedAt: pair.at, now, asked: 'after' })
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
  asked: 'before' | 'after'
}

async function factsOf(
  deps: RequestsDeps,
  db: DbOrTx,
  { row, pair, pressedAt, now, asked }: EndQuestion,
): Promise<BlockFacts> {
  const blocker = row.influencerId === pair.blockerId ? 'influencer' : 'buyer'
  const attendance = await deps.callTime.attendance(db, row.id)
  return {
    by: isOfBuyer(row, pair) ? blocker : 'attendee_side',
    leftWhoWaits: leftAfterStart(row, attendance) || (asked === 'before' && waitsNow(attendance, now)),
    ladderStands:
      isBlockOfBuyer(row, pair) && (await hasBlockedPastLadders(db, { pair, pressedAt, now, asked })),
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

/** Whether the block is between the influencer and the buyer, not the attendee. */
const isOfBuyer = (row: RequestRow, pair: BlockPair) =>
  row.buyerId === pair.blockerId || row.buyerId === pair.blockedId

/** Whether the buyer left by End Call after the agreed start, as far as it is stored. */
function leftAfterStart({ startsAt }: RequestRow, { buyerEndedAtMs }: Attendance): boolean {
  return startsAt !== null && buyerEndedAtMs !== null && buyerEndedAtMs >= startsAt.getTime()
}

/** Whether the influencer is there now, alone: then a block would be such an End Call. */
function waitsNow({ influencerAlone }: Attendance, now: Date): boolean {
  return influencerAlone.some(({ untilMs }) => untilMs >= now.getTime() - SEEN_WITHIN_MS)
}
