import { and, count, desc, eq, lt } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { stillValid } from '../../../db/still-usable.ts'
import { passkeyChallenges, passkeys } from '../tables.ts'

export type PasskeyRow = typeof passkeys.$inferSelect
type Challenge = typeof passkeyChallenges.$inferSelect

export async function insertChallenge(db: DbOrTx, row: Challenge): Promise<void> {
  await db.insert(passkeyChallenges).values(row)
}

/** Uses a challenge up, whatever comes of it; null when it is used, late, or was made for something else. */
export async function consumeChallenge(
  tx: Tx,
  taken: { id: string; purpose: Challenge['purpose']; now: Date },
): Promise<Challenge | null> {
  const [row] = await tx
    .delete(passkeyChallenges)
    .where(and(stillValid(passkeyChallenges, taken), eq(passkeyChallenges.purpose, taken.purpose)))
    .returning()
  return row ?? null
}

export async function deleteExpiredChallenges(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now))
}

export async function insertPasskey(tx: Tx, row: PasskeyRow): Promise<void> {
  await tx.insert(passkeys).values(row)
}

/** The passkey with this id of the authenticator's own. */
export async function findPasskey(db: DbOrTx, credentialId: string): Promise<PasskeyRow | null> {
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

export async function listPasskeys(db: DbOrTx, userId: string): Promise<PasskeyRow[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(desc(passkeys.id))
}

export async function countPasskeys(db: DbOrTx, userId: string): Promise<number> {
  const [found] = await db.select({ count: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return found?.count ?? 0
}

/** Notes that a passkey was used, and its authenticator's count. */
export async function touchPasskey(tx: Tx, used: { id: string; counter: number; now: Date }): Promise<void> {
  await tx
    .update(passkeys)
    .set({ counter: used.counter, lastUsedAt: used.now })
    .where(eq(passkeys.id, used.id))
}

/** Takes a passkey of this very person away; false when they have none with this id. */
export async function deletePasskey(tx: Tx, own: { id: string; userId: string }): Promise<boolean> {
  const deleted = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.id, own.id), eq(passkeys.userId, own.userId)))
    .returning({ id: passkeys.id })
  return deleted.length === 1
}

/** Takes the passkeys of a person away that were made before a moment, null for all of them; answers how many. */
export async function deletePasskeysMade(tx: Tx, userId: string, before: Date | null): Promise<number> {
  const isEarlier = before === null ? undefined : lt(passkeys.createdAt, before)
  const removed = await tx
    .delete(passkeys)
    .where(and(eq(passkeys.userId, userId), isEarlier))
    .returning({ id: passkeys.id })
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
  return removed.length
}

/** Takes all passkeys of a person away. */
export async function deletePasskeysOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId))
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId))
}
