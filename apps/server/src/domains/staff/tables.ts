import type { Pence, PendingKind, StaffRole, StaffSubject } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../db/columns.ts'
import { users } from '../accounts/tables.ts'

/** What a person may do as a member of staff. */
export const staffRoles = pgTable(
  'staff_roles',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<StaffRole>().notNull(),
    grantedAt: instant('granted_at').notNull(),
  },
  t => [primaryKey({ columns: [t.userId, t.role] })],
)

/** The reminders about waiting cases, and after how many hours: each once; kept for 3 years. */
export const caseReminders = pgTable(
  'case_reminders',
  {
    caseId: uuid('case_id').notNull(),
    hours: integer('hours').notNull(),
    remindedAt: instant('reminded_at').notNull(),
  },
  t => [primaryKey({ columns: [t.caseId, t.hours] }), index('case_reminders_oldest').on(t.remindedAt)],
)

/**
 * Every look at a person and every act of staff. Triggers allow no change, and no deletion before three years are
 * over.
 */
export const staffActions = pgTable(
  'staff_actions',
  {
    id: uuid('id').primaryKey(),
    /** Null: a command on the machine. */
    staffId: uuid('staff_id').references(() => users.id),
    act: text('act').notNull(),
    /** Whom it concerned. */
    personId: uuid('person_id').references(() => users.id),
    aboutKind: text('about_kind').$type<StaffSubject>(),
    aboutId: text('about_id'),
    reason: text('reason'),
    before: jsonb('before').$type<Record<string, unknown>>(),
    after: jsonb('after').$type<Record<string, unknown>>(),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    index('staff_actions_at').on(t.createdAt, t.id),
    index('staff_actions_staff').on(t.staffId),
    index('staff_actions_person').on(t.personId),
  ],
)

/**
 * Whom a row of the staff audit is about: who did it, whom it concerned, and whom a list showed to them. A trigger of
 * the database writes it with each row, and it goes with the row.
 */
export const staffActionPeople = pgTable(
  'staff_action_people',
  {
    actionId: uuid('action_id')
      .notNull()
      .references(() => staffActions.id, { onDelete: 'cascade' }),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.actionId, t.personId] }),
    index('staff_action_people_at').on(t.personId, t.createdAt, t.actionId),
  ],
)

/** The acts that one member of staff requested and another must confirm. */
export const pendingActs = pgTable(
  'staff_pending_acts',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<PendingKind>().notNull(),
    aboutKind: text('about_kind').$type<StaffSubject>().notNull(),
    aboutId: uuid('about_id').notNull(),
    /** Whom it concerns. */
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    requestId: uuid('request_id'),
    /** What would go back to the buyer, in pence. */
    amountPence: integer('amount_pence').$type<Pence>(),
    role: text('role').$type<StaffRole>(),
    reason: text('reason').notNull(),
    /** The version of its subject that the first member saw: after a change it is not executed. */
    aboutVersion: integer('about_version').notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: instant('asked_at').notNull(),
    state: text('state').$type<'waiting' | 'confirmed' | 'refused' | 'outdated'>().notNull(),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: instant('decided_at'),
    version: integer('version').notNull().default(0),
  },
  t => [
    uniqueIndex('staff_pending_acts_one').on(t.aboutId, t.kind).where(sql`${t.state} = 'waiting'`),
    index('staff_pending_acts_waiting').on(t.askedAt, t.id).where(sql`${t.state} = 'waiting'`),
    index('staff_pending_acts_decided').on(t.decidedAt).where(sql`${t.decidedAt} is not null`),
    index('staff_pending_acts_person').on(t.personId),
    index('staff_pending_acts_asked_by').on(t.askedBy),
    index('staff_pending_acts_decided_by').on(t.decidedBy),
  ],
)
