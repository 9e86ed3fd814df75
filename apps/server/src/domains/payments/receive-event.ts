import { eq } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from './deps.ts'
import { providerEvents } from './tables.ts'

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
        isOfAccount: event.accountId !== null,
        createdAt: event.createdAt,
        receivedAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: providerEvents.id })
    if (stored) await deps.outbox.add(tx, PAYMENT_TOPICS.providerEvent, { eventId: event.id })
  })
  deps.outbox.nudge()
}

/** What to ask the provider about: a kind of thing and its id there. */
export interface EventSubject {
  kind: 'intent' | 'setup' | 'refund' | 'dispute' | 'account' | 'transfer' | 'bank_payout'
  id: string
}

/** What a stored event is about; null when it is nothing that the books follow. */
export async function subjectOfEvent(deps: PaymentsDeps, eventId: string): Promise<EventSubject | null> {
  const [event] = await deps.db.select().from(providerEvents).where(eq(providerEvents.id, eventId))
  if (!event) return null
  const { type, objectId: id } = event
  if (type.startsWith('charge.dispute.')) return { kind: 'dispute', id }
  if (/^refund\.|^charge\.refund\./.test(type)) return { kind: 'refund', id }
  if (type === 'setup_intent.setup_failed') return { kind: 'setup', id }
  if (type.startsWith('transfer.')) return { kind: 'transfer', id }
  if (type === 'account.updated') return { kind: 'account', id }
  // Payouts of connected accounts go to the influencers' banks and are no business of these books.
  if (type.startsWith('payout.')) return event.isOfAccount ? null : { kind: 'bank_payout', id }
  return event.paymentIntentId ? { kind: 'intent', id: event.paymentIntentId } : null
}

/** Marks a stored event as handled. */
export async function markEventHandled(deps: PaymentsDeps, eventId: string): Promise<void> {
  await deps.db
    .update(providerEvents)
    .set({ handledAt: deps.clock.now() })
    .where(eq(providerEvents.id, eventId))
}
