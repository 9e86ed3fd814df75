import { and, eq, isNull } from 'drizzle-orm'
import { newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { CardFacts } from '../payment-provider.ts'
import { findCard, findCustomer } from '../store.ts'
import { savedCards } from '../tables.ts'
import { ensureCustomer } from './ensure-customer.ts'

/** Begins saving a card: the browser confirms the setup with the provider itself. */
export async function openCardWallet(deps: PaymentsDeps, userId: string) {
  const customerId = await ensureCustomer(deps, userId)
  const setup = await deps.cards.createSetup({ setupKey: newId(), customerId })
  return {
    client_secret: setup.clientSecret ?? '',
    publishable_key: deps.payments.publishableKey,
    provider: deps.payments.name,
  }
}

/** Keeps a card once the provider itself says that its setup succeeded for this very person. */
export async function saveCard(
  deps: PaymentsDeps,
  input: { userId: string; setupId: string },
): Promise<void> {
  const setup = await deps.cards.fetchSetup(input.setupId)
  const customerId = await findCustomer(deps.db, input.userId)
  // Attack: somebody else's setup intent pasted into one's own return address.
  if (!setup || !customerId || setup.customerId !== customerId) throw refuse.notFound('There is no such card')
  if (setup.status !== 'succeeded' || !setup.card) throw refuse.unpaid('The card has not been confirmed yet')
  await keepCard(deps, input.userId, setup.card)
}

/** Stores what may be known of a card: never its number. */
async function keepCard(deps: PaymentsDeps, userId: string, card: CardFacts): Promise<void> {
  const { cardId, brand, last4, expMonth, expYear } = card
  await deps.db
    .insert(savedCards)
    .values({ id: cardId, userId, brand, last4, expMonth, expYear, createdAt: deps.clock.now() })
    .onConflictDoNothing()
}

/** Forgets a saved card, here first and then at the provider. */
export async function removeCard(
  deps: PaymentsDeps,
  input: { userId: string; cardId: string },
): Promise<void> {
  const card = await findCard(deps.db, input.userId, input.cardId)
  if (!card) throw refuse.notFound('There is no such card')
  await deps.db
    .update(savedCards)
    .set({ removedAt: deps.clock.now() })
    .where(and(eq(savedCards.id, input.cardId), isNull(savedCards.removedAt)))
  await deps.cards.removeCard(input.cardId)
}
