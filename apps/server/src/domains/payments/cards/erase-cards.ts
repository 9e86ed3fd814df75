import { and, eq, isNull } from 'drizzle-orm'
import type { Tx } from '../../../db/client.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from '../deps.ts'
import { savedCards } from '../tables.ts'
import { endSetup } from './card-setups.ts'

/** Deletes all cards of a person; the outbox informs the provider. */
export async function eraseCards(
  deps: Pick<PaymentsDeps, 'outbox' | 'clock'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  const removed = await tx
    .update(savedCards)
    .set({ removedAt: deps.clock.now(), brand: '', last4: '' })
    .where(and(eq(savedCards.userId, userId), isNull(savedCards.removedAt)))
    .returning({ id: savedCards.id })
  await endSetup(deps, tx, userId)
  for (const { id } of removed) await deps.outbox.add(tx, PAYMENT_TOPICS.detachCard, { cardId: id })
}

/** Detaches a deleted card at the provider. For the outbox: any number of times. */
export async function detachCard(
  deps: Pick<PaymentsDeps, 'cards'>,
  { cardId }: { cardId: string },
): Promise<void> {
  await deps.cards.removeCard(cardId)
}
