import { createHash } from 'node:crypto'
import { type Booking, formatAmount, type MainSession, parseAmount, safeNextPath } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { newId, unguessableSlug } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { ensureIntent, findPaymentOf, type PaymentRow, planPayment } from '../payments/public.ts'
import type { Offer, RequestsDeps } from './deps.ts'
import { nextDueAt } from './request.ts'
import { findRequestByUuid, type RequestRow } from './store.ts'
import { requestAudit, sessionRequests } from './tables.ts'
import { checkedTimeRange } from './time-range.ts'

export interface BookDeps extends RequestsDeps {
  /** The profile's offer, locked against change; null when there is no such public profile for this buyer. */
  offerForUpdate(tx: Tx, username: string, buyerId: string): Promise<Offer | null>
}

export interface BookInput {
  buyerId: string
  username: string
  booking: Booking
  /** The creation's own key: a repeat returns the first answer and creates nothing. */
  uuid: string
}

/** Books a private call: the request first, then its payment intent. 409 when the offer is another by now. */
export async function bookPrivate(deps: BookDeps, input: BookInput): Promise<RequestRow> {
  const { request, payment } = await withTransaction(deps.db, tx => writeRequest(deps, tx, input))
  if (payment) await ensureIntent(deps, payment)
  return request
}

async function writeRequest(
  deps: BookDeps,
  tx: Tx,
  input: BookInput,
): Promise<{ request: RequestRow; payment: PaymentRow | undefined }> {
  const fingerprint = fingerprintOf(input)
  const first = await findRequestByUuid(tx, input.buyerId, input.uuid)
  if (first) return firstAnswer(tx, first, fingerprint)
  const offer = await deps.offerForUpdate(tx, input.username, input.buyerId)
  if (!offer) throw refuse.notFound('There is no such profile')
  if (offer.influencerId === input.buyerId) throw refuse.forbidden('You cannot book yourself')
  assertSameOffer(offer, input.booking)
  const now = deps.clock.now()
  const range = checkedTimeRange(input.booking.timeRange ?? null, {
    durationSeconds: offer.durationSeconds,
    now,
  })
  const values = {
    id: newId(),
    slug: unguessableSlug(),
    uuid: input.uuid,
    fingerprint,
    requestType: 'private' as const,
    state: 'offered' as const,
    paymentStatus: 'unpaid' as const,
    buyerId: input.buyerId,
    influencerId: offer.influencerId,
    description: offer.description,
    pricePence: offer.pricePence,
    feeBasisPoints: deps.feeBasisPoints,
    durationSeconds: offer.durationSeconds,
    durationDisplay: offer.durationDisplay,
    startsAt: range?.start ?? null,
    endsAt: range?.end ?? null,
    callback: callbackOf(deps, input),
    createdAt: now,
  }
  const [request] = await tx.insert(sessionRequests).values(values).onConflictDoNothing().returning()
  if (!request) {
    const winner = await findRequestByUuid(tx, input.buyerId, input.uuid)
    invariant(winner, 'a conflicting creation is stored')
    return firstAnswer(tx, winner, fingerprint)
  }
  const facts = { ...request, dueAt: nextDueAt(request, deps) }
  await writeFirstSteps(tx, facts)
  const sale = { requestId: request.id, payerId: input.buyerId, amountPence: request.pricePence }
  return { request: facts, payment: await planPayment(tx, sale, now) }
}

async function writeFirstSteps(tx: Tx, request: RequestRow): Promise<void> {
  await tx.update(sessionRequests).set({ dueAt: request.dueAt }).where(eq(sessionRequests.id, request.id))
  await tx.insert(requestAudit).values({
    id: newId(),
    requestId: request.id,
    action: 'book',
    actorId: request.buyerId,
    fromState: null,
    toState: request.state,
    fromPayment: null,
    toPayment: request.paymentStatus,
    data: {},
    createdAt: request.createdAt,
  })
}

async function firstAnswer(tx: Tx, request: RequestRow, fingerprint: string) {
  if (request.fingerprint !== fingerprint) {
    throw refuse.conflict('This uuid was used for another booking already')
  }
  const payment = await findPaymentOf(tx, request.id)
  return { request, payment: payment?.status === 'creating' ? payment : undefined }
}

/** What a creation asked for; two with one key must ask for the same. */
function fingerprintOf(input: BookInput): string {
  const { amount, duration, duration_display, description, timeRange } = input.booking
  const asked = [
    input.username.toLowerCase(),
    parseAmount(amount),
    Number(duration),
    duration_display === undefined ? null : Number(duration_display),
    description ?? null,
    timeRange ? [Date.parse(timeRange.start), Date.parse(timeRange.end)] : null,
  ]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
}

/** Nothing a client says about price, length or text is believed: it is compared. */
function assertSameOffer(offer: Offer, booking: Booking): void {
  const isSame =
    parseAmount(booking.amount) === offer.pricePence &&
    Number(booking.duration) === offer.durationSeconds &&
    (booking.duration_display === undefined || Number(booking.duration_display) === offer.durationDisplay) &&
    (booking.description === undefined || booking.description === offer.description)
  if (isSame) return
  throw refuse.conflict('The offer has changed. Please look at it again', { offer: presentOffer(offer) })
}

function presentOffer(offer: Offer): MainSession {
  return {
    amount: formatAmount(offer.pricePence),
    duration: offer.durationSeconds,
    duration_display: offer.durationDisplay as MainSession['duration_display'],
    description: offer.description,
  }
}

/** The page to come back to: only its path is taken from the client, and only on this site. */
function callbackOf(deps: BookDeps, input: BookInput): string {
  const given = input.booking.callback ?? ''
  const path = given.startsWith(`${deps.publicOrigin}/`) ? given.slice(deps.publicOrigin.length) : given
  return `${deps.publicOrigin}${safeNextPath(path, `/profile/${input.username.toLowerCase()}`)}`
}
