import type { PlaceBooking } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import { type EventOffer, lockForSale } from '../../live-events/public.ts'
import { ensureIntent, planFirstPayment } from '../../payments/public.ts'
import { profileShowsMore } from '../../profiles/public.ts'
import { lockPair } from '../../safety/public.ts'
import { assertMayBook } from '../bounds/buyer-bounds.ts'
import { withinBounds } from '../bounds/within-bounds.ts'
import {
  type Created,
  callbackOf,
  fingerprintOf,
  insertUnpaid,
  lockForCreation,
  noteOf,
} from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { haveSharedRequest, type RequestRow } from '../store.ts'
import { maySell } from '../suspensions/may-sell.ts'
import { findPlaceSale } from './place-sale.ts'
import { placeOf } from './place-store.ts'

const noSuchEvent = () => refuse.notFound('There is no such event')
const HAS_ONE = 'You have a place at this event already'
const SOLD_OUT = 'This event is sold out'

export interface PlaceInput {
  buyerId: string
  username: string
  booking: PlaceBooking
}

/** What is written once the key of the creation is known: a repeat returns the first answer, and takes no place. */
interface KeyedInput extends PlaceInput {
  uuid: string
}

/** A booking has its key beside `session_request`, as every creation, or in it, as the specification names it. */
function keyOf({ uuid, session_request: { uuid: inner } }: PlaceBooking): string {
  if (uuid !== undefined && inner !== undefined && uuid !== inner)
    throw refuse.fields({ 'session_request.uuid': ['The booking has another key beside this one'] })
  return uuid ?? inner ?? newId()
}

function noteAt(booking: PlaceBooking): string | null {
  const [outer, inner] = [noteOf(booking), noteOf(booking.session_request)]
  if (outer !== null && inner !== null && outer !== inner)
    throw refuse.fields({ 'session_request.note': ['The booking has another note beside this one'] })
  return outer ?? inner
}

/**
 * Books one place at an event: the event's row is locked until the place is stored, so that the last one is sold
 * once. 409 if the price has changed, if none is left, or if the buyer has one already.
 */
export async function bookPlace(deps: RequestsDeps, input: PlaceInput): Promise<RequestRow> {
  const keyed = { ...input, uuid: keyOf(input.booking) }
  try {
    const { request, payment } = await withinBounds(deps, input.buyerId, () =>
      withTransaction(deps.db, tx => writePlace(deps, tx, keyed)),
    )
    if (payment) await ensureIntent(deps, payment)
    return request
  } catch (error) {
    if (!isUniqueViolation(error, 'session_requests_one_place')) throw error
    throw refuse.conflict(HAS_ONE)
  }
}

async function writePlace(deps: RequestsDeps, tx: Tx, input: KeyedInput): Promise<Created> {
  const { buyerId, booking, uuid } = input
  const { session_request: shown } = booking
  const fingerprint = fingerprintOf(termsOf(input))
  const first = await lockForCreation(tx, { buyerId, uuid, fingerprint })
  if (first) return first
  // Hundreds of late buyers get their refusal before the lock, instead of waiting for all before them.
  const seen = await sellable(tx, input)
  const { eventId, influencerId } = seen
  await lockPair(tx, influencerId, buyerId)
  if (!(await maySell(deps, tx, { influencerId, buyerId }))) throw noSuchEvent()
  const now = deps.clock.now()
  await assertMayBook(tx, { buyerId, influencerId, liveEventId: eventId, now })
  // Before the lock, which all buyers of the event wait for: the price is either the one that this buyer saw, or none.
  const sale = { requestId: newId(), payerId: buyerId, amountPence: shown.amount }
  const payment = await planFirstPayment(tx, sale, now)
  await lockForSale(tx, { eventId })
  const offer = await sellable(tx, input)
  const soldAt = deps.clock.now()
  const request = await insertUnpaid(deps, tx, {
    ...{ id: sale.requestId, uuid, fingerprint, now: soldAt },
    requestType: 'broadcast',
    buyerId,
    influencerId: offer.influencerId,
    liveEventId: offer.eventId,
    description: offer.description,
    pricePence: offer.pricePence,
    durationSeconds: offer.durationSeconds,
    durationDisplay: offer.durationDisplay,
    startsAt: offer.startsAt,
    endsAt: offer.startsAt && new Date(offer.startsAt.getTime() + offer.durationSeconds * 1000),
    note: noteAt(booking),
    ...callbackOf(deps, booking.callback, `/live-event/${offer.slug}`),
  })
  invariant(request, 'the payer is locked, so no other creation has this key')
  // The pages of an event without a capacity show nothing about its places.
  if (offer.capacity !== null) await profileShowsMore(tx, offer.influencerId, soldAt)
  return { request, payment }
}

/** What a repeated booking must have in common with the first; a moment is the same in each way of writing it. */
function termsOf({ username, booking }: PlaceInput): unknown[] {
  const { amount, uuid: _key, note: _note, starts_at: startsAt, ...terms } = booking.session_request
  const note = noteAt(booking)
  const named = { ...terms, ...(startsAt ? { startsAt: Date.parse(startsAt) } : {}) }
  const said = Object.entries(named).filter(([, value]) => value !== undefined && value !== null)
  return [
    ...[username.toLowerCase(), booking.slug, amount],
    ...(note ? [note] : []),
    ...(said.length > 0 ? [Object.fromEntries(said.sort())] : []),
  ]
}

/**
 * The offer, if this buyer may have it at the price they saw, has none, and one is left. It stays true while the buyer,
 * the pair of the two people and the event are locked.
 */
async function sellable(tx: Tx, input: PlaceInput): Promise<EventOffer> {
  const { buyerId, username, booking } = input
  const found = await findPlaceSale(tx, { username, slug: booking.slug, buyerId })
  if (!found || found.isBarred) throw noSuchEvent()
  const { offer } = found
  if (offer.influencerId === buyerId) throw refuse.forbidden('You cannot book your own event')
  // A private profile sells only to people who have a request with it.
  if (!offer.influencerIsPublic && !(await haveSharedRequest(tx, offer.influencerId, buyerId)))
    throw noSuchEvent()
  if (offer.isOver) throw refuse.conflict('This event is over')
  if (!isAsSeen(offer, booking.session_request)) {
    throw refuse.conflict('The offer has changed. Please look at it again', { offer: offer.shown })
  }
  // First, so that a buyer with a place learns that, and not that none is left.
  if (found.holdsOne) {
    const place = await placeOf(tx, { eventId: offer.eventId, buyerId })
    if (place === 'none')
      throw refuse.conflict('Your place at this event has ended, and nobody books one event twice')
    throw refuse.conflict(HAS_ONE)
  }
  if (offer.capacity !== null && offer.placesHeld >= offer.capacity) throw refuse.conflict(SOLD_OUT)
  return offer
}

/**
 * Whether the offer is the one that the buyer read; our pages send all of it. Attack: an owner who shortens turns,
 * keeps the money of absent fans, or changes format or date while somebody reads the former offer. Omitted fields are
 * not compared, because the specification's booking names the price alone, but for the rule that costs an absent fan
 * the money: a buyer who does not name that rule has not read it.
 */
function isAsSeen(offer: EventOffer, seen: PlaceBooking['session_request']): boolean {
  const isQueue = offer.format === 'queue'
  if (isQueue && offer.absent === 'keep' && !seen.absent) return false
  return (
    seen.amount === offer.pricePence &&
    isSame(seen.format, offer.format) &&
    isSame(seen.duration, offer.durationSeconds) &&
    isSame(seen.absent, isQueue ? offer.absent : null) &&
    isSame(seen.order, isQueue ? offer.order : null) &&
    isSame(seen.starts_at && Date.parse(seen.starts_at), offer.startsAt?.getTime() ?? null)
  )
}

const isSame = <T>(seen: T | undefined, now: T): boolean => seen === undefined || seen === now
