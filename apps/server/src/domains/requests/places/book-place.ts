import type { PlaceBooking } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import { type EventOffer, eventOffer, eventOfferForUpdate, placesChanged } from '../../live-events/public.ts'
import { ensureIntent } from '../../payments/public.ts'
import { mayMeet } from '../../safety/public.ts'
import { withinBounds } from '../bounds/within-bounds.ts'
import {
  type Created,
  callbackOf,
  createRequest,
  fingerprintOf,
  lockForCreation,
  noteOf,
} from '../create-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { haveSharedRequest, type RequestRow } from '../store.ts'
import { maySell } from '../suspensions/may-sell.ts'
import { countPlaces, placeOf } from './place-store.ts'

const noSuchEvent = () => refuse.notFound('There is no such event')
const HAS_ONE = 'You have a place at this event already'
const SOLD_OUT = 'This event is sold out'

export interface PlaceInput {
  buyerId: string
  username: string
  booking: PlaceBooking
  /** The creation's own key: a repeat returns the first answer and takes no second place. */
  uuid: string
}

/**
 * Books one place at an event: the event's row is locked until the place is stored, so that the last one is sold
 * once. 409 if the price has changed, if none is left, or if the buyer has one already.
 */
export async function bookPlace(deps: RequestsDeps, input: PlaceInput): Promise<RequestRow> {
  try {
    const { request, payment } = await withinBounds(deps, input.buyerId, () =>
      withTransaction(deps.db, tx => writePlace(deps, tx, input)),
    )
    if (payment) await ensureIntent(deps, payment)
    return request
  } catch (error) {
    if (!isUniqueViolation(error, 'session_requests_one_place')) throw error
    throw refuse.conflict(HAS_ONE)
  }
}

async function writePlace(deps: RequestsDeps, tx: Tx, input: PlaceInput): Promise<Created> {
  const { buyerId, username, booking, uuid } = input
  const { slug, session_request: shown } = booking
  const note = noteOf(booking)
  const fingerprint = fingerprintOf([username.toLowerCase(), slug, shown.amount, ...(note ? [note] : [])])
  const key = { buyerId, uuid, fingerprint }
  const first = await lockForCreation(tx, key)
  if (first) return first
  const places = { placesHeld: countPlaces }
  const seen = await sellable(tx, await eventOffer(places, tx, { username, slug }), input)
  // Hundreds of late buyers get their refusal before the lock, instead of waiting for all before them. Whether this
  // buyer already has a place is checked after the count, so that a repeat of the booking that took the last place
  // waits.
  if (
    (await placesBeyond(tx, seen)) >= 0 &&
    (await placeOf(tx, { eventId: seen.eventId, buyerId })) === 'none'
  ) {
    throw refuse.conflict(SOLD_OUT)
  }
  const locked = await eventOfferForUpdate(places, tx, { username, slug })
  const offer = await sellable(tx, locked, input)
  if (!(await maySell(deps, tx, { influencerId: offer.influencerId, buyerId }))) throw noSuchEvent()
  if ((await placeOf(tx, { eventId: offer.eventId, buyerId })) !== 'none') throw refuse.conflict(HAS_ONE)
  const made = await createRequest(deps, tx, {
    uuid,
    fingerprint,
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
    note,
    callback: callbackOf(deps, booking.callback, `/live-event/${offer.slug}`),
  })
  // Counted after the insert, so that a buyer with a place learns that, and not that none is left.
  if ((await placesBeyond(tx, offer)) > 0) throw refuse.conflict(SOLD_OUT)
  await placesChanged(deps, tx, offer.eventId)
  return made
}

/** The offer, if this buyer may have it at the price they saw. */
async function sellable(tx: Tx, offer: EventOffer | null, input: PlaceInput): Promise<EventOffer> {
  if (!offer || !(await maySeeOffer(tx, offer, input.buyerId))) throw noSuchEvent()
  if (offer.influencerId === input.buyerId) throw refuse.forbidden('You cannot book your own event')
  if (offer.isOver) throw refuse.conflict('This event is over')
  if (!isAsSeen(offer, input.booking.session_request)) {
    throw refuse.conflict('The offer has changed. Please look at it again', { offer: offer.shown })
  }
  return offer
}

/**
 * Whether the offer is the one that the buyer read; omitted fields are not compared, and our pages omit none. Attack:
 * an owner who shortens turns, keeps the money of absent fans, or changes format or date while somebody reads the
 * former offer.
 */
function isAsSeen(offer: EventOffer, seen: PlaceBooking['session_request']): boolean {
  const isQueue = offer.format === 'queue'
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

/** How many places are taken beyond the event's capacity; below zero while some are left. */
async function placesBeyond(tx: Tx, { eventId, capacity }: EventOffer): Promise<number> {
  if (capacity === null) return Number.NEGATIVE_INFINITY
  return ((await countPlaces(tx, [eventId])).get(eventId) ?? 0) - capacity
}

/** A private profile sells only to people who have a request with it. */
async function maySeeOffer(tx: Tx, offer: EventOffer, buyerId: string): Promise<boolean> {
  if (offer.influencerId === buyerId) return true
  if (!(await mayMeet(tx, offer.influencerId, buyerId))) return false
  if (offer.influencerIsPublic) return true
  return haveSharedRequest(tx, offer.influencerId, buyerId)
}
