import type { Page, PageQuery, StaffAction } from '@parley/contract'
import { desc, eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { staffActions } from '../tables.ts'

/** The staff audit, the newest first. */
export async function listActions(db: Db, page: PageQuery): Promise<Page<StaffAction>> {
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
  return pageOf('/api/staff/actions/', { page, count: await db.$count(staffActions), results })
}

/** A page of a list of the desk, with the addresses of its neighbours. */
export function pageOf<T>(
  path: string,
  { page, count, results }: { page: PageQuery; count: number; results: T[] },
): Page<T> {
  const at = (number: number) => `${path}?page=${number}&page_size=${page.page_size}`
  return {
    count,
    next: page.page * page.page_size < count ? at(page.page + 1) : null,
    previous: page.page > 1 ? at(page.page - 1) : null,
    results,
  }
}
