import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** A mail to a person, once: its key says what it is about, and its id names the message at the provider. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    /** What the mail says, to whom, once: `receipt:{request}:{person}`. */
    key: text('key').notNull().unique(),
    kind: text('kind').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** While one process hands it over, in the machine's time; after a crash another may. */
    claimedUntil: instant('claimed_until'),
    attempts: integer('attempts').notNull().default(0),
    sentAt: instant('sent_at'),
    /** When the mail server refused it for good, as for an address that does not exist; it is not tried again. */
    refusedAt: instant('refused_at'),
  },
  t => [index('mails_user').on(t.userId, t.createdAt)],
)
