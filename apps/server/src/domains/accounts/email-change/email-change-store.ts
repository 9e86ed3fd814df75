import { and, count, desc, eq, gt, gte, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { builtOnce, type Moment, type ValueOf } from '../../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { emailChanges } from '../tables.ts'

export type EmailChangeRow = typeof emailChanges.$inferSelect

const isOpen = (now: Moment) => and(isNull(emailChanges.closedAt), gt(emailChanges.endsAt, now))

export async function insertEmailChange(tx: Tx, row: typeof emailChanges.$inferInsert): Promise<void> {
  await tx.insert(emailChanges).values(row)
}

/** A person's new email that is not confirmed yet. */
export async function findPendingEmail(db: DbOrTx, userId: string, now: Date): Promise<string | null> {
  const [row] = await selectPending(db, { userId, now })
  return row?.email ?? null
}

const selectPending = builtOnce((db, value: ValueOf<{ userId: string; now: Date }>) =>
  db
    .select({ email: emailChanges.newEmail })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.userId, value('userId', emailChanges.userId)),
        isNull(emailChanges.confirmedAt),
        isOpen(value('now', emailChanges.endsAt)),
      ),
    )
    .orderBy(desc(emailChanges.createdAt))
    .limit(1),
)

/** How many changes a person asked for since then. */
export async function countEmailChanges(tx: Tx, rule: { userId: string; since: Date }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, rule.userId), gt(emailChanges.createdAt, rule.since)))
  return row?.count ?? 0
}

/** The change whose confirming link this is, while it works. */
export async function findToConfirm(db: DbOrTx, id: string, now: Date): Promise<EmailChangeRow | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.confirmId, id), isNull(emailChanges.confirmedAt), isOpen(now)))
  return row ?? null
}

/** The change that a link to the old address undoes, while the link works. */
export async function findToUndo(db: DbOrTx, id: string, now: Date): Promise<EmailChangeRow | null> {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(or(eq(emailChanges.noticeId, id), eq(emailChanges.undoId, id)), isOpen(now)))
  return row ?? null
}

export async function setConfirmed(
  tx: Tx,
  change: { id: string; undoId: string; now: Date; endsAt: Date },
): Promise<void> {
  const { undoId, now: confirmedAt, endsAt } = change
  await tx.update(emailChanges).set({ undoId, confirmedAt, endsAt }).where(eq(emailChanges.id, change.id))
}

/** Ends unconfirmed changes. Confirmed ones can still be undone. */
export async function closePending(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const closed = await tx
    .update(emailChanges)
    .set({ closedAt: now })
    .where(
      and(eq(emailChanges.userId, userId), isNull(emailChanges.confirmedAt), isNull(emailChanges.closedAt)),
    )
    .returning({ id: emailChanges.id })
  return closed.length > 0
}

/** Ends an undone change, and every later one: their old addresses were never this person's. */
export async function closeFrom(tx: Tx, change: EmailChangeRow, now: Date): Promise<void> {
  await tx
    .update(emailChanges)
    .set({ closedAt: now })
    .where(
      and(
        eq(emailChanges.userId, change.userId),
        gte(emailChanges.createdAt, change.createdAt),
        isNull(emailChanges.closedAt),
      ),
    )
}

/** Whether an address is reserved for another person, who may still undo its change. */
export async function isKeptForAnother(
  db: DbOrTx,
  rule: { email: string; userId: string | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .select({ id: emailChanges.id })
    .from(emailChanges)
    .where(
      and(
        eq(emailChanges.oldEmail, rule.email.toLowerCase()),
        isNotNull(emailChanges.confirmedAt),
        isOpen(rule.now),
        rule.userId === null ? undefined : ne(emailChanges.userId, rule.userId),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** The addresses from which a change of this person can still be undone. */
export async function listUndoableEmails(db: DbOrTx, userId: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ email: emailChanges.oldEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNotNull(emailChanges.confirmedAt), isOpen(now)))
  return rows.map(row => row.email)
}

/** All changes of a person that are still kept, newest first. */
export async function listEmailChanges(db: DbOrTx, userId: string): Promise<EmailChangeRow[]> {
  return db
    .select()
    .from(emailChanges)
    .where(eq(emailChanges.userId, userId))
    .orderBy(desc(emailChanges.createdAt))
}

export async function deleteEmailChangesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

/** Deletes changes whose links have expired; a day later, because changes are counted by the day. */
export async function deleteEndedEmailChanges(db: DbOrTx, now: Date): Promise<void> {
  await db
    .delete(emailChanges)
    .where(
      and(
        lt(emailChanges.endsAt, now),
        lt(emailChanges.createdAt, sql`${now.toISOString()}::timestamptz - interval '1 day'`),
      ),
    )
}
