import type { StaffAction } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/client.ts'
import { type PageAsked, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import { staffActions } from '../tables.ts'

/** The staff audit, the newest first. */
export async function listActions(
  db: Db,
  page: PageAsked,
): Promise<{ count: number; results: StaffAction[]; last: string | null }> {
  const concerned = alias(users, 'concerned')
  const { rows, ...place } = await readPage({
    ...{ page, at: staffActions.createdAt, id: staffActions.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({ action: staffActions, staff: users.username, person: concerned.username })
        .from(staffActions)
        .leftJoin(users, eq(users.id, staffActions.staffId))
        .leftJoin(concerned, eq(concerned.id, staffActions.personId))
        .where(isAfter)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most => db.$count(db.select({ id: staffActions.id }).from(staffActions).limit(most).as('counted')),
    placeOf: ({ action: { createdAt: at, id } }) => ({ at, id }),
  })
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
  return { ...place, results }
}
