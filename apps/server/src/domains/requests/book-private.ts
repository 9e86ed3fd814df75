import { type Booking, formatAmount, type MainSession, type MoneyBackPolicy } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { ensureIntent, lockPayer } from '../payments/public.ts'
import type { Offer } from '../profiles/public.ts'
import { assertNeedsNoSlot, type CheckedHolds } from '../schedule/public.ts'
import { withinBounds } from './bounds/within-bounds.ts'
import {
  acknowledged,
  type Created,
  callbackOf,
  createRequest,
  findCreated,
  fingerprintOf,
  noteOf,
} from './create-request.ts'
import { reserveTimeOf } from './money/apply-payment.ts'
import { datedSentences } from './money/present-money-back.ts'
import { bookedSlot, lockUnpaid, type SlotBookingDeps } from './slots/book-slot.ts'
import { holdWindow, isTight } from './slots/tight-window.ts'
import type { UnpaidLately } from './slots/unpaid-lately.ts'
import type { RequestRow } from './store.ts'
import { checkedTimeRange } from './time-range.ts'

export interface BookDeps extends SlotBookingDeps {
  /** The profile's offer, locked against change; null when there is no such public profile for this buyer. */
  offerForUpdate(
    tx: Tx,
    wanted: {
      username: string
      buyerId: string
      lock: 'share' | 'update'
      /** What is locked before the two people and the profile are. */
      before?: (influencerId: string) => Promise<void>
    },
  ): Promise<Offer | null>
}

export interface BookInput {
  buyerId: string
  username: string
  booking: Booking
  /** The creation's own key: a repeat returns the first answer and creates nothing. */
  uuid: string
}

/** Books a private call: the request first, then its payment intent. 409 if the offer has changed. */
export async function bookPrivate(deps: BookDeps, input: BookInput): Promise<RequestRow> {
  const book = (checked: CheckedHolds) =>
    withinBounds(deps, input.buyerId, () =>
      withTransaction(deps.db, tx => writeRequest(deps, tx, { ...input, checked })),
    )
  const { request, payment } = await reserveTimeOf(deps, book, input.buyerId)
  if (payment) await ensureIntent(deps, payment)
  return request
}

async function writeRequest(
  deps: BookDeps,
  tx: Tx,
  input: BookInput & { checked: CheckedHolds },
): Promise<Created> {
  const fingerprint = fingerprintOf(termsOf(input))
  const { slot, timeRange } = input.booking
  if (slot && timeRange) throw refuse.fields({ slot: ['Please choose a time in one way alone'] })
  const key = { ...input, fingerprint }
  await lockPayer(tx, input.buyerId)
  const first = slot ? null : await findCreated(tx, key)
  if (first) return first
  const { username, buyerId } = input
  // Rivals for one influencer's times go one after the other: the profile's lock comes with the offer, and last.
  // Attack: two requests of one buyer that wait for each other and keep that lock.
  const lock = slot || timeRange ? 'update' : 'share'
  const now = deps.clock.now()
  let unpaid: UnpaidLately[] = []
  const before = async (influencerId: string) => {
    unpaid = await lockUnpaid(tx, { buyerId, influencerId, uuid: input.uuid, now })
  }
  const offer = await deps.offerForUpdate(tx, { username, buyerId, lock, ...(slot ? { before } : {}) })
  // A buyer's unpaid requests for slots show a repeated creation, so that each booking of a slot needs one read.
  const repeated = unpaid.some(({ uuid }) => uuid === input.uuid) || (slot && !offer)
  const written = repeated ? await findCreated(tx, key) : null
  if (written) return written
  if (!offer) throw refuse.notFound('There is no such profile')
  if (offer.influencerId === buyerId) throw refuse.forbidden('You cannot book yourself')
  assertSameOffer(offer, input.booking)
  const wanted = {
    uuid: input.uuid,
    fingerprint,
    requestType: 'private' as const,
    buyerId: input.buyerId,
    influencerId: offer.influencerId,
    liveEventId: null,
    description: offer.description,
    pricePence: offer.pricePence,
    durationSeconds: offer.durationSeconds,
    durationDisplay: offer.durationDisplay,
    note: noteOf(input.booking),
    ...callbackOf(deps, input.booking.callback, `/profile/${input.username.toLowerCase()}`),
  }
  if (slot)
    return bookedSlot(deps, tx, {
      wanted: { ...wanted, ...frozenLadder(offer) },
      start: slot,
      now,
      checked: input.checked,
      unpaid,
    })
  await assertNeedsNoSlot(tx, offer.influencerId)
  const { durationSeconds } = offer
  const range = checkedTimeRange(timeRange ?? null, { durationSeconds, now })
  const takesTime = range !== null && isTight(range, durationSeconds)
  const dates = { startsAt: range?.start ?? null, endsAt: range?.end ?? null, takesTime }
  const more = range ? frozenLadder(offer) : acknowledged(input.booking, now)
  const created = await createRequest(deps, tx, { ...wanted, ...dates, ...more })
  if (takesTime) await holdWindow(tx, created.request, { now, checked: input.checked })
  return created
}

function termsOf(input: BookInput): unknown[] {
  const { amount, duration, duration_display, description, timeRange, slot } = input.booking
  return [
    input.username.toLowerCase(),
    amount,
    duration,
    duration_display ?? null,
    description ?? null,
    timeRange ? [Date.parse(timeRange.start), Date.parse(timeRange.end)] : null,
    ...(noteOf(input.booking) ? [noteOf(input.booking)] : []),
    ...(slot ? [{ slot: Date.parse(slot) }] : []),
    ...(input.booking.money_back ? [{ moneyBack: input.booking.money_back }] : []),
  ]
}

/** The server does not believe price, length and text from a client: it compares them. */
function assertSameOffer(offer: Offer, booking: Booking): void {
  const isSame =
    booking.amount === offer.pricePence &&
    booking.duration === offer.durationSeconds &&
    (booking.duration_display === undefined || booking.duration_display === offer.durationDisplay) &&
    (booking.description === undefined || booking.description === offer.description) &&
    (booking.money_back === undefined || !isDated(booking) || booking.money_back === offer.moneyBack)
  if (isSame) return
  throw refuse.conflict('The offer has changed. Please look at it again', { offer: presentOffer(offer) })
}

const isDated = ({ slot, timeRange }: Booking) => Boolean(slot || timeRange)

/**
 * The ladder of a dated call at the sale, and what its buyer read: later changes of the influencer do not apply to it.
 */
const frozenLadder = ({ moneyBack }: Offer) => ({
  moneyBackPolicy: moneyBack,
  moneyBackSentence: datedSentences(moneyBack),
})

function presentOffer(offer: Offer): MainSession & { money_back: MoneyBackPolicy } {
  return {
    amount: formatAmount(offer.pricePence),
    duration: offer.durationSeconds,
    duration_display: offer.durationDisplay,
    description: offer.description,
    money_back: offer.moneyBack,
  }
}
