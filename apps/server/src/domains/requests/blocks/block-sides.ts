import type { BlockEffect, Pence } from '@parley/contract'
import type { BlockPair } from '../../safety/public.ts'
import type { Attendance } from '../calls/call-time.ts'
import { cancellingGives, type LadderedSale, moneyBackPence } from '../money/money-back.ts'
import { isConfirmed } from '../request.ts'
import type { RequestRow } from '../store.ts'
import type { BlockFacts } from './block-rules.ts'

/** A party seen alone within this time counts as present. */
const SEEN_WITHIN_MS = 10_000

type Sides = Pick<RequestRow, 'buyerId' | 'influencerId' | 'attendeeId'>

/** Whether the block is between the influencer and the buyer, not the attendee. */
export const isOfBuyer = ({ buyerId }: Sides, { blockerId, blockedId }: BlockPair): boolean =>
  buyerId === blockerId || buyerId === blockedId

/**
 * On which side of a request a block is pressed. Attack: an influencer blocks the attendee of a dated call shortly
 * before its start, and waits for a buyer who is not there and cannot cancel any more. An undated call waits for its
 * buyer, who can cancel it.
 */
export function sideOf(row: Sides & Pick<RequestRow, 'startsAt'>, pair: BlockPair): BlockFacts['by'] {
  const isOfAttendee = !isOfBuyer(row, pair)
  if (row.influencerId === pair.blockerId && (!isOfAttendee || row.startsAt !== null)) return 'influencer'
  return isOfAttendee ? 'attendee_side' : 'buyer'
}

/**
 * Whether the buyer leaves an influencer who waits for them: they pressed End Call after the agreed start, or the block
 * that they are about to press would be such an End Call.
 */
export function leavesWhoWaits(
  { startsAt }: Pick<RequestRow, 'startsAt'>,
  { buyerEndedAtMs, influencerAlone }: Pick<Attendance, 'buyerEndedAtMs' | 'influencerAlone'>,
  { moment, now }: { moment: 'before' | 'after'; now: Date },
): boolean {
  const hasLeft = startsAt !== null && buyerEndedAtMs !== null && buyerEndedAtMs >= startsAt.getTime()
  const waitsNow = influencerAlone.some(({ untilMs }) => untilMs >= now.getTime() - SEEN_WITHIN_MS)
  return hasLeft || (moment === 'before' && waitsNow)
}

/** Attack: an influencer's list full of unpaid bookings; only a buyer sees their own unpaid ones. */
export const isShownBefore = (row: Pick<RequestRow, 'buyerId' | 'paidAt'>, blockerId: string): boolean =>
  isConfirmed(row) || row.buyerId === blockerId

/** The refund of a block, as the person who presses it reads it; null if it is decided later or not for them. */
export function shownBack(
  row: LadderedSale & Pick<RequestRow, 'attendeeId'>,
  effect: BlockEffect,
  { blockerId, usedMs, now }: Pick<BlockFacts, 'usedMs' | 'now'> & Pick<BlockPair, 'blockerId'>,
): Pence | null {
  if (row.attendeeId === blockerId || !isConfirmed(row)) return null
  switch (effect) {
    case 'cancelled_late':
      return cancellingGives(row, now).pence
    case 'place_ended':
      return moneyBackPence(row, 'place_ended', usedMs)
    case 'rejected':
    case 'cancelled':
      return moneyBackPence(row, 'cancelled', usedMs)
    default:
      return null
  }
}
