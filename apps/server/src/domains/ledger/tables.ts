import type { Pence } from '@parley/contract'
import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** A journal: one thing that happened to money. Append-only; a correction is another journal. */
export const journals = pgTable(
  'journals',
  {
    id: uuid('id').primaryKey(),
    /** What happened, once: `charge:{payment}`, `refund:{refund}`, `release:{request}`. */
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    requestId: uuid('request_id'),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('journals_request').on(t.requestId)],
)

/** A leg of a journal. The legs of a journal sum to zero (checked by the database at commit). */
export const postings = pgTable(
  'postings',
  {
    id: uuid('id').primaryKey(),
    journalId: uuid('journal_id')
      .notNull()
      .references(() => journals.id),
    account: text('account').notNull(),
    /** Pence, seen from the platform: positive is what the platform has or is owed, negative what it owes. */
    amountPence: bigint('amount_pence', { mode: 'number' }).$type<Pence>().notNull(),
  },
  // An account's postings in the order of their making, which their ids have.
  t => [index('postings_journal').on(t.journalId), index('postings_account').on(t.account, t.id)],
)

/**
 * What the postings of a person's account come to, by the kind of their journals, so that nobody's earnings are read
 * from the first day on. A trigger of the database writes it with each posting; `npm run audit` adds up the postings
 * themselves.
 */
export const accountTotals = pgTable(
  'account_totals',
  {
    account: text('account').notNull(),
    kind: text('kind').notNull(),
    /** As in postings: negative is what the platform owes. */
    amountPence: bigint('amount_pence', { mode: 'number' }).$type<Pence>().notNull(),
    postings: bigint('postings', { mode: 'number' }).notNull(),
  },
  t => [primaryKey({ columns: [t.account, t.kind] })],
)
