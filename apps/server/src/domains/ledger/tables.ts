import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
    amountPence: bigint('amount_pence', { mode: 'number' }).notNull(),
  },
  t => [index('postings_journal').on(t.journalId), index('postings_account').on(t.account)],
)
