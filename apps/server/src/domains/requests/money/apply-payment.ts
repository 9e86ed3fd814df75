import { setTimeout as delay } from 'node:timers/promises'
import { CURRENCY, messages } from '@parley/contract'
import { boundedQueue } from '../../../core/bounded-queue.ts'
import { invariant } from '../../../core/invariant.ts'
import { Outage } from '../../../core/outage.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import {
  findPayment,
  findPaymentByIntent,
  findPaymentOf,
  hasSuccessor,
  type IntentFacts,
  lockPayment,
  type PaymentRow,
  recordIntent,
  savePaidCard,
} from '../../payments/public.ts'
import { type CheckedHolds, reserveTime } from '../../schedule/public.ts'
import { changeRequest } from '../change-request.ts'
import { REQUEST_TOPICS, type RequestsDeps } from '../deps.ts'
import { movePayment } from '../request.ts'
import { followPayment } from '../slots/tight-window.ts'
import { findRequest, type RequestRow } from '../store.ts'
import { isAtBank, isHeldUnpaid, isIntentOf, paymentWordOf } from './payment-rules.ts'

/** Somebody waits for the answer, with no lock of theirs. */
const CHECKED_WITHIN_MS = 20_000
/** Many holds may have ended in the time of a long event. Each answer takes a connection of the pool for a moment. */
const CHECKED_AT_ONCE = 4

/** Fetches a payment from the provider and updates the request; any number of times, one effect. */
export async function applyPayment(deps: RequestsDeps, payment: PaymentRow): Promise<RequestRow | null> {
  if (!payment.intentId) return null
  return applyIntent(deps, payment, await deps.payments.fetchIntent(payment.intentId))
}

/** Updates a request to the provider's state of its intent. */
export async function applyIntent(
  deps: RequestsDeps,
  payment: PaymentRow,
  intent: IntentFacts,
): Promise<RequestRow> {
  if (intent.settledIn !== null && intent.settledIn !== CURRENCY)
    deps.log.error(
      { paymentId: payment.id, settledIn: intent.settledIn },
      'a charge was settled in another currency than the books are in: their sums at the provider are wrong',
    )
  return reserveTimeOf(deps, checked =>
    changeRequest(deps, {
      requestId: payment.requestId,
      action: `payment_${paymentWordOf(intent)}`,
      actorId: null,
      decide: async (row, tx, now) => {
        const locked = await lockPayment(tx, payment.id)
        invariant(locked, 'a payment is never deleted')
        await recordIntent(tx, { payment: locked, intent, now })
        const card = intent.cardToSave
        if (card) await savePaidCard(deps, tx, { payerId: locked.payerId, card })
        const word = paymentWordOf(intent)
        if (word !== 'succeeded' && (await hasSuccessor(tx, payment))) return null
        return followPayment(tx, { row, moved: movePayment(row, word, now), now, checked })
      },
    }),
  )
}

/**
 * Adds work that asks the provider about a payment at a bank: the event that the bank has decided may be lost. The
 * sweep itself asks nothing, because all rules of time wait for it. A process that comes second finds the row not due.
 */
export async function pollBankLater(deps: RequestsDeps, tx: Tx, row: RequestRow): Promise<void> {
  const isDue = row.dueAt !== null && row.dueAt <= deps.clock.now()
  if (!isDue || !isAtBank(row) || isHeldUnpaid(row)) return
  const payment = await findPaymentOf(tx, row.id)
  if (payment?.intentId) await deps.outbox.add(tx, REQUEST_TOPICS.bankPolled, { intentId: payment.intentId })
}

/** The provider that does not answer is asked again by the next poll: this work never waits for another try. */
export async function pollBank(deps: RequestsDeps, intentId: string): Promise<void> {
  try {
    await applyIntentOutcome(deps, intentId)
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    deps.log.warn({ intentId, err: error }, 'the provider could not be asked about a payment at a bank')
  }
}

/** Updates the request of an intent, by the provider's id; null if the intent is none of ours. */
export async function applyIntentOutcome(deps: RequestsDeps, intentId: string): Promise<RequestRow | null> {
  const known = await findPaymentByIntent(deps.db, intentId)
  if (known) return applyPayment(deps, known)
  // The webhook may arrive before the answer with the intent's id.
  const intent = await deps.payments.fetchIntent(intentId)
  const payment = intent.paymentId ? await findPayment(deps.db, intent.paymentId) : undefined
  if (!payment || !isIntentOf(payment, intentId)) return null
  return applyIntent(deps, payment, intent)
}

/**
 * Runs a transaction that takes somebody's time; every such transaction of this domain does. A time whose hold ended
 * goes to another buyer only after the provider answered that nobody paid for it in time. `buyerId`: the buyer who
 * takes the time, if a buyer does.
 */
export const reserveTimeOf = <T>(
  deps: RequestsDeps,
  reserve: (checked: CheckedHolds) => Promise<T>,
  buyerId?: string,
): Promise<T> =>
  reserveTime(
    ids => checkHolds(deps, ids, buyerId),
    reserve,
    // Where no buyer asks for the time, as when the provider says that a payment succeeded, nothing is decided yet.
    buyerId === undefined ? undefined : () => refuse.conflict(messages.timeTaken),
  )

/**
 * Asks the provider about holds that have ended or are given up, a few at once: a buyer who paid in time keeps the
 * time, although the provider's webhook is late. Throws an outage if the provider does not answer soon for all of them.
 */
export async function checkHolds(
  deps: RequestsDeps,
  requestIds: readonly string[],
  buyerId?: string,
): Promise<void> {
  const enough = new AbortController()
  const late = delay(CHECKED_WITHIN_MS, undefined, { signal: enough.signal }).then(() => {
    throw new Outage(deps.payments.name, 'yes', null)
  })
  const inTurn = boundedQueue({ concurrency: CHECKED_AT_ONCE, waitingMax: requestIds.length })
  const check = async (id: string) => {
    if (!enough.signal.aborted) await checkHold(deps, id)
  }
  try {
    await Promise.race([Promise.all(requestIds.map(id => inTurn(() => check(id)))), late])
  } catch (error) {
    if (!(error instanceof Outage)) throw error
    const areOwn = buyerId !== undefined && (await areAllOf(deps, buyerId, requestIds))
    throw error.withDetail(areOwn ? messages.timeMayBePaidByYou : messages.timeMayBePaid)
  } finally {
    enough.abort()
  }
}

async function areAllOf(deps: RequestsDeps, buyerId: string, ids: readonly string[]): Promise<boolean> {
  const found = await Promise.all(ids.map(id => findRequest(deps.db, id)))
  return found.every(each => each?.row.buyerId === buyerId)
}

/**
 * Asks the provider about a time that is held and not paid, as far as this server knows; throws an outage if the
 * provider does not answer.
 */
export async function checkHold(deps: RequestsDeps, requestId: string): Promise<void> {
  const found = await findRequest(deps.db, requestId)
  if (!found || !isHeldUnpaid(found.row)) return
  const payment = await findPaymentOf(deps.db, requestId)
  if (payment) await applyPayment(deps, payment)
}
