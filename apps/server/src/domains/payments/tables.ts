import type { Pence } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant, timestamps } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

export const providerCustomers = pgTable('provider_customers', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  customerId: text('customer_id').notNull().unique(),
})

export const savedCards = pgTable(
  'saved_cards',
  {
    id: text('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    removedAt: instant('removed_at'),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    index('saved_cards_user').on(t.userId),
    // Those that somebody has, without those that they removed.
    index('saved_cards_listed').on(t.userId, t.createdAt).where(sql`${t.removedAt} is null`),
  ],
)

/** One setup intent, which saves one card of a person; `open` until a card was saved by it or it was cancelled. */
export const cardSetups = pgTable(
  'card_setups',
  {
    /** Makes the idempotency key of the provider's setup intent. */
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    status: text('status').$type<'open' | 'over'>().notNull(),
    /** The provider's id; null until it has answered. */
    setupId: text('setup_id').unique(),
    ...timestamps(),
  },
  t => [
    index('card_setups_user').on(t.userId, t.createdAt),
    // Attack: many open setups at once, each a place to try cards.
    uniqueIndex('card_setups_one_open').on(t.userId).where(sql`${t.status} = 'open'`),
    index('card_setups_over').on(t.updatedAt).where(sql`${t.status} = 'over'`),
  ],
)

/**
 * One payment intent for one request. `open` until the provider says how it ended; `creating` is the written intent
 * before the provider was asked.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id').notNull(),
    payerId: uuid('payer_id')
      .notNull()
      .references(() => users.id),
    /** What the payer pays, in pence. */
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    status: text('status').$type<'creating' | 'open' | 'processing' | 'succeeded' | 'canceled'>().notNull(),
    intentId: text('intent_id').unique(),
    clientSecret: text('client_secret'),
    chargeId: text('charge_id'),
    /** The provider's fee, in pence; null until it is known. */
    feePence: integer('fee_pence').$type<Pence>(),
    lastError: text('last_error'),
    /** The card that paid, as its payer knows it; null until one did. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    ...timestamps(),
  },
  t => [
    index('payments_request').on(t.requestId),
    index('payments_payer').on(t.payerId, t.createdAt),
    uniqueIndex('payments_charged_once').on(t.requestId).where(sql`${t.status} = 'succeeded'`),
    uniqueIndex('payments_one_open')
      .on(t.requestId)
      .where(sql`${t.status} in ('creating', 'open', 'processing')`),
  ],
)

/** A try with a saved card: its id makes the idempotency key of the one-tap charge. */
export const cardCharges = pgTable(
  'card_charges',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    cardId: text('card_id').notNull(),
    /**
     * Null while the provider has not answered, and of a try that paid: a second tap joins it instead of starting
     * another.
     */
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    uniqueIndex('card_charges_one_unanswered').on(t.paymentId).where(sql`${t.answeredAt} is null`),
    index('card_charges_payment').on(t.paymentId),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    requestId: uuid('request_id').notNull(),
    /** What goes back to the payer, in pence. */
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    reason: text('reason').notNull(),
    status: text('status')
      .$type<'pending' | 'sent' | 'succeeded' | 'failed' | 'replaced' | 'covered'>()
      .notNull(),
    providerRefundId: text('provider_refund_id').unique(),
    /** The buyer's own account at the provider, where this goes instead of to the card; null for the card. */
    accountId: text('account_id'),
    transferId: text('transfer_id').unique(),
    /**
     * Part of the idempotency key, with the id: a new number only after a definite refusal of the provider, which it
     * would repeat under the same key for a day.
     */
    attempt: integer('attempt').notNull().default(1),
    /** The bank's own number of it, by which the buyer's bank finds it; null until the provider knows it. */
    reference: text('reference'),
    ...timestamps(),
  },
  t => [
    unique('refunds_once_a_reason').on(t.paymentId, t.reason),
    index('refunds_request').on(t.requestId),
    index('refunds_unfinished').on(t.createdAt).where(sql`${t.status} in ('pending', 'sent', 'failed')`),
  ],
)

/** Webhooks as they came, once each; handled from the outbox. Removed 90 days after they came. */
export const providerEvents = pgTable(
  'provider_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    paymentIntentId: text('payment_intent_id'),
    /** Whether it happened to an influencer's account and not to the platform's. */
    isOfAccount: boolean('is_of_account').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** When it was given to the domain whose books follow it. */
    handledAt: instant('handled_at'),
  },
  t => [
    // Declined cards are counted by person at every payment.
    index('provider_events_declined')
      .on(t.paymentIntentId)
      .where(sql`${t.type} = 'payment_intent.payment_failed'`),
    index('provider_events_setup_failed').on(t.objectId).where(sql`${t.type} = 'setup_intent.setup_failed'`),
    index('provider_events_oldest').on(t.receivedAt),
  ],
)

/** A buyer's bank that wants a charge back. */
export const disputes = pgTable(
  'disputes',
  {
    id: text('id').primaryKey(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id),
    requestId: uuid('request_id').notNull(),
    /**
     * Who sold it, so that nobody's list reads the disputes of all others; null while a prepaid link is not accepted.
     * Triggers of the database write it.
     */
    influencerId: uuid('influencer_id'),
    /** What the bank wants back, in pence. */
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    reason: text('reason').notNull(),
    state: text('state').$type<'open' | 'won' | 'lost'>().notNull(),
    /** The bank only asks, or asked: no money moved. */
    isInquiry: boolean('is_inquiry').notNull().default(false),
    /** Of an inquiry that was escalated: when this server knew that the bank took the money. */
    openedAt: instant('opened_at').notNull(),
    closedAt: instant('closed_at'),
    updatedAt: instant('updated_at').notNull(),
    /** Whether its answer to the bank was begun. A trigger of the database writes it. */
    hasPack: boolean('has_pack').notNull().default(false),
  },
  t => [
    index('disputes_request').on(t.requestId, t.state),
    index('disputes_payment').on(t.paymentId),
    // In the order of an influencer's list.
    index('disputes_influencer').on(t.influencerId, t.openedAt, t.id),
    index('disputes_open').on(t.openedAt, t.id).where(sql`${t.state} = 'open'`),
    // Each second a job reads those that have none.
    index('disputes_without_pack').on(t.openedAt).where(sql`${t.state} = 'open' and not ${t.hasPack}`),
    index('disputes_closed').on(t.closedAt, t.id).where(sql`${t.closedAt} is not null`),
  ],
)

/** A charge at the provider whose request the books do not have (lost with a database): it goes back in full. */
export const orphanCharges = pgTable('orphan_charges', {
  id: text('id').primaryKey(),
  intentId: text('intent_id').notNull(),
  /** What was charged, in pence. */
  amountPence: integer('amount_pence').$type<Pence>().notNull(),
  /** What has gone back so far, in pence. */
  refundedPence: integer('refunded_pence').notNull().default(0).$type<Pence>(),
  ...timestamps(),
})

/** The provider that knows this database's payments, cards and accounts. One row. */
export const paymentProvider = pgTable(
  'payment_provider',
  {
    id: integer('id').primaryKey().default(1),
    name: text('name').$type<'sandbox' | 'stripe_test' | 'stripe_live'>().notNull(),
  },
  t => [check('payment_provider_one', sql`${t.id} = 1`)],
)
