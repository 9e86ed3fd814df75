import type { PageQuery, StaffAction } from '@parley/contract'
import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { staffActions } from '../tables.ts'

/** The staff audit, the newest first. */
export async function listActions(
  db: Db,
  page: PageQuery,
): Promise<{ count: number; results: StaffAction[] }> {
  const concerned = alias(users, 'concerned')
  const rows = await db
    .select({ action: staffActions, staff: users.username, person: concerned.username })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(concerned, eq(concerned.id, staffActions.personId))
    .orderBy(desc(staffActions.createdAt), desc(staffActions.id))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  const results = rows.map(({ action, staff, person }) => ({
    id: action.id,
    at: action.createdAt.toISOString(),
    staff,
    act: action.act,
    about: action.aboutKind && action.aboutId ? { kind: action.aboutKind, id: action.aboutId } : null,
    person,
    reason: action.reason,
    before: action.before,
    after: action.after,
  }))
  return { count: await db.$count(staffActions), results }
}
