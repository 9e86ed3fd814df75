import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
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
  t => [index('saved_cards_user').on(t.userId)],
)

/**
 * One payment intent for one request. `open` until the provider says how it ended;
 * `creating` is the written intent before the provider was asked.
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
    amountPence: integer('amount_pence').notNull(),
    status: text('status').$type<'creating' | 'open' | 'processing' | 'succeeded' | 'canceled'>().notNull(),
    intentId: text('intent_id').unique(),
    clientSecret: text('client_secret'),
    chargeId: text('charge_id'),
    /** What the provider kept, in pence; null until it has said. */
    feePence: integer('fee_pence'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [
    index('payments_request').on(t.requestId),
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
    /** Null while the provider has not answered: a second tap joins this try instead of starting another. */
    answeredAt: instant('answered_at'),
    createdAt: instant('created_at').notNull(),
  },
  t => [uniqueIndex('card_charges_one_unanswered').on(t.paymentId).where(sql`${t.answeredAt} is null`)],
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
    amountPence: integer('amount_pence').notNull(),
    reason: text('reason').notNull(),
    status: text('status').$type<'pending' | 'sent' | 'succeeded' | 'failed'>().notNull(),
    providerRefundId: text('provider_refund_id').unique(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [unique('refunds_once_a_reason').on(t.paymentId, t.reason), index('refunds_request').on(t.requestId)],
)

/** Webhooks as they came, once each; handled from the outbox. */
export const providerEvents = pgTable('provider_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  objectId: text('object_id').notNull(),
  paymentIntentId: text('payment_intent_id'),
  createdAt: instant('created_at').notNull(),
  receivedAt: instant('received_at').notNull(),
  handledAt: instant('handled_at'),
})
