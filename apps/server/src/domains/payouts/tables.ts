import type { PayoutWaitCode, Pence } from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, timestamps } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/**
 * A person's account at the provider, through which they are paid, with the provider's last state; it is fetched
 * again before money goes. After a `closed` one the person can have another one.
 */
export const payoutAccounts = pgTable('payout_accounts', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id),
  accountId: text('account_id').notNull().unique(),
  status: text('status').$type<'onboarding' | 'restricted' | 'active' | 'closed'>().notNull(),
  payoutsEnabled: boolean('payouts_enabled').notNull(),
  /** The provider's names of what it still wants. */
  requirements: jsonb('requirements').$type<string[]>().notNull(),
  /** Until when it wants them. */
  dueAt: instant('due_at'),
  ...timestamps(),
})

export type PayoutAccountRow = typeof payoutAccounts.$inferSelect

/** Whether money of a payout may still go out; a list asks in the words of its index. */
export const IS_OPEN = sql.raw(`status in ('waiting', 'sending')`)
export const IS_CLOSED = sql.raw(`status in ('paid', 'netted', 'forgone')`)

/**
 * What an influencer is to get of one released request. `waiting`, then `sending` (decided and written, the provider
 * is being asked), then `paid`; `netted` when a debt took all of it; `forgone` when its owner gave it up on leaving.
 */
export const payouts = pgTable(
  'payouts',
  {
    id: uuid('id').primaryKey(),
    requestId: uuid('request_id').notNull().unique(),
    influencerId: uuid('influencer_id')
      .notNull()
      .references(() => users.id),
    /** The influencer's share of the sale, in pence. */
    sharePence: integer('share_pence').$type<Pence>().notNull(),
    /** The part of the share that paid a debt, in pence. */
    withheldPence: integer('withheld_pence').notNull().default(0).$type<Pence>(),
    status: text('status').$type<'waiting' | 'sending' | 'paid' | 'netted' | 'forgone'>().notNull(),
    /** Why it waits, when its day has come; null before that. */
    waitsFor: text('waits_for').$type<PayoutWaitCode>(),
    /** Part of the idempotency key, with the id: a new number only after a definite refusal of the provider. */
    attempt: integer('attempt').notNull().default(1),
    transferId: text('transfer_id').unique(),
    /** The provider's account that the transfer went to. */
    accountId: text('account_id'),
    payableAt: instant('payable_at').notNull(),
    /** When to check it next; null if it needs no check. */
    lookAt: instant('look_at'),
    sentAt: instant('sent_at'),
    paidAt: instant('paid_at'),
    ...timestamps(),
  },
  t => [
    // Attack: two processes that pay one sale out at the same moment, past any code.
    uniqueIndex('payouts_transferred_once').on(t.requestId).where(sql`${t.status} in ('sending', 'paid')`),
    index('payouts_influencer').on(t.influencerId, t.status),
    index('payouts_open').on(t.payableAt, t.id).where(IS_OPEN),
    // Of one influencer, however many others wait for theirs.
    index('payouts_open_of').on(t.influencerId, t.payableAt, t.id).where(IS_OPEN),
    index('payouts_closed').on(t.payableAt, t.id).where(IS_CLOSED),
    index('payouts_look').on(t.lookAt).where(sql`${t.lookAt} is not null`),
    check('payouts_share', sql`${t.sharePence} > 0 and ${t.withheldPence} between 0 and ${t.sharePence}`),
    check('payouts_netted', sql`(${t.status} = 'netted') <= (${t.withheldPence} = ${t.sharePence})`),
    check('payouts_paid', sql`(${t.status} = 'paid') <= (${t.transferId} is not null)`),
  ],
)

/** Money of a transfer that comes back from an influencer's account. `refused` leaves it as their debt. */
export const transferReversals = pgTable(
  'transfer_reversals',
  {
    id: uuid('id').primaryKey(),
    payoutId: uuid('payout_id')
      .notNull()
      .references(() => payouts.id),
    /** What comes back to the platform, in pence. */
    amountPence: integer('amount_pence').$type<Pence>().notNull(),
    /** Why, once each: `dispute:{dispute}`, `refund:{refund}`, `provider:{reversal}`. */
    reason: text('reason').notNull(),
    status: text('status').$type<'pending' | 'succeeded' | 'refused'>().notNull(),
    providerReversalId: text('provider_reversal_id').unique(),
    ...timestamps(),
  },
  t => [
    unique('transfer_reversals_once_a_reason').on(t.payoutId, t.reason),
    index('transfer_reversals_pending').on(t.payoutId).where(sql`${t.status} = 'pending'`),
  ],
)

/** Money that the provider sent to the platform's own bank account. */
export const bankPayouts = pgTable('bank_payouts', {
  id: text('id').primaryKey(),
  /** What left the provider's balance, in pence; negative when the bank was debited. */
  amountPence: integer('amount_pence').$type<Pence>().notNull(),
  status: text('status').$type<'sent' | 'failed'>().notNull(),
  ...timestamps(),
})
