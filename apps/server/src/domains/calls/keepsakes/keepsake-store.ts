import { KEEPSAKE_KEPT_MS } from '@parley/contract'
import { and, desc, eq, getTableColumns, gt, isNull, lte, or } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { Db, DbOrTx, Tx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
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

/** A person's keepsakes, the newest first. */
export async function listKept(db: Db, personId: string, now: Date): Promise<KeepsakeRow[]> {
  return db
    .select(withoutPicture)
    .from(keepsakes)
    .where(and(isOf(personId), isKept(now)))
    .orderBy(desc(keepsakes.keptAt), desc(keepsakes.id))
}

/** The usernames of those of some people who are not suspended. */
export async function shownNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(and(anyOf(users.id, ids), isNull(users.suspendedAt)))
  return new Map(rows.map(({ id, username }) => [id, username]))
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
  return rows.map(({ id, state, roomId, askedAt, keptAt }) => ({
    ...{ request_id: roomId, state, asked_at: askedAt.toISOString() },
    kept_at: keptAt?.toISOString() ?? null,
    consented_at: said.find(({ keepsakeId }) => keepsakeId === id)?.saidAt.toISOString() ?? null,
    picture: state === 'kept' ? `/api/keepsakes/${id}/picture/` : null,
  }))
}

/** Deletes the keepsakes of an account, also for the other people. */
export async function eraseKeepsakes(tx: Tx, personId: string): Promise<void> {
  await tx.delete(keepsakes).where(isOf(personId))
}
