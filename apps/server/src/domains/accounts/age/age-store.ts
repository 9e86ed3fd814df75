import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { birthDates, users } from '../tables.ts'

export type BirthDateRow = typeof birthDates.$inferSelect

export async function findBirthDate(db: DbOrTx, userId: string): Promise<BirthDateRow | null> {
  const [row] = await findBirthDatesOf(db, [userId])
  return row ?? null
}

export function findBirthDatesOf(db: DbOrTx, userIds: readonly string[]): Promise<BirthDateRow[]> {
  return db.select().from(birthDates).where(anyOf(birthDates.userId, userIds))
}

/** False if the person has already declared one. */
export async function insertBirthDate(tx: Tx, row: typeof birthDates.$inferInsert): Promise<boolean> {
  const made = await tx.insert(birthDates).values(row).onConflictDoNothing().returning()
  return made.length === 1
}

export async function saveBirthDate(tx: Tx, row: BirthDateRow): Promise<void> {
  await tx.insert(birthDates).values(row).onConflictDoUpdate({ target: birthDates.userId, set: row })
}

/** The declared date of a deleted account with the same mailbox. */
export async function findFormerBirthDate(db: DbOrTx, mailbox: string): Promise<BirthDateRow | null> {
  const [row] = await db.select().from(birthDates).where(eq(birthDates.formerMailbox, mailbox)).limit(1)
  return row ?? null
}

/** Stores the date of a deleted account under the digest of its mailbox. */
export async function keepForMailbox(tx: Tx, kept: { userId: string; mailbox: string }): Promise<void> {
  await tx.update(birthDates).set({ formerMailbox: kept.mailbox }).where(eq(birthDates.userId, kept.userId))
}

/** Removes the dates of accounts deleted before a moment. */
export async function deleteOldBirthDates(db: DbOrTx, leftBefore: Date): Promise<void> {
  const deleted = db
    .select({ id: users.id })
    .from(users)
    .where(and(isNotNull(users.deletedAt), lt(users.deletedAt, leftBefore)))
  await db.delete(birthDates).where(sql`${birthDates.userId} in ${deleted}`)
}
