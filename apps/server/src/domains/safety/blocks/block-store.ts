import { BLOCKS_MAX } from '@parley/contract'
import { and, count, desc, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../../db/any-of.ts'
import { builtOnce, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import type { BlockPair } from '../deps.ts'
import { blocks } from '../tables.ts'

type Id = string | SQL | PgColumn

const isPair = (one: Id, other: Id) => and(eq(blocks.blockerId, one), eq(blocks.blockedId, other))

/** Two people in both orders, of which each is one search: Postgres reads the whole table if it expects many blocks. */
const bothWays = (one: Id, other: Id) =>
  sql`(values (${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid)) as ways (one, other)`
const isWay = sql`${blocks.blockerId} = ways.one and ${blocks.blockedId} = ways.other`

/** Whether one of two people has blocked the other, as a part of a statement. */
export const isBlockBetween = (one: Id, other: Id): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${bothWays(one, other)} join ${blocks} on ${isWay})`

const selectBetween = builtOnce((db, value: ValueOf<{ oneId: string; otherId: string }>) => {
  const one = value('oneId', blocks.blockerId)
  const other = value('otherId', blocks.blockerId)
  return db
    .select({ blockerId: blocks.blockerId })
    .from(bothWays(one, other))
    .innerJoin(blocks, isWay)
    .limit(1)
})

/** Whether one of two people has blocked the other: then each gets 404 for the other. */
export async function areApart(db: DbOrTx, oneId: string, otherId: string): Promise<boolean> {
  return (await selectBetween(db, { oneId, otherId })).length > 0
}

type Pair = readonly [oneId: string, otherId: string]

function blockedOf(ones: readonly string[], others: readonly string[]): SQL {
  const pairs = sql`unnest(${sql.param([...ones])}::uuid[], ${sql.param([...others])}::uuid[]) as pairs (one, other)`
  return sql`
    select one, other from ${pairs} join ${blocks}
      on ${blocks.blockerId} = pairs.one and ${blocks.blockedId} = pairs.other
    union all
    select one, other from ${pairs} join ${blocks}
      on ${blocks.blockerId} = pairs.other and ${blocks.blockedId} = pairs.one`
}

/**
 * What parts people, in one statement: which of these pairs are apart by a block, and which of these people are
 * suspended. It reads only the blocks between the two: thousands may have blocked the influencer of a call.
 */
export async function partedAmong(
  db: DbOrTx,
  { pairs, people }: { pairs: readonly Pair[]; people: readonly string[] },
): Promise<{ areApart: (oneId: string, otherId: string) => boolean; suspended: ReadonlySet<string> }> {
  const [ones, others] = [pairs.map(([one]) => one), pairs.map(([, other]) => other)]
  const { rows } = await db.execute<{ one: string; other: string | null }>(sql`
    ${blockedOf(ones, others)}
    union all
    select ${users.id}, null from ${users}
      where ${users.id} = any(${sql.param([...people])}::uuid[]) and ${users.suspendedAt} is not null
  `)
  const apart = new Set(rows.flatMap(({ one, other }) => (other === null ? [] : keyOf(one, other))))
  return {
    areApart: (oneId, otherId) => apart.has(keyOf(oneId, otherId)),
    suspended: new Set(rows.flatMap(({ one, other }) => (other === null ? one : []))),
  }
}

const keyOf = (oneId: string, otherId: string) => [oneId, otherId].sort().join(' ')

/** Everybody whom a person has blocked or is blocked by. */
export async function apartFrom(db: DbOrTx, personId: string): Promise<Set<string>> {
  return (await apartFromEach(db, [personId])).get(personId) ?? new Set()
}

/** So many of them at most. */
export async function someApartFrom(db: DbOrTx, personId: string, most: number): Promise<string[]> {
  const { blockerId, blockedId } = blocks
  const rows = await unionAll(
    db.select({ id: blockedId }).from(blocks).where(eq(blockerId, personId)).limit(most),
    db.select({ id: blockerId }).from(blocks).where(eq(blockedId, personId)).limit(most),
  ).limit(most)
  return rows.map(({ id }) => id)
}

/** The same of each of some people; those whom nobody is apart from are left out. */
export async function apartFromEach(
  db: DbOrTx,
  people: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { blockerId, blockedId } = blocks
  const rows = await unionAll(
    db.select({ person: blockerId, id: blockedId }).from(blocks).where(anyOf(blockerId, people)),
    db.select({ person: blockedId, id: blockerId }).from(blocks).where(anyOf(blockedId, people)),
  )
  const apart = new Map<string, Set<string>>()
  for (const { person, id } of rows) apart.set(person, (apart.get(person) ?? new Set()).add(id))
  return apart
}

/**
 * Serializes bookings and blocks of two people until the transaction ends. Attack: a booking or a claim that is
 * stored at the same time as the block, and survives it.
 */
export async function lockPair(tx: Tx, oneId: string, otherId: string): Promise<void> {
  const pair = keyOf(oneId, otherId)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pair:${pair}`}, 0))`)
}

/** Whether two people may meet; the result stays true until the transaction ends. */
export async function mayMeet(tx: Tx, oneId: string, otherId: string): Promise<boolean> {
  await lockPair(tx, oneId, otherId)
  return (await selectBarred(tx, { oneId, otherId })).length === 0
}

/** A row if one of two people is suspended, or has blocked the other. */
const selectBarred = builtOnce((db, value: ValueOf<{ oneId: string; otherId: string }>) => {
  const [one, other] = [value('oneId', users.id), value('otherId', users.id)]
  return db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        or(eq(users.id, one), eq(users.id, other)),
        or(isNotNull(users.suspendedAt), isBlockBetween(one, other)),
      ),
    )
    .limit(1)
})

/**
 * Blocks a person while the accounts of both stand, which stays true until the transaction ends: a deletion that has
 * begun is waited for, and no row names a person who left. Answers who is not there, and whether the block is new.
 */
export async function insertBlock(
  tx: Tx,
  { blockerId, blockedId }: BlockPair,
  now: Date,
): Promise<{ missing: string | null; isNew: boolean }> {
  const { rows } = await tx.execute<{ there: string[]; isNew: boolean }>(sql`
    with held as materialized (
      select ${users.id} from ${users}
      where ${users.id} in (${blockerId}, ${blockedId}) and ${users.deletedAt} is null for key share
    ), made as (
      insert into ${blocks} (blocker_id, blocked_id, created_at)
      select ${blockerId}, ${blockedId}, ${now.toISOString()}::timestamptz where (select count(*) from held) = 2
      on conflict do nothing returning blocked_id
    )
    select array(select id::text from held) as there, exists (select 1 from made) as "isNew"
  `)
  const [found] = rows
  const missing = [blockerId, blockedId].find(id => !found?.there.includes(id)) ?? null
  return { missing, isNew: found?.isNew ?? false }
}

export async function deleteBlock(db: DbOrTx, pair: BlockPair): Promise<void> {
  await db.delete(blocks).where(isPair(pair.blockerId, pair.blockedId))
}

export async function isBlockedBy(db: DbOrTx, pair: BlockPair): Promise<boolean> {
  return (await db.$count(blocks, isPair(pair.blockerId, pair.blockedId))) > 0
}

export async function countBlocks(db: DbOrTx, blockerId: string): Promise<number> {
  const [row] = await db.select({ blocks: count() }).from(blocks).where(eq(blocks.blockerId, blockerId))
  return row?.blocks ?? 0
}

/** Somebody whom a person has blocked, and since when. */
export interface Blocked {
  id: string
  username: string
  at: Date
}

const selectBlocked = (db: DbOrTx, blockerId: string, also?: SQL) =>
  db
    .select({ id: users.id, username: users.username, at: blocks.createdAt })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(and(eq(blocks.blockerId, blockerId), isNull(users.deletedAt), also))

/** Whom a person has blocked, the last first; all of them, because their number has a limit. */
export function listBlocked(db: DbOrTx, blockerId: string): Promise<Blocked[]> {
  return selectBlocked(db, blockerId)
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(BLOCKS_MAX)
}

/** A page of the same. */
export function pageOfBlocked(
  db: DbOrTx,
  { blockerId, page }: { blockerId: string; page: PageRequest },
): Promise<RowsOfPage<Blocked>> {
  return readPage({
    ...{ page, at: blocks.createdAt, id: blocks.blockedId, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      selectBlocked(db, blockerId, isAfter)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most => {
      const isTheirs = eq(blocks.blockerId, blockerId)
      return db.$count(db.select({ one: sql`1` }).from(blocks).where(isTheirs).limit(most).as('counted'))
    },
    placeOf: row => row,
  })
}

/** One person by their username, if they are blocked. */
export function findBlocked(
  db: DbOrTx,
  { blockerId, username }: { blockerId: string; username: string },
): Promise<Blocked[]> {
  return selectBlocked(db, blockerId, eq(sql`lower(${users.username})`, username.toLowerCase()))
}

/** Takes away whom somebody blocked and by whom they were blocked, when their account goes. */
export async function eraseBlocks(tx: Tx, userId: string): Promise<void> {
  await tx.delete(blocks).where(or(eq(blocks.blockerId, userId), eq(blocks.blockedId, userId)))
}
