import { and, eq, isNull } from 'drizzle-orm'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { findUserById, lockUser } from '../../accounts/public.ts'
import { PAYMENT_TOPICS, type PaymentsDeps } from '../deps.ts'
import type { CardFacts } from '../payment-provider.ts'
import { findCard, findCustomer } from '../store.ts'
import { savedCards } from '../tables.ts'
import { openSetup } from './card-setups.ts'
import { withCustomer } from './ensure-customer.ts'

/** Begins saving a card: the browser confirms the setup with the provider itself. */
export async function openCardWallet(deps: PaymentsDeps, userId: string) {
  const setup = await withCustomer(deps, userId, customerId => openSetup(deps, { userId, customerId }))
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
  // Attack: another person's setup intent in one's own return address.
  if (!setup || !customerId || setup.customerId !== customerId) throw refuse.notFound('There is no such card')
  if (setup.status !== 'succeeded' || !setup.card) throw refuse.unpaid('The card has not been confirmed yet')
  const { userId } = input
  const { card } = setup
  const owner = await withTransaction(deps.db, async tx => {
    // Locked like a deletion, which erases the cards that it finds: a person without an account keeps no card.
    const user = await lockUser(tx, userId)
    if (user) await keepCard(deps, tx, { userId, card })
    else await deps.outbox.add(tx, PAYMENT_TOPICS.detachCard, { cardId: card.cardId })
    return user
  })
  deps.outbox.nudge()
  if (!owner) throw refuse.unauthenticated()
}

/**
 * Keeps the card of a payment that succeeded, where the provider says that it is this payer's and was to be saved.
 */
export async function savePaidCard(
  deps: PaymentsDeps,
  tx: Tx,
  paid: { payerId: string; card: CardFacts },
): Promise<void> {
  const { payerId, card } = paid
  if (card.customerId !== (await findCustomer(tx, payerId))) return
  // A person who deleted their account during the payment leaves no card behind.
  if (await findUserById(tx, payerId)) await keepCard(deps, tx, { userId: payerId, card })
  else await deps.outbox.add(tx, PAYMENT_TOPICS.detachCard, { cardId: card.cardId })
}

/** Stores the permitted data of a card, never its number. A removed card stays removed. */
async function keepCard(
  deps: PaymentsDeps,
  db: DbOrTx,
  { userId, card }: { userId: string; card: CardFacts },
): Promise<void> {
  const { cardId, brand, last4, expMonth, expYear } = card
  await db
    .insert(savedCards)
    .values({ id: cardId, userId, brand, last4, expMonth, expYear, createdAt: deps.clock.now() })
    .onConflictDoNothing()
}

/** Forgets a saved card here at once; the outbox removes it at the provider, also if that is away now. */
export async function removeCard(
  deps: PaymentsDeps,
  input: { userId: string; cardId: string },
): Promise<void> {
  const card = await findCard(deps.db, input.userId, input.cardId)
  if (!card) throw refuse.notFound('There is no such card')
  await withTransaction(deps.db, async tx => {
    await tx
      .update(savedCards)
      .set({ removedAt: deps.clock.now() })
      .where(and(eq(savedCards.id, input.cardId), isNull(savedCards.removedAt)))
    await deps.outbox.add(tx, PAYMENT_TOPICS.detachCard, { cardId: input.cardId })
  })
  deps.outbox.nudge()
}
