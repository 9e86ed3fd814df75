import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'

/** A call's room. `epoch` is the fence: a process that lost its claim may not write with an older one. */
export const callRooms = pgTable('call_rooms', {
  /** The request's id, or the live event's. */
  id: uuid('id').primaryKey(),
  epoch: integer('epoch').notNull().default(0),
  holder: text('holder'),
  /** By the database's own clock, not the application's, which can be moved. */
  heldUntil: instant('held_until'),
  buyerSeenAt: instant('buyer_seen_at'),
  influencerSeenAt: instant('influencer_seen_at'),
  /** How long the influencer waited alone, in ms; decides who was absent. */
  influencerWaitedMs: integer('influencer_waited_ms').notNull().default(0),
  closedAt: instant('closed_at'),
  /** The most used time that anybody was shown, in ms: it never goes back, though a stop is dated before it was noticed. */
  shownMs: integer('shown_ms').notNull().default(0),
})

/** A stretch of paid time. Open while live; `provenUntil` is the last moment known to be live. */
export const liveIntervals = pgTable(
  'live_intervals',
  {
    id: uuid('id').primaryKey(),
    roomId: uuid('room_id')
      .notNull()
      .references(() => callRooms.id),
    epoch: integer('epoch').notNull(),
    startedAt: instant('started_at').notNull(),
    provenUntil: instant('proven_until').notNull(),
    endedAt: instant('ended_at'),
    endedBy: text('ended_by').$type<'buyer' | 'influencer' | 'platform' | 'time'>(),
  },
  t => [
    index('live_intervals_room').on(t.roomId),
    uniqueIndex('live_intervals_one_open').on(t.roomId).where(sql`${t.endedAt} is null`),
    check(
      'live_intervals_forward',
      sql`${t.provenUntil} >= ${t.startedAt} and (${t.endedAt} is null or ${t.endedAt} >= ${t.startedAt})`,
    ),
  ],
)
