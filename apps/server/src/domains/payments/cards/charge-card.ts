import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import { invariant } from '../../../core/invariant.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { PaymentsDeps } from '../deps.ts'
import { assertMayTryCard, lockPayer } from '../payer-bounds.ts'
import type { IntentFacts } from '../payment-provider.ts'
import { findCard, type PaymentRow } from '../store.ts'
import { cardCharges, savedCards } from '../tables.ts'

/** Longer than a call to the provider can take, its repeats included. */
const LOST_AFTER_MS = 30_000

/** Charges a saved card once: a second tap before the answer joins the first, under the same idempotency key. */
export async function chargeCard(
  deps: PaymentsDeps,
  charge: { payment: PaymentRow; intentId: string; cardId: string; returnUrl: string },
): Promise<IntentFacts> {
  const { payment, cardId } = charge
  const card = await findCard(deps.db, payment.payerId, cardId)
  if (!card) throw refuse.fields({ card: ['This card is not one of yours'] })
  const joined = await joinOrStart(deps, payment, cardId)
  const isForgotten = await forgetLostTry(deps, joined, charge.intentId)
  const chargeTry = isForgotten ? await joinOrStart(deps, payment, cardId) : joined
  if (chargeTry.cardId !== cardId)
    throw refuse.conflict('Another card is being charged for this already. Please try again in a moment')
  const intent = await deps.payments.payWithCard({
    chargeId: chargeTry.id,
    intentId: charge.intentId,
    cardId,
    returnUrl: charge.returnUrl,
  })
  // A try that paid stays open: a tap that comes before the payment is written as paid joins it instead of starting
  // another.
  if (intent.status !== 'succeeded') await closeTry(deps, chargeTry)
  // The provider answers nothing else about a card that is there no more than about one that was declined.
  if (intent.status === 'requires_payment_method' && (await isDetached(deps, cardId))) {
    await forgetCard(deps, chargeTry)
    throw refuse.fields({ card: ['This card was removed. Please use another one'] })
  }
  return intent
}

/** Somebody removed the card in the provider's dashboard: it never pays again, and nobody declined it. */
async function isDetached({ cards }: PaymentsDeps, cardId: string): Promise<boolean> {
  try {
    const known = await cards.fetchCard(cardId)
    return known !== null && known.customerId === null
  } catch {
    // The buyer gets the answer to their payment, which is known; the next try asks again.
    return false
  }
}

async function forgetCard(deps: PaymentsDeps, chargeTry: { id: string; cardId: string }): Promise<void> {
  await withTransaction(deps.db, async tx => {
    await tx.delete(cardCharges).where(eq(cardCharges.id, chargeTry.id))
    const isThis = and(eq(savedCards.id, chargeTry.cardId), isNull(savedCards.removedAt))
    await tx.update(savedCards).set({ removedAt: deps.clock.now() }).where(isThis)
  })
}

async function closeTry(deps: PaymentsDeps, { id }: { id: string }): Promise<void> {
  await deps.db.update(cardCharges).set({ answeredAt: deps.clock.now() }).where(eq(cardCharges.id, id))
}

/**
 * Forgets a try whose answer was lost, unless it pays: it must not block the next card, nor its own one, because the
 * provider repeats a failure under the same key for a day; nor does it count as a card that was declined, of which an
 * event of the provider says so. Whether it was forgotten.
 */
async function forgetLostTry(
  deps: PaymentsDeps,
  chargeTry: typeof cardCharges.$inferSelect,
  intentId: string,
): Promise<boolean> {
  if (deps.clock.now().getTime() - chargeTry.createdAt.getTime() < LOST_AFTER_MS) return false
  const { status } = await deps.payments.fetchIntent(intentId)
  if (status === 'succeeded' || status === 'processing') return false
  const isThis = and(eq(cardCharges.id, chargeTry.id), isNull(cardCharges.answeredAt))
  await deps.db.delete(cardCharges).where(isThis)
  return true
}

/** The running try, or a new one: under the payer's lock, so that rivals do not exceed the limit together. */
function joinOrStart(deps: PaymentsDeps, { id: paymentId, payerId }: PaymentRow, cardId: string) {
  return withTransaction(deps.db, async tx => {
    await lockPayer(tx, payerId)
    const [running] = await tx
      .select()
      .from(cardCharges)
      .where(and(eq(cardCharges.paymentId, paymentId), isNull(cardCharges.answeredAt)))
    if (running) return running
    const now = deps.clock.now()
    await assertMayTryCard(tx, payerId, now)
    const [started] = await tx
      .insert(cardCharges)
      .values({ id: newId(), paymentId, cardId, createdAt: now })
      .returning()
    invariant(started, 'an inserted try is returned')
    return started
  })
}
