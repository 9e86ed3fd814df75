import type {
  AppealDecision,
  ReportDecision,
  ReportReason,
  ReportSubject,
  SuspensionKind,
} from '@parley/contract'
import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** Blocks: while a row exists, each of the two people gets 404 for the other. */
export const blocks = pgTable(
  'blocks',
  {
    blockerId: uuid('blocker_id')
      .notNull()
      .references(() => users.id),
    blockedId: uuid('blocked_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.blockerId, t.blockedId] }),
    index('blocks_blocked').on(t.blockedId),
    // In the order of a person's list.
    index('blocks_listed').on(t.blockerId, t.createdAt, t.blockedId),
    check('blocks_not_oneself', sql`${t.blockerId} <> ${t.blockedId}`),
  ],
)

/** Reports, with the facts at that moment; kept for 3 years. */
export const reports = pgTable(
  'reports',
  {
    id: uuid('id').primaryKey(),
    reporterId: uuid('reporter_id')
      .notNull()
      .references(() => users.id),
    reportedId: uuid('reported_id')
      .notNull()
      .references(() => users.id),
    aboutKind: text('about_kind').$type<ReportSubject>().notNull(),
    aboutId: uuid('about_id').notNull(),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text').notNull(),
    /** The reporter's own key: the same one makes one report. */
    uuid: text('uuid').notNull(),
    facts: jsonb('facts').$type<Record<string, string | null>>().notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer('version').notNull().default(0),
    /** All null while it is open. */
    decision: text('decision').$type<ReportDecision>(),
    decisionReason: text('decision_reason'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  t => [
    unique('reports_once').on(t.reporterId, t.uuid),
    index('reports_reporter').on(t.reporterId, t.createdAt),
    // The last ones about a person are read, and counted, however many there are.
    index('reports_reported').on(t.reportedId, t.createdAt, t.id),
    index('reports_upheld_about').on(t.reportedId).where(sql`${t.decision} = 'upheld'`),
    index('reports_upheld_of').on(t.reporterId).where(sql`${t.decision} = 'upheld'`),
    index('reports_decided_by').on(t.decidedBy),
    index('reports_about').on(t.aboutId),
    index('reports_open').on(t.createdAt, t.id).where(sql`${t.decidedAt} is null`),
    index('reports_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
    check('reports_not_oneself', sql`${t.reporterId} <> ${t.reportedId}`),
  ],
)

/** The last lines of the chat of a call that was reported: the only lines of a chat that are stored. */
export const reportLines = pgTable(
  'report_lines',
  {
    reportId: uuid('report_id')
      .notNull()
      .references(() => reports.id),
    /** Its place among the lines, the oldest first. */
    position: integer('position').notNull(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => users.id),
    text: text('text').notNull(),
    saidAt: instant('said_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.reportId, t.position] }),
    index('report_lines_author').on(t.authorId),
    check('report_lines_position', sql`${t.position} between 0 and 49`),
  ],
)

/** Who was suspended or banned, why, and how it ended. */
export const suspensions = pgTable(
  'suspensions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind').$type<SuspensionKind>().notNull(),
    /** Null: until somebody lifts it. */
    until: instant('until'),
    /** The statement of reasons, as its person reads it. */
    reason: text('reason').notNull(),
    staffId: uuid('staff_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
    /** Digest of the mailed link of the appeal. */
    appealId: text('appeal_id').notNull().unique(),
    endedAt: instant('ended_at'),
    /** When nothing of its person was left open; until then it is looked for again. */
    settledAt: instant('settled_at'),
    /**
     * Not used: processes of the version before still read it while this one starts. It goes with the next version.
     */
    liftAskedBy: uuid('lift_asked_by').references(() => users.id),
    version: integer('version').notNull().default(0),
  },
  t => [
    index('suspensions_user').on(t.userId),
    index('suspensions_staff').on(t.staffId),
    index('suspensions_lift_asked_by').on(t.liftAskedBy),
    uniqueIndex('suspensions_one').on(t.userId).where(sql`${t.endedAt} is null`),
    index('suspensions_unsettled').on(t.createdAt).where(sql`${t.settledAt} is null`),
    index('suspensions_ended').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    index('suspensions_until').on(t.until).where(sql`${t.endedAt} is null and ${t.until} is not null`),
  ],
)

/** The appeal of a suspended person, once; another member of staff decides. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid('id').primaryKey(),
    suspensionId: uuid('suspension_id')
      .notNull()
      .unique()
      .references(() => suspensions.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
    version: integer('version').notNull().default(0),
    /** All null while it is open; the reason also if it was decided before this column existed. */
    decision: text('decision').$type<AppealDecision>(),
    decisionReason: text('decision_reason'),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
  },
  t => [
    index('appeals_decided_by').on(t.decidedBy),
    index('appeals_open').on(t.createdAt, t.id).where(sql`${t.decidedAt} is null`),
    index('appeals_decided').on(t.decidedAt, t.id).where(sql`${t.decidedAt} is not null`),
  ],
)
