import type {
  AbsentRule,
  DurationUnit,
  EventEnding,
  EventFormat,
  LineOrder,
  Pence,
  Seconds,
} from '@parley/contract'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, searchWords, timestamps } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import { images } from '../profiles/tables.ts'

/** A broadcast of an influencer. A place at it is a session request, which freezes price, length and text. */
export const liveEvents = pgTable(
  'live_events',
  {
    id: uuid('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    /** The owner's key for this creation, and the content of the creation. */
    uuid: text('uuid').notNull(),
    fingerprint: text('fingerprint').notNull().default(''),
    influencerId: uuid('influencer_id')
      .notNull()
      .references(() => users.id),
    title: text('title').notNull(),
    description: text('description').notNull(),
    imageId: uuid('picture_id').references(() => images.id),
    /** The price of one place in pence that the buyer pays. */
    pricePence: integer('price_pence').$type<Pence>().notNull(),
    durationSeconds: integer('duration_seconds').$type<Seconds>().notNull(),
    durationDisplay: integer('duration_display').$type<DurationUnit>().notNull(),
    startsAt: instant('starts_at'),
    /** Grows with every change of the date, so that calendars know which update is newer. */
    dateSequence: integer('date_sequence').notNull().default(0),
    capacity: integer('capacity'),
    /**
     * `broadcast`: one person broadcasts to all; `queue`: fans meet the host one after the other. It cannot change once
     * a place is sold.
     */
    format: text('format').$type<EventFormat>().notNull().default('broadcast'),
    /** Of a queue: what happens to the money of an absent fan, and the order of the fans. */
    absent: text('absent').$type<AbsentRule>().notNull().default('refund'),
    lineOrder: text('line_order').$type<LineOrder>().notNull().default('paid'),
    /** `live` from the first broadcast second on, also while the owner is away for a moment. */
    state: text('state').$type<'scheduled' | 'live' | 'ended' | 'cancelled'>().notNull().default('scheduled'),
    /** How the event ended; null while it is not over. */
    ending: text('ending').$type<EventEnding>(),
    /** When the owner first broadcast. */
    begunAt: instant('begun_at'),
    endedAt: instant('ended_at'),
    /** Broadcast time at the end in ms, by which its places are settled. */
    usedMs: integer('used_ms').notNull().default(0),
    /**
     * Set while an event that its owner ended is still counted: its places are settled when the count is over, by then
     * at the latest.
     */
    settlesBy: instant('settles_by'),
    /** When the next time rule applies; null when none does. */
    dueAt: instant('due_at'),
    ...timestamps(),
  },
  t => [
    unique('live_events_once').on(t.influencerId, t.uuid),
    index('live_events_influencer').on(t.influencerId),
    // In the order of an influencer's list of events.
    index('live_events_shown')
      .on(t.influencerId, t.createdAt, t.id)
      .where(sql`${t.state} in ('scheduled', 'live')`),
    index('live_events_picture').on(t.imageId),
    // In the order of Explore.
    index('live_events_to_come')
      .on(t.state, t.startsAt, t.id)
      .where(sql`${t.state} in ('scheduled', 'live')`),
    // Queues whose order must be fixed: a job reads them each second.
    index('live_events_queues_to_come')
      .on(t.startsAt)
      .where(sql`${t.format} = 'queue' and ${t.state} in ('scheduled', 'live')`),
    index('live_events_due').on(t.dueAt).where(sql`${t.dueAt} is not null`),
    check('live_events_price', sql`${t.pricePence} between 100 and 1000000`),
    check('live_events_duration', sql`${t.durationSeconds} between 1 and 86400`),
    check('live_events_capacity', sql`${t.capacity} is null or ${t.capacity} > 0`),
    check(
      'live_events_queue',
      sql`${t.format} = 'broadcast' or (${t.format} = 'queue' and ${t.startsAt} is not null
        and ${t.capacity} is not null and ${t.capacity} between 1 and 500 and ${t.durationSeconds} between 30 and 600)`,
    ),
    check('live_events_ended_has_ending', sql`(${t.ending} is null) = (${t.state} in ('scheduled', 'live'))`),
  ],
)

/**
 * The search vector of each event to come that everybody may see, with its owner's category as the word `/games`;
 * triggers of the database write it.
 */
export const liveEventWords = pgTable(
  'live_event_words',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => liveEvents.id, { onDelete: 'cascade' }),
    words: searchWords('words').notNull(),
  },
  t => [index('live_event_words_found').using('gin', t.words)],
)
