import type { AcceptingWay, Availability, AvailabilityException, Weekly } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/**
 * When an influencer can be booked, in wall times of their zone. Whether they can is their profile's `booking_mode`.
 */
export const availability = pgTable('availability', {
  personId: uuid('person_id')
    .primaryKey()
    .references(() => users.id),
  /** A name of the time zone database. */
  zone: text('zone').notNull(),
  weekly: jsonb('weekly').$type<Weekly>().notNull(),
  stepMinutes: integer('step_minutes').notNull(),
  leewayMinutes: integer('leeway_minutes').notNull(),
  bufferBeforeMinutes: integer('buffer_before_minutes').notNull(),
  bufferAfterMinutes: integer('buffer_after_minutes').notNull(),
  noticeMinutes: integer('notice_minutes').notNull(),
  moveUntilMinutes: integer('move_until_minutes').notNull(),
  horizonDays: integer('horizon_days').notNull(),
  dailyLimit: integer('daily_limit'),
  accept: text('accept').$type<AcceptingWay>().notNull(),
  whenStale: text('when_stale').$type<Availability['when_stale']>().notNull(),
  /** Grows with every change, so that two tabs do not overwrite each other's changes. */
  version: integer('version').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** The windows of a single date, which replace those of its weekday; without windows the date is closed. */
export const availabilityExceptions = pgTable(
  'availability_exceptions',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    /** ISO date of the influencer's zone. */
    date: text('date').notNull(),
    windows: jsonb('windows').$type<AvailabilityException['windows']>().notNull(),
  },
  t => [primaryKey({ columns: [t.personId, t.date] })],
)

/**
 * The occupied parts of an influencer's time: sold slots, tight windows and dated events, queues among them. A row
 * exists as long as its request or event is open. An exclusion constraint, written by hand in the migration, lets no
 * two overlap, except broadcasts: that nothing else overlaps a broadcast is checked under the lock of its owner's
 * profile.
 */
export const taken = pgTable(
  'taken',
  {
    /** The request, the proposal or the event. */
    sourceId: uuid('source_id').notNull(),
    /** Of a proposal the request whose call it is about; null of everything else. */
    callId: uuid('call_id'),
    kind: text('kind').$type<'slot' | 'event' | 'proposal' | 'window'>().notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** The same with its buffers, which nothing else may touch. */
    blockedFrom: instant('blocked_from').notNull(),
    blockedUntil: instant('blocked_until').notNull(),
    /**
     * Of a window that nobody has paid or accepted: from then on it blocks nothing, and the next booking removes it.
     */
    heldUntil: instant('held_until'),
    /** Whether it may overlap another that may: a broadcast, whose length is only its limit. */
    mayOverlap: boolean('may_overlap').notNull().default(false),
  },
  t => [
    primaryKey({ columns: [t.sourceId, t.startsAt] }),
    index('taken_person').on(t.personId, t.blockedUntil),
    check('taken_has_length', sql`${t.startsAt} < ${t.endsAt}`),
    check(
      'taken_within_its_buffers',
      sql`${t.blockedFrom} <= ${t.startsAt} and ${t.endsAt} <= ${t.blockedUntil}`,
    ),
  ],
)
