import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '../../core/refusal.ts'
import { builtOnce, insertsInto, type ValueOf } from '../../db/built-once.ts'
import { withTransaction } from '../../db/client.ts'
import { type PaymentsDeps, SUBJECT_TOPICS, type SubjectTopic } from './deps.ts'
import { providerEvents } from './tables.ts'

/** Where the provider sends its events. */
export const WEBHOOK_PATH = '/api/payments/webhook/'

const insertEvent = insertsInto(providerEvents, insert => insert.onConflictDoNothing().returning())

const markHandled = builtOnce((db, value: ValueOf<{ id: string; now: Date }>) =>
  db
    .update(providerEvents)
    .set({ handledAt: value('now', providerEvents.handledAt) })
    .where(and(eq(providerEvents.id, value('id', providerEvents.id)), isNull(providerEvents.handledAt)))
    .returning(),
)

/**
 * Verifies and stores a webhook once, and passes it to the domain that keeps books about its object; that domain
 * fetches it, from the outbox, in any order, with one effect.
 */
export async function receiveEvent(
  deps: PaymentsDeps,
  webhook: { rawBody: Buffer; signature: string },
): Promise<void> {
  const now = deps.clock.now()
  const event = deps.payments.verifyEvent(webhook.rawBody, webhook.signature, now)
  if (!event) throw refuse.invalid('This is not a signed event of the payment provider')
  // Stripe sends test events of connected accounts to live endpoints too (Stripe docs, "Connect webhooks").
  if (event.isOfOtherMode) return
  await withTransaction(deps.db, async tx => {
    const [stored] = await insertEvent(tx, {
      id: event.id,
      type: event.type,
      objectId: event.objectId,
      paymentIntentId: event.intentId,
      isOfAccount: event.accountId !== null,
      createdAt: event.createdAt,
      receivedAt: now,
      handledAt: now,
    })
    const subject = stored && subjectOf(stored)
    if (subject) await deps.outbox.add(tx, subject.topic, { id: subject.id })
  })
  deps.outbox.nudge()
}

/** The object of a stored event that our books follow; null if there is none. */
function subjectOf(event: typeof providerEvents.$inferSelect): { topic: SubjectTopic; id: string } | null {
  const { type, objectId: id } = event
  // What else happens in an account is no business of these books: its own charges, refunds and payouts to its bank.
  const isAboutAccount = type === 'account.updated' || type === 'account.application.deauthorized'
  if (event.isOfAccount && !isAboutAccount) return null
  if (type.startsWith('charge.dispute.')) return { topic: SUBJECT_TOPICS.dispute, id }
  if (type.startsWith('radar.early_fraud_warning.')) return { topic: SUBJECT_TOPICS.fraudWarning, id }
  if (/^refund\.|^charge\.refund\./.test(type)) return { topic: SUBJECT_TOPICS.refund, id }
  if (type === 'setup_intent.setup_failed') return { topic: SUBJECT_TOPICS.setup, id }
  if (type.startsWith('transfer.')) return { topic: SUBJECT_TOPICS.transfer, id }
  if (isAboutAccount) return { topic: SUBJECT_TOPICS.account, id }
  if (type.startsWith('topup.')) return { topic: SUBJECT_TOPICS.topUp, id }
  if (type.startsWith('payout.')) return { topic: SUBJECT_TOPICS.bankPayout, id }
  return event.paymentIntentId ? { topic: SUBJECT_TOPICS.intent, id: event.paymentIntentId } : null
}

/** The same for an event that a process of the version before stored. */
export async function dispatchEvent(deps: Pick<PaymentsDeps, 'db' | 'clock' | 'outbox'>, eventId: string) {
  await withTransaction(deps.db, async tx => {
    const [event] = await markHandled(tx, { id: eventId, now: deps.clock.now() })
    const subject = event && subjectOf(event)
    if (subject) await deps.outbox.add(tx, subject.topic, { id: subject.id })
  })
  deps.outbox.nudge()
}
