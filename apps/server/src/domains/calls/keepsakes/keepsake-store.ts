import { KEEPSAKE_KEPT_MS } from '@parley/contract'
import { and, desc, eq, getTableColumns, gt, isNull, lte, not, or, type SQL } from 'drizzle-orm'
import { type PgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { Db, DbOrTx, Tx } from '../../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../../db/pages.ts'
import { users } from '../../accounts/public.ts'
import { isBlockBetween } from '../../safety/public.ts'
import { consents, keepsakes } from '../tables.ts'

const { picture: _, ...withoutPicture } = getTableColumns(keepsakes)
/** A keepsake without the bytes of its photo. */
export type KeepsakeRow = Omit<typeof keepsakes.$inferSelect, 'picture'>

const isOf = (personId: string) => or(eq(keepsakes.fanId, personId), eq(keepsakes.hostId, personId))
/** Stored, and not expired. */
const isKept = (now: Date) =>
  and(eq(keepsakes.state, 'kept'), gt(keepsakes.keptAt, new Date(now.getTime() - KEEPSAKE_KEPT_MS)))

export async function findByRoom(db: DbOrTx, roomId: string): Promise<KeepsakeRow | null> {
  const [row] = await db.select(withoutPicture).from(keepsakes).where(eq(keepsakes.roomId, roomId))
  return row ?? null
}

/** The same, its row locked until the transaction ends. */
export async function lockByRoom(tx: Tx, roomId: string): Promise<KeepsakeRow | null> {
  const [row] = await tx
    .select(withoutPicture)
    .from(keepsakes)
    .where(eq(keepsakes.roomId, roomId))
    .for('update')
  return row ?? null
}

/** False where the call has one by now. */
export async function insertKeepsake(tx: Tx, row: KeepsakeRow): Promise<boolean> {
  const inserted = await tx
    .insert(keepsakes)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: keepsakes.id })
  return inserted.length === 1
}

export async function setKeepsake(
  tx: Tx,
  id: string,
  set: Partial<typeof keepsakes.$inferInsert>,
): Promise<void> {
  await tx.update(keepsakes).set(set).where(eq(keepsakes.id, id))
}

export async function insertConsent(tx: Tx, row: typeof consents.$inferInsert): Promise<void> {
  await tx.insert(consents).values(row).onConflictDoNothing()
}

export async function deleteConsents(tx: Tx, keepsakeId: string): Promise<void> {
  await tx.delete(consents).where(eq(consents.keepsakeId, keepsakeId))
}

/** Whether both people have consented, and not withdrawn it. */
export async function haveBothConsented(tx: Tx, { id, fanId, hostId }: KeepsakeRow): Promise<boolean> {
  const said = await tx.select().from(consents).where(eq(consents.keepsakeId, id))
  return [fanId, hostId].every(person => said.some(({ personId }) => personId === person))
}

/** A keepsake in the list of one of its two people. */
export interface ListedKeepsake {
  id: string
  at: Date
  /** The username of the other person. */
  other: string
}

/**
 * A page of a person's keepsakes, the newest first, without those of people who are suspended or apart from them by a
 * block. Each of their two roles is an index scan in this order: joined by OR, they would read all keepsakes. No
 * keepsake has one person in both.
 */
export function listKept(
  db: Db,
  { personId, now, page }: { personId: string; now: Date; page: PageRequest },
): Promise<RowsOfPage<ListedKeepsake>> {
  const { id, keptAt, fanId, hostId } = keepsakes
  const inRole = (own: PgColumn, other: PgColumn, isAfter?: SQL) =>
    db
      .select({ id, at: keptAt, other: users.username })
      .from(keepsakes)
      .innerJoin(users, eq(users.id, other))
      .where(
        and(
          ...[eq(own, personId), isKept(now), isAfter],
          ...[isNull(users.suspendedAt), not(isBlockBetween(own, other))],
        ),
      )
  return readPage({
    ...{ page, at: keptAt, id, first: 'newest' },
    async read({ isAfter, order, limit, offset }) {
      const first = (own: PgColumn, other: PgColumn) =>
        inRole(own, other, isAfter)
          .orderBy(...order)
          .limit(offset + limit)
      const rows = await unionAll(first(fanId, hostId), first(hostId, fanId))
        .orderBy(desc(keptAt), desc(id))
        .limit(limit)
        .offset(offset)
      return rows.flatMap(({ at, ...row }) => (at ? { ...row, at } : []))
    },
    count(most) {
      const [asFan, asHost] = [inRole(fanId, hostId).limit(most), inRole(hostId, fanId).limit(most)]
      return db.$count(unionAll(asFan, asHost).limit(most).as('counted'))
    },
    placeOf: row => row,
  })
}

/** One of a person's keepsakes; null for anybody else's. */
export async function findKept(
  db: DbOrTx,
  { id, personId, now }: { id: string; personId: string; now: Date },
): Promise<KeepsakeRow | null> {
  const [row] = await db
    .select(withoutPicture)
    .from(keepsakes)
    .where(and(eq(keepsakes.id, id), isOf(personId), isKept(now)))
  return row ?? null
}

export async function pictureOf(db: Db, id: string): Promise<Buffer | null> {
  const [row] = await db.select({ picture: keepsakes.picture }).from(keepsakes).where(eq(keepsakes.id, id))
  return row?.picture ?? null
}

/** Deletes expired keepsakes with their consents, also those without a photo. */
export async function deleteOldKeepsakes(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEEPSAKE_KEPT_MS)
  const isUnmade = and(isNull(keepsakes.keptAt), lte(keepsakes.askedAt, before))
  await db.delete(keepsakes).where(or(lte(keepsakes.keptAt, before), isUnmade))
}

/** A person's keepsakes for their export: the photos are at these addresses. */
export async function exportKeepsakes(db: DbOrTx, personId: string) {
  const rows = await db.select(withoutPicture).from(keepsakes).where(isOf(personId))
  const said = await db.select().from(consents).where(eq(consents.personId, personId))
  const saidAt = new Map(said.map(each => [each.keepsakeId, each.saidAt]))
  return rows.map(({ id, state, roomId, askedAt, keptAt }) => ({
    ...{ request_id: roomId, state, asked_at: askedAt.toISOString() },
    kept_at: keptAt?.toISOString() ?? null,
    consented_at: saidAt.get(id)?.toISOString() ?? null,
    picture: state === 'kept' ? `/api/keepsakes/${id}/picture/` : null,
  }))
}

/** Deletes the keepsakes of an account, also for the other people. */
export async function eraseKeepsakes(tx: Tx, personId: string): Promise<void> {
  await tx.delete(keepsakes).where(isOf(personId))
}
