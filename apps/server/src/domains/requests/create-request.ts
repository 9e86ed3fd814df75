import { createHash } from 'node:crypto'
import { pence, safeNextPath, TERMS_VERSION } from '@parley/contract'
import { newId, unguessableSlug } from '../../core/ids.ts'
import { invariant } from '../../core/invariant.ts'
import { refuse } from '../../core/refusal.ts'
import type { Tx } from '../../db/client.ts'
import { findPaymentOf, lockPayer, type PaymentRow, planPayment } from '../payments/public.ts'
import { assertMayBook } from './buyer-bounds.ts'
import type { RequestsDeps } from './deps.ts'
import { nextDueAt } from './request.ts'
import { NO_SLOT } from './slots/slot-rules.ts'
import { type UnpaidLately, unpaidLately } from './slots/unpaid-lately.ts'
import { findRequestByUuid, insertRequest, insertRequestAudit, type RequestRow } from './store.ts'

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
> &
  Partial<
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

/** A time that is free, and what else its buyer has not paid. */
export interface TimeFound {
  time: Partial<NewRequest>
  unpaid: UnpaidLately[]
}

/** A request and, until its intent exists at the provider, its payment. */
export interface Created {
  request: RequestRow
  payment: PaymentRow | undefined
}

/** A digest of the input of a creation; two creations with one key must have the same input. */
export function fingerprintOf(asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
}

/** The buyer's note as it is stored: null when there is nothing in it. */
export const noteOf = ({ note }: { note?: string | null | undefined }): string | null => note || null

/** The answer of an earlier creation with this key by this buyer; 409 if its input was different. */
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
 * Stores an unpaid request, its first audit row and its planned payment; the same key at the same time stores one.
 * `timeOf` finds the time of a slot free, or refuses; it runs once it is sure that this is no repeat, with the
 * buyer's unpaid requests, and returns them without those that it gave up.
 */
export async function createRequest(
  deps: RequestsDeps,
  tx: Tx,
  { timeOf, ...asked }: NewRequest & { timeOf?: (unpaid: UnpaidLately[]) => Promise<TimeFound> },
): Promise<Created> {
  const now = deps.clock.now()
  await lockPayer(tx, asked.buyerId)
  // Checked again under the lock: the same key may have been stored while this one waited.
  const unpaid = timeOf && (await unpaidLately(tx, { ...asked, now }))
  const mayBeRepeat = !unpaid || unpaid.some(({ uuid }) => uuid === asked.uuid)
  const first = mayBeRepeat && (await findCreated(tx, asked))
  if (first) return first
  const found = timeOf && unpaid && (await timeOf(unpaid))
  const wanted = { ...asked, ...found?.time }
  await assertMayBook(tx, { ...wanted, now, unpaid: found?.unpaid })
  const facts = {
    ...NO_SLOT,
    takesTime: false,
    ...wanted,
    id: newId(),
    slug: unguessableSlug(),
    state: 'offered' as const,
    outcome: null,
    settledBy: null,
    paymentStatus: 'unpaid' as const,
    attendeeId: null,
    feeBasisPoints: deps.feeBasisPoints,
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
  const values = { ...facts, dueAt: nextDueAt(facts, deps) }
  const [request] = await insertRequest(tx, values)
  if (!request) {
    const winner = await findCreated(tx, wanted)
    invariant(winner, 'a conflicting creation is stored')
    return winner
  }
  await insertRequestAudit(tx, {
    id: newId(),
    requestId: request.id,
    action: 'book',
    actorId: request.buyerId,
    fromState: null,
    toState: request.state,
    fromPayment: null,
    toPayment: request.paymentStatus,
    data: {},
    createdAt: now,
  })
  const sale = { requestId: request.id, payerId: request.buyerId, amountPence: request.pricePence }
  return { request, payment: await planPayment(tx, sale, now) }
}

/** The page for the return: only its path comes from the client, and only on this site. */
export function callbackOf(deps: RequestsDeps, given: string | undefined, fallback: string): string {
  const asked = given ?? ''
  const path = asked.startsWith(`${deps.publicOrigin}/`) ? asked.slice(deps.publicOrigin.length) : asked
  return `${deps.publicOrigin}${safeNextPath(path, fallback)}`
}
