import { and, count, eq, gt, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { stillValid } from '../../../db/still-usable.ts'
import { factorLosses, factorTickets, logins, recoveryCodes, totpFactors } from '../tables.ts'

export type TotpRow = typeof totpFactors.$inferSelect

export async function findTotp(db: DbOrTx, userId: string): Promise<TotpRow | null> {
  const [row] = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId))
  return row ?? null
}

/**
 * Stores an app that waits for its first code, instead of an earlier waiting one; false if a confirmed one exists.
 */
export async function putTotp(
  tx: Tx,
  row: Pick<TotpRow, 'id' | 'userId' | 'secret' | 'keyId' | 'createdAt'>,
): Promise<boolean> {
  const { id, secret, keyId, createdAt } = row
  const stored = await tx
    .insert(totpFactors)
    .values(row)
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { id, secret, keyId, createdAt, lastStep: 0 },
      setWhere: isNull(totpFactors.confirmedAt),
    })
    .returning({ id: totpFactors.id })
  return stored.length === 1
}

export async function updateTotp(
  tx: Tx,
  id: string,
  set: Partial<Pick<TotpRow, 'secret' | 'keyId' | 'confirmedAt' | 'lastStep' | 'wrongCodes' | 'wrongSince'>>,
): Promise<void> {
  await tx.update(totpFactors).set(set).where(eq(totpFactors.id, id))
}

/** Removes this person's confirmed app; false if they have none with this id. */
export async function deleteTotp(tx: Tx, own: { id: string; userId: string }): Promise<boolean> {
  const deleted = await tx
    .delete(totpFactors)
    .where(
      and(eq(totpFactors.id, own.id), eq(totpFactors.userId, own.userId), isNotNull(totpFactors.confirmedAt)),
    )
    .returning({ id: totpFactors.id })
  return deleted.length === 1
}

export async function countRecoveryCodes(db: DbOrTx, userId: string): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)))
  return found?.count ?? 0
}

/** Replaces all codes of a person. */
export async function replaceRecoveryCodes(
  tx: Tx,
  own: { userId: string; digests: readonly string[]; now: Date },
): Promise<void> {
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, own.userId))
  if (own.digests.length === 0) return
  const rows = own.digests.map(id => ({ id, userId: own.userId, createdAt: own.now }))
  await tx.insert(recoveryCodes).values(rows)
}

/** Uses a code up; of many callers at once one succeeds. */
export async function useRecoveryCode(
  tx: Tx,
  use: { id: string; userId: string; now: Date },
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: use.now })
    .where(
      and(eq(recoveryCodes.id, use.id), eq(recoveryCodes.userId, use.userId), isNull(recoveryCodes.usedAt)),
    )
    .returning({ id: recoveryCodes.id })
  return used.length === 1
}

export async function insertFactorTicket(
  tx: Tx,
  row: { id: string; userId: string; expiresAt: Date },
): Promise<void> {
  await tx.insert(factorTickets).values(row)
}

/** The person of a ticket, else null. */
export async function findTicketOwner(db: DbOrTx, id: string): Promise<string | null> {
  const [row] = await db
    .select({ userId: factorTickets.userId })
    .from(factorTickets)
    .where(eq(factorTickets.id, id))
  return row?.userId ?? null
}

/** Counts a try of a ticket; false if it has expired or had all its tries. */
export async function countTicketTry(
  tx: Tx,
  ticket: { id: string; max: number; now: Date },
): Promise<boolean> {
  const taken = await tx
    .update(factorTickets)
    .set({ tries: sql`${factorTickets.tries} + 1` })
    .where(and(stillValid(factorTickets, ticket), lt(factorTickets.tries, ticket.max)))
    .returning({ id: factorTickets.id })
  return taken.length === 1
}

export async function deleteTicket(tx: Tx, id: string): Promise<void> {
  await tx.delete(factorTickets).where(eq(factorTickets.id, id))
}

export async function deleteExpiredTickets(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(factorTickets).where(lt(factorTickets.expiresAt, now))
}

/** Takes all factors of a person away. */
export async function deleteFactorsOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(factorTickets).where(eq(factorTickets.userId, userId))
  await tx.delete(factorLosses).where(eq(factorLosses.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.delete(totpFactors).where(eq(totpFactors.userId, userId))
}

export async function setSteppedUp(tx: Tx, loginId: string, until: Date): Promise<void> {
  await tx.update(logins).set({ steppedUpUntil: until }).where(eq(logins.id, loginId))
}

/** Whether this login used a second factor lately; another login of the person does not count. */
export async function isSteppedUp(db: DbOrTx, loginId: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: logins.id })
    .from(logins)
    .where(and(eq(logins.id, loginId), isNull(logins.revokedAt), gt(logins.steppedUpUntil, now)))
  return rows.length === 1
}
