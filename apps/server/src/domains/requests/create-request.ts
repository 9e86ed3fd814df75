import { createHash } from 'node:crypto'
import { HOUR_MS, pence, safeNextPath, TERMS_VERSION } from '@parley/contract'
import { newId, unguessableSlug } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import { holdAccount } from '../accounts/public.ts'
import { findPaymentOf, lockPayer, type PaymentRow, planFirstPayment } from '../payments/public.ts'
import { assertMayBook } from './bounds/buyer-bounds.ts'
import type { RequestsDeps } from './deps.ts'
import { nextDueAt } from './request.ts'
import { NO_SLOT } from './slots/slot-rules.ts'
import type { UnpaidLately } from './slots/unpaid-lately.ts'
import { findRequestByUuid, insertBooked, type RequestRow } from './store.ts'

/** What a new request is made of; the rest is the same for all of them. */
export type NewRequest = Pick<
  RequestRow,
  | 'uuid'
  | 'fingerprint'
  | 'requestType'
  | 'buyerId'
  | 'influencerId'
  | 'liveEventId'
  | 'description'
  | 'pricePence'
  | 'durationSeconds'
  | 'durationDisplay'
  | 'startsAt'
  | 'endsAt'
  | 'note'
  | 'callback'
> & {
  /** Whether the client named the page for the return: it may say something of the buyer. */
  isCallbackGiven: boolean
} & Partial<
    Pick<
      RequestRow,
      | 'slotSequence'
      | 'slotTerms'
      | 'takesTime'
      | 'holdUntil'
      | 'moneyBackPolicy'
      | 'moneyBackSentence'
      | 'termsVersion'
      | 'acknowledgedAt'
    >
  >

/** A request and, while its intent is still to be made at the provider, its payment. */
export interface Created {
  request: RequestRow
  payment: PaymentRow | undefined
}

/** A digest of the input of a creation; two creations with one key must have the same input. */
export function fingerprintOf(input: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url')
}

/** The buyer's note as it is stored: null when there is nothing in it. */
export const noteOf = ({ note }: { note?: string | null | undefined }): string | null => note || null

/**
 * Locks the payer, so that what they book goes one after the other, and answers the earlier creation with this key, if
 * there was one. It is the first lock of every booking and payment. The order of all of them: payer, request, the pair
 * of the two people, event, the influencer's profile. The lock of the ages comes before the event's.
 */
export async function lockForCreation(
  tx: Tx,
  key: { buyerId: string; uuid: string; fingerprint: string },
): Promise<Created | null> {
  await lockPayer(tx, key.buyerId)
  return findCreated(tx, key)
}

/**
 * The answer of an earlier creation with this key by this buyer, if there was one; 409 when it requests something
 * else.
 */
export async function findCreated(
  tx: Tx,
  key: { buyerId: string; uuid: string; fingerprint: string },
): Promise<Created | null> {
  const request = await findRequestByUuid(tx, key.buyerId, key.uuid)
  if (!request) return null
  if (request.fingerprint !== key.fingerprint) {
    throw refuse.conflict('This uuid was used for another booking already')
  }
  const payment = await findPaymentOf(tx, request.id)
  return { request, payment: payment?.status === 'creating' ? payment : undefined }
}

/** The sentence that the buyer of an undated call confirmed, at this moment; 409 if it has changed. */
export function acknowledged({ terms_version: version }: { terms_version?: string | undefined }, now: Date) {
  if (version === undefined) return {}
  if (version !== TERMS_VERSION) throw refuse.conflict('The terms have changed. Please look at them again')
  return { termsVersion: version, acknowledgedAt: now }
}

/**
 * Writes an unpaid request, its first line of audit and its planned payment, after `lockForCreation` found none.
 * `unpaid`: what the buyer has not paid, where that was read already.
 */
export async function createRequest(
  deps: RequestsDeps,
  tx: Tx,
  { unpaid, ...wanted }: NewRequest & { unpaid?: readonly UnpaidLately[] },
): Promise<Created> {
  const now = deps.clock.now()
  await assertMayBook(tx, { ...wanted, now, unpaid })
  const request = await insertUnpaid(deps, tx, { ...wanted, id: newId(), now })
  if (!request) {
    const winner = await findCreated(tx, wanted)
    invariant(winner, 'a conflicting creation is stored')
    return winner
  }
  const sale = { requestId: request.id, payerId: request.buyerId, amountPence: request.pricePence }
  return { request, payment: await planFirstPayment(tx, sale, now) }
}

/** Writes an unpaid request and its first line of audit; null if the buyer's key has a request already. */
export async function insertUnpaid(
  deps: RequestsDeps,
  tx: Tx,
  { now, isCallbackGiven, ...wanted }: NewRequest & { id: string; now: Date },
): Promise<RequestRow | null> {
  // What they gave would outlive an account that is deleted in this moment.
  const isTheirs = wanted.note !== null || isCallbackGiven
  if (isTheirs && !(await holdAccount(tx, wanted.buyerId))) throw refuse.unauthenticated()
  const facts = {
    ...NO_SLOT,
    takesTime: false,
    ...wanted,
    slug: unguessableSlug(),
    state: 'offered' as const,
    outcome: null,
    settledBy: null,
    paymentStatus: 'unpaid' as const,
    attendeeId: null,
    feeBasisPoints: deps.feeBasisPoints,
    releaseAfterHours: deps.releaseAfterMs / HOUR_MS,
    refundedPence: pence(0),
    chargedBackPence: pence(0),
    rejectReason: null,
    createdAt: now,
    paidAt: null,
    claimedAt: null,
    begunAt: null,
    endedAt: null,
    releasedAt: null,
  }
  const [request] = await insertBooked(tx, { ...facts, dueAt: nextDueAt(facts, deps) })
  return request ?? null
}

/** The page for the return: only its path comes from the client, and only on this site. */
export function callbackOf(
  deps: RequestsDeps,
  given: string | undefined,
  fallback: string,
): Pick<NewRequest, 'callback' | 'isCallbackGiven'> {
  const address = given ?? ''
  const path = address.startsWith(`${deps.publicOrigin}/`) ? address.slice(deps.publicOrigin.length) : address
  return {
    callback: `${deps.publicOrigin}${safeNextPath(path, fallback)}`,
    isCallbackGiven: address !== '',
  }
}
