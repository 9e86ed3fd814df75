import { eq, lte } from 'drizzle-orm'
import type { Moment } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { stillValid } from '../../../db/still-usable.ts'
import { factorLosses, factorTickets } from '../tables.ts'

type Loss = typeof factorLosses.$inferSelect

/** Stores a loss; false if one is stored already. */
export async function insertLoss(tx: Tx, row: Loss): Promise<boolean> {
  const made = await tx
    .insert(factorLosses)
    .values(row)
    .onConflictDoNothing()
    .returning({ userId: factorLosses.userId })
  return made.length === 1
}

export async function findLoss(db: DbOrTx, userId: string): Promise<Loss | null> {
  const [row] = await db.select().from(factorLosses).where(eq(factorLosses.userId, userId))
  return row ?? null
}

/** Cancels a loss; false if there is none. */
export async function deleteLossOf(db: DbOrTx, userId: string): Promise<boolean> {
  const deleted = await db
    .delete(factorLosses)
    .where(eq(factorLosses.userId, userId))
    .returning({ userId: factorLosses.userId })
  return deleted.length === 1
}

/** Cancels a loss by its mailed link; returns its person, or null. */
export async function deleteLossBy(db: DbOrTx, stopId: string): Promise<string | null> {
  const [deleted] = await db
    .delete(factorLosses)
    .where(eq(factorLosses.stopId, stopId))
    .returning({ userId: factorLosses.userId })
  return deleted?.userId ?? null
}

/** The people whose factors are due for removal. */
export async function listDueLosses(db: DbOrTx, now: Date, max: number): Promise<string[]> {
  const rows = await dueLosses(db, now).limit(max)
  return rows.map(({ userId }) => userId)
}

/** The same as a query. */
export const dueLosses = (db: DbOrTx, now: Moment) =>
  db.select({ userId: factorLosses.userId }).from(factorLosses).where(lte(factorLosses.endsAt, now))

/** Whether a ticket is still valid. */
export async function isTicketGood(tx: Tx, ticket: { id: string; now: Date }): Promise<boolean> {
  const rows = await tx
    .select({ id: factorTickets.id })
    .from(factorTickets)
    .where(stillValid(factorTickets, ticket))
  return rows.length === 1
}
