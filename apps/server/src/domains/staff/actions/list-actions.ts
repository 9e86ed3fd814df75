import type { StaffAction } from '@parley/contract'
import { desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import type { Db } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import { staffActionPeople, staffActions } from '../tables.ts'

interface Place {
  id: string
  at: Date
}

/** The staff audit, the newest first; or what some people did as staff or were concerned by. */
export async function listActions(
  db: Db,
  { page, personIds }: { page: PageRequest; personIds: readonly string[] | null },
): Promise<{ count: number; results: StaffAction[]; last: string | null }> {
  if (personIds?.length === 0) return { count: 0, results: [], last: null }
  const { rows, ...place } = await (personIds === null
    ? placesOfAll(db, page)
    : placesOf(db, page, personIds))
  const ids = rows.map(({ id }) => id)
  return { ...place, results: await actionsBy(db, ids) }
}

const placesOfAll = (db: Db, page: PageRequest): Promise<RowsOfPage<Place>> =>
  readPage({
    ...{ page, at: staffActions.createdAt, id: staffActions.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({ id: staffActions.id, at: staffActions.createdAt })
        .from(staffActions)
        .where(isAfter)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most => db.$count(db.select({ id: staffActions.id }).from(staffActions).limit(most).as('counted')),
    placeOf: place => place,
  })

/** The newest of each person is found by the index by itself, however often staff looked at them. */
function placesOf(db: Db, page: PageRequest, personIds: readonly string[]): Promise<RowsOfPage<Place>> {
  const { actionId, createdAt, personId } = staffActionPeople
  const newest = (most: number, isAfter = sql`true`) => {
    const ways = personIds.map(
      id => sql`(select ${actionId}, ${createdAt} from ${staffActionPeople} where ${eq(personId, id)} and ${isAfter}
        order by ${createdAt} desc, ${actionId} desc limit ${most})`,
    )
    return sql`select action_id, created_at from (${sql.join(ways, sql` union all `)}) each_of
      group by action_id, created_at`
  }
  return readPage({
    ...{ page, at: createdAt, id: actionId, first: 'newest' },
    async read({ isAfter, limit, offset }) {
      const { rows } = await db.execute<{ id: string; at_ms: string }>(
        sql`select action_id as id, (extract(epoch from created_at) * 1000)::bigint as at_ms
          from (${newest(offset + limit, isAfter)}) found
          order by created_at desc, action_id desc limit ${limit} offset ${offset}`,
      )
      return rows.map(row => ({ id: row.id, at: new Date(Number(row.at_ms)) }))
    },
    async count(most) {
      const { rows } = await db.execute<{ count: number }>(
        sql`select count(*)::int as count from (${newest(most)} limit ${most}) counted`,
      )
      return rows[0]?.count ?? 0
    },
    placeOf: place => place,
  })
}

async function actionsBy(db: Db, ids: readonly string[]): Promise<StaffAction[]> {
  const concerned = alias(users, 'concerned')
  const rows = await db
    .select({ action: staffActions, staff: users.username, person: concerned.username })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(concerned, eq(concerned.id, staffActions.personId))
    .where(anyOf(staffActions.id, ids))
    .orderBy(desc(staffActions.createdAt), desc(staffActions.id))
  return rows.map(({ action, staff, person }) => ({
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
}
