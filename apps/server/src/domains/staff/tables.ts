import type { StaffRole, StaffSubject } from '@parley/contract'
import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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

/** Every look at a person and every act of staff. A trigger allows no change and no deletion. */
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
