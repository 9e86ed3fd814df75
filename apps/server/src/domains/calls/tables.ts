import type { CallOpinion, CallTrouble, KeepsakeState } from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytes, instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** A call's room. `epoch` is the fence: a process that lost its lease may not write with an older one. */
export const callRooms = pgTable('call_rooms', {
  /** The request's id, or the live event's. */
  id: uuid('id').primaryKey(),
  epoch: integer('epoch').notNull().default(0),
  holder: text('holder'),
  /** By the database's own clock, not the application's, which can be moved. */
  heldUntil: instant('held_until'),
  /** When the buyer last pressed End Call while the influencer's media flowed. */
  buyerEndedAt: instant('buyer_ended_at'),
  closedAt: instant('closed_at'),
  /** The greatest displayed time, in ms: it never goes back, although a stop is dated before its detection. */
  shownMs: integer('shown_ms').notNull().default(0),
})

/** An interval of paid time. Open while live; `provenUntil` is the last moment known to be live. */
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

/**
 * An interval in which the media of one party of a call flowed and that of the other did not, as one process saw it.
 * Nothing closes it: unproven time does not count. Intervals of several processes may overlap; their sum counts a
 * second once.
 */
export const mediaAlone = pgTable(
  'media_alone',
  {
    id: uuid('id').primaryKey(),
    roomId: uuid('room_id')
      .notNull()
      .references(() => callRooms.id),
    side: text('side').$type<'buyer' | 'influencer'>().notNull(),
    startedAt: instant('started_at').notNull(),
    provenUntil: instant('proven_until').notNull(),
  },
  t => [
    index('media_alone_room').on(t.roomId),
    check('media_alone_side', sql`${t.side} in ('buyer', 'influencer')`),
    check('media_alone_forward', sql`${t.provenUntil} > ${t.startedAt}`),
  ],
)

/**
 * The media from each side of a call, or from an event's owner, minute by minute: for the answer to a bank's dispute.
 * It does not decide about money. Deleted after `MEDIA_MINUTES_KEPT_MS`.
 */
export const mediaMinutes = pgTable(
  'media_minutes',
  {
    /** The request's id, or the live event's. */
    roomId: uuid('room_id').notNull(),
    side: text('side').$type<'buyer' | 'influencer'>().notNull(),
    /** When the minute begins. */
    minute: instant('minute').notNull(),
    packets: integer('packets').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  t => [
    primaryKey({ columns: [t.roomId, t.side, t.minute] }),
    index('media_minutes_minute').on(t.minute),
    check('media_minutes_side', sql`${t.side} in ('buyer', 'influencer')`),
  ],
)

/** One person's rating of a call or an event, in one tap, with the measurements of their page. */
export const callOpinions = pgTable(
  'call_opinions',
  {
    /** The request's id, or the live event's. */
    roomId: uuid('room_id').notNull(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    opinion: text('opinion').$type<CallOpinion>().notNull(),
    /** The faults; null if there were none. */
    trouble: text('trouble').$type<CallTrouble>(),
    /** Measured by the person's own page, without effect. Null if the page had no figure. */
    roundTripMs: integer('round_trip_ms'),
    lostPermille: integer('lost_permille'),
    freezes: integer('freezes'),
    restarts: integer('restarts'),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.roomId, t.personId] }),
    index('call_opinions_person').on(t.personId),
    index('call_opinions_newest').on(t.opinion, t.createdAt, t.personId),
    check('call_opinions_trouble', sql`(${t.trouble} is null) = (${t.opinion} = 'good')`),
  ],
)

/** Questions to the owner of an event. Deleted `QUESTIONS_KEPT_MS` after they were asked. */
export const questions = pgTable(
  'questions',
  {
    id: uuid('id').primaryKey(),
    /** The live event's id. */
    roomId: uuid('room_id').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    /** The author's own key of it. */
    uuid: text('uuid').notNull(),
    text: text('text').notNull(),
    /** As many as there are in `question_votes`. */
    votes: integer('votes').notNull().default(0),
    /** Grows with each change. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    /** Hidden by the owner, by a mute, or because the author's place is not valid any more. */
    hiddenAt: instant('hidden_at'),
  },
  t => [
    unique('questions_uuid').on(t.authorId, t.uuid),
    index('questions_room').on(t.roomId),
    index('questions_created').on(t.createdAt),
    check('questions_votes', sql`${t.votes} >= 0`),
    check('questions_text', sql`char_length(${t.text}) between 1 and 280`),
  ],
)

/** The votes for questions: a person has one place at an event, and one vote for each question. */
export const questionVotes = pgTable(
  'question_votes',
  {
    questionId: uuid('question_id')
      .notNull()
      .references(() => questions.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
  },
  t => [primaryKey({ columns: [t.questionId, t.personId] }), index('question_votes_person').on(t.personId)],
)

/**
 * A photo of the two people of a call or a turn, with the consent of both. Deleted `KEEPSAKE_KEPT_MS` after it was
 * taken.
 */
export const keepsakes = pgTable(
  'keepsakes',
  {
    id: uuid('id').primaryKey(),
    /** The request's id: a call has one. */
    roomId: uuid('room_id').notNull().unique('keepsakes_room'),
    fanId: uuid('fan_id')
      .notNull()
      .references(() => users.id),
    hostId: uuid('host_id')
      .notNull()
      .references(() => users.id),
    state: text('state').$type<Exclude<KeepsakeState, 'none'>>().notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    /** The number of requests for it. */
    asks: integer('asks').notNull(),
    agreedAt: instant('agreed_at'),
    keptAt: instant('kept_at'),
    /** JPEG, as the server encoded it; only the two people read it. */
    picture: bytes('picture'),
  },
  t => [
    // In the order of a person's list, for each of their roles.
    index('keepsakes_fan').on(t.fanId, t.state, t.keptAt, t.id),
    index('keepsakes_host').on(t.hostId, t.state, t.keptAt, t.id),
    index('keepsakes_asked_by').on(t.askedBy),
    index('keepsakes_kept').on(t.keptAt),
    check('keepsakes_state', sql`${t.state} in ('asked', 'agreed', 'kept', 'refused', 'removed')`),
    check('keepsakes_picture', sql`(${t.picture} is not null) = (${t.state} = 'kept')`),
    check('keepsakes_two', sql`${t.fanId} <> ${t.hostId}`),
  ],
)

/** The consents to a keepsake. No photo is stored without a row of each of the two people. */
export const consents = pgTable(
  'consents',
  {
    keepsakeId: uuid('keepsake_id')
      .notNull()
      .references(() => keepsakes.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    saidAt: instant('said_at').notNull(),
  },
  t => [primaryKey({ columns: [t.keepsakeId, t.personId] }), index('consents_person').on(t.personId)],
)
