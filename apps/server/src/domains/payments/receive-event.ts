import { eq } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from './deps.ts'
import { providerEvents, refunds } from './tables.ts'

/** Verifies and stores a webhook once; it is handled from the outbox, in any order, with one effect. */
export async function receiveEvent(
  deps: PaymentsDeps,
  webhook: { rawBody: Buffer; signature: string },
): Promise<void> {
  const now = deps.clock.now()
  const event = deps.payments.verifyEvent(webhook.rawBody, webhook.signature, now)
  if (!event) throw refuse.invalid('This is not a signed event of the payment provider')
  await withTransaction(deps.db, async tx => {
    const [stored] = await tx
      .insert(providerEvents)
      .values({
        id: event.id,
        type: event.type,
        objectId: event.objectId,
        paymentIntentId: event.intentId,
        createdAt: event.createdAt,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id })
    if (stored) await deps.outbox.add(tx, PAYMENT_TOPICS.providerEvent, { eventId: event.id })
  })
  deps.outbox.nudge()
}

/** What a stored event is about: a payment of ours to ask about, a refund of ours, or nothing we know. */
export async function subjectOfEvent(deps: PaymentsDeps, eventId: string) {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, eventId))
  if (!event) return null
  if (/^refund\.|^charge\.refund/.test(event.type)) {
    const [refund] = await deps.db.select().from(refunds).where(eq(refunds.providerRefundId, event.objectId))
    return refund ? { kind: 'refund' as const, refund } : null
  }
  return event.paymentIntentId ? { kind: 'intent' as const, intentId: event.paymentIntentId } : null
}

/** Marks a stored event as handled. */
export async function markEventHandled(deps: PaymentsDeps, eventId: string): Promise<void> {
  await deps.db
    .update(providerEvents)
    .set({ handledAt: deps.clock.now() })
    .where(eq(providerEvents.id, eventId))
}
