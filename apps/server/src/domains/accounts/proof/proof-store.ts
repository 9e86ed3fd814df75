import { and, eq, gt, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { logins } from '../tables.ts'

const proven = (loginId: string, now: Date) =>
  and(eq(logins.id, loginId), isNull(logins.revokedAt), gt(logins.provenUntil, now))

export async function setProven(tx: Tx, loginId: string, until: Date): Promise<void> {
  await tx.update(logins).set({ provenUntil: until }).where(eq(logins.id, loginId))
}

/** Whether a login has a valid step-up. */
export async function isProven(db: DbOrTx, loginId: string, now: Date): Promise<boolean> {
  const rows = await db.select({ id: logins.id }).from(logins).where(proven(loginId, now))
  return rows.length === 1
}

/** Uses the proof up; of many acts at once one gets it. */
export async function useProof(tx: Tx, loginId: string, now: Date): Promise<boolean> {
  const used = await tx
    .update(logins)
    .set({ provenUntil: null })
    .where(proven(loginId, now))
    .returning({ id: logins.id })
  return used.length === 1
}

/** Whether a login began after this moment, and not by being carried over from another browser. */
export async function beganAfter(db: DbOrTx, loginId: string, moment: Date): Promise<boolean> {
  const began = and(eq(logins.id, loginId), isNull(logins.endsAt), gt(logins.createdAt, moment))
  return (await db.select({ id: logins.id }).from(logins).where(began)).length === 1
}
