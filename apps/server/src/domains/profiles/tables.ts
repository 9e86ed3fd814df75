import type { AvailabilityMode, DurationUnit, MoneyBackPolicy, Pence, Seconds } from '@parley/contract'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, searchWords, transactionId } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** A decoded and re-encoded picture; its files are in the picture store under its id. */
export const images = pgTable(
  'pictures',
  {
    id: uuid('id').primaryKey(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    widthPx: integer('width_px').notNull(),
    heightPx: integer('height_px').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  t => [index('pictures_owner').on(t.ownerId)],
)

/** An influencer's offer. `version` grows with every change that a visitor can see. */
export const profiles = pgTable(
  'profiles',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    imageId: uuid('picture_id').references(() => images.id),
    /** One of the contract's categories; null until its owner chooses. */
    category: text('category'),
    /** The price of one private call in pence that the buyer pays. */
    pricePence: integer('price_pence').$type<Pence>().notNull(),
    durationSeconds: integer('duration_seconds').$type<Seconds>().notNull(),
    durationDisplay: integer('duration_display').$type<DurationUnit>().notNull(),
    description: text('description').notNull(),
    /** The usual price of one place at a live event in pence that the buyer pays. */
    eventPricePence: integer('event_price_pence').$type<Pence>(),
    /** Whether fans can pick a slot; the schedule domain has the hours. */
    bookingMode: text('booking_mode').$type<AvailabilityMode>().notNull().default('off'),
    /** How much of a dated call is refunded when its buyer cancels it. */
    moneyBack: text('money_back').$type<MoneyBackPolicy>().notNull().default('flexible'),
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull(),
  },
  t => [index('profiles_category').on(t.category, t.userId), index('profiles_picture').on(t.imageId)],
)

/** The terms of new sales at the last start: one row. */
export const saleTerms = pgTable('sale_terms', {
  id: integer('id').primaryKey().default(1),
  feeBasisPoints: integer('fee_basis_points').notNull(),
  releaseAfterHours: integer('release_after_hours').notNull(),
})

/**
 * The search vector of each profile that everybody may see, with its category as the word `/games`. Triggers of the
 * database write it, so that no code path can forget it.
 */
export const profileWords = pgTable(
  'profile_words',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => profiles.userId, { onDelete: 'cascade' }),
    words: searchWords('words').notNull(),
  },
  t => [index('profile_words_found').using('gin', t.words)],
)

/**
 * The transaction that last changed what a profile shows; the row survives the profile. Triggers of the database write
 * it, each into a row of its own, so that changes of two people never wait for each other.
 */
export const profileChanges = pgTable(
  'profile_changes',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id),
    changedIn: transactionId('changed_in').notNull(),
  },
  t => [index('profile_changes_newest').on(t.changedIn)],
)
