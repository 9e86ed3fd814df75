import type { CrewRole, QueueNote } from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'
import { liveEvents } from '../live-events/tables.ts'
import { sessionRequests } from '../requests/tables.ts'
import type { Queue, Turn } from './machine/queue.ts'

/**
 * The line of an event of format `queue`, from the moment its order stands. Every change holds the event's row lock.
 */
export const queues = pgTable(
  'queues',
  {
    eventId: uuid('event_id')
      .primaryKey()
      .references(() => liveEvents.id),
    state: text('state').$type<Queue['state']>().notNull(),
    /** Grows with every change that its desk sees. */
    version: integer('version').notNull(),
    pausedAt: instant('paused_at'),
    pausedBy: text('paused_by').$type<NonNullable<Queue['pausedBy']>>(),
    /** How long it was paused before, in ms. */
    pausedMs: integer('paused_ms').notNull(),
    hostGoneAt: instant('host_gone_at'),
    idleAt: instant('idle_at'),
    handedAt: instant('handed_at'),
    /** The last changes from one fan to the next, in ms. */
    changeoversMs: jsonb('changeovers_ms').$type<number[]>().notNull(),
    /** What the host or an usher last said to everybody in line, by its name in the contract, and when. */
    note: text('note').$type<QueueNote>(),
    notedAt: instant('noted_at'),
  },
  t => [check('queues_state', sql`${t.state} in ('scheduled', 'running', 'paused', 'ended')`)],
)

/**
 * Who helps the host of an event, one role each: ushers order the line of a queue, without money, picture or sound of
 * anybody; moderators hide and mute in the chat of a broadcast.
 */
export const eventCrew = pgTable(
  'event_crew',
  {
    eventId: uuid('event_id')
      .notNull()
      .references(() => liveEvents.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<CrewRole>().notNull().default('usher'),
    addedAt: instant('added_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.eventId, t.personId] }),
    index('event_crew_person').on(t.personId),
    check('event_crew_role', sql`${t.role} in ('usher', 'moderator')`),
  ],
)

/** A place's turn in the line; its video room has the request's id. */
export const queueTurns = pgTable(
  'queue_turns',
  {
    requestId: uuid('request_id')
      .primaryKey()
      .references(() => sessionRequests.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => queues.eventId),
    number: integer('number').notNull(),
    position: integer('position').notNull(),
    state: text('state').$type<Turn['state']>().notNull(),
    readyAt: instant('ready_at'),
    missed: integer('missed').notNull(),
    calledAt: instant('called_at'),
    aloneAt: instant('alone_at'),
    /** How long its holder was away before, since they were called, in ms. */
    awayMs: integer('away_ms').notNull().default(0),
    /** Their moment had come and they were not ready. */
    isPassed: boolean('is_passed').notNull().default(false),
    /** The latest end of a range that its holder was shown: the queue does not skip them before. */
    announcedUntil: instant('told_until'),
    /** Paid time that was used in it as of its last change, in ms. */
    usedMs: integer('used_ms').notNull(),
    isRest: boolean('is_rest').notNull(),
    why: text('why').$type<NonNullable<Turn['why']>>(),
  },
  t => [
    unique('queue_turns_number').on(t.eventId, t.number),
    check(
      'queue_turns_state',
      sql`${t.state} in ('waiting', 'called', 'in_turn', 'served', 'part', 'skipped', 'left', 'unserved')`,
    ),
  ],
)
