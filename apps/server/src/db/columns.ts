import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time in UTC, to the millisecond, as a Date. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })

/** When a row was made and last changed. */
export const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Raw bytes. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Words as Postgres looks for them. */
export const searchWords = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A transaction's number; it never comes again within one database. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })
