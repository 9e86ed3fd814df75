import type { StaffAction } from '@parley/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import type { Db } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import { staffActionPeople, staffActions } from '../tables.ts'
import { isFoundBy, isShownTo, withoutOwnCases } from './own-actions.ts'

interface Place {
  id: string
  at: Date
}

interface ActionsQuery {
  page: PageRequest
  /** Null: everybody. */
  personIds: readonly string[] | null
  readerId: string
}

interface Listed {
  count: number
  results: StaffAction[]
  last: string | null
  /** Whom and which requests the page names. */
  named: { people: (string | null)[]; requests: (string | null)[] }
}

/**
 * The staff audit, the newest first; or what some people did as staff or were concerned by. Nobody reads what others
 * did about a case to which they are a party.
 */
export async function listActions(db: Db, { page, personIds, readerId }: ActionsQuery): Promise<Listed> {
  const { rows, ...place } = await (personIds === null
    ? placesOfAll(db, page, readerId)
    : placesOf(db, page, { personIds, readerId }))
  const ids = rows.map(({ id }) => id)
  return { ...place, ...(await actionsBy(db, ids, readerId)) }
}

function placesOfAll(db: Db, page: PageRequest, readerId: string): Promise<RowsOfPage<Place>> {
  const isShown = isShownTo(db, readerId)
  return readPage({
    ...{ page, at: staffActions.createdAt, id: staffActions.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      db
        .select({ id: staffActions.id, at: staffActions.createdAt })
        .from(staffActions)
        .where(and(isShown, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(
        db.select({ id: staffActions.id }).from(staffActions).where(isShown).limit(most).as('counted'),
      ),
    placeOf: place => place,
  })
}

/** The newest of each person is found by the index by itself, however often staff looked at them. */
function placesOf(
  db: Db,
  page: PageRequest,
  { personIds, readerId }: { personIds: readonly string[]; readerId: string },
): Promise<RowsOfPage<Place>> {
  if (personIds.length === 0) return Promise.resolve({ count: 0, rows: [], last: null })
  const { actionId, createdAt, personId } = staffActionPeople
  const isShown = isShownTo(db, readerId)
  // By the id of the row, whatever the planner thinks of joining all of them.
  const mayFind = (id: string) =>
    sql`(select ${and(isShown, isFoundBy(readerId, id))} from ${staffActions} where ${eq(staffActions.id, actionId)})`
  const newest = (most: number, isAfter = sql`true`) => {
    const ways = personIds.map(
      id => sql`(select ${actionId}, ${createdAt} from ${staffActionPeople} where ${eq(personId, id)} and ${isAfter}
        and ${mayFind(id)}
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

async function actionsBy(
  db: Db,
  ids: readonly string[],
  readerId: string,
): Promise<Pick<Listed, 'results' | 'named'>> {
  const concerned = alias(users, 'concerned')
  const rows = await db
    .select({ action: staffActions, staff: users.username, person: concerned.username })
    .from(staffActions)
    .leftJoin(users, eq(users.id, staffActions.staffId))
    .leftJoin(concerned, eq(concerned.id, staffActions.personId))
    .where(anyOf(staffActions.id, ids))
    .orderBy(desc(staffActions.createdAt), desc(staffActions.id))
  const actions = await withoutOwnCases(
    db,
    rows.map(({ action, staff, person }) => ({ ...action, staff, person })),
    readerId,
  )
  const requests = actions.filter(({ aboutKind }) => aboutKind === 'request')
  return {
    results: actions.map(action => ({
      id: action.id,
      at: action.createdAt.toISOString(),
      staff: action.staff,
      act: action.act,
      about: action.aboutKind && action.aboutId ? { kind: action.aboutKind, id: action.aboutId } : null,
      person: action.person,
      reason: action.reason,
      before: action.before,
      after: action.after,
    })),
    named: {
      people: actions.flatMap(({ staffId, personId }) => [staffId, personId]),
      requests: requests.map(({ aboutId }) => aboutId),
    },
  }
}
