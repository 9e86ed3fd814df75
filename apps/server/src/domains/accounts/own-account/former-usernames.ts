import { DAY_MS, FORMER_USERNAME_KEPT_DAYS } from '@parley/contract'
import { and, desc, eq, gt, lte, ne } from 'drizzle-orm'
import { digestOf } from '../../../core/one-time-code.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { formerUsernames, retiredUsernames } from '../tables.ts'

const retiredId = (username: string) => digestOf(`username:${username.toLowerCase()}`)

/** Whether a deleted account had this name, or another person gave it up lately. */
export async function usernameIsKept(
  db: DbOrTx,
  input: { username: string; now: Date; exceptOf?: string },
): Promise<boolean> {
  const username = input.username.toLowerCase()
  const others = input.exceptOf === undefined ? undefined : ne(formerUsernames.userId, input.exceptOf)
  const former = await db
    .select({ username: formerUsernames.username })
    .from(formerUsernames)
    .where(and(eq(formerUsernames.username, username), gt(formerUsernames.keptUntil, input.now), others))
  if (former.length > 0) return true
  const retired = await db
    .select()
    .from(retiredUsernames)
    .where(eq(retiredUsernames.id, retiredId(username)))
  return retired.length > 0
}

/** The person who had this name lately; null if nobody had. */
export async function ownerOfFormer(
  db: DbOrTx,
  input: { username: string; now: Date },
): Promise<string | null> {
  const [found] = await db
    .select({ userId: formerUsernames.userId })
    .from(formerUsernames)
    .where(
      and(
        eq(formerUsernames.username, input.username.toLowerCase()),
        gt(formerUsernames.keptUntil, input.now),
      ),
    )
  return found?.userId ?? null
}

/** When a person last gave up a name; null if never, or too long ago to matter. */
export async function lastGivenUpAt(tx: Tx, userId: string): Promise<Date | null> {
  const [newest] = await tx
    .select({ at: formerUsernames.givenUpAt })
    .from(formerUsernames)
    .where(eq(formerUsernames.userId, userId))
    .orderBy(desc(formerUsernames.givenUpAt))
    .limit(1)
  return newest?.at ?? null
}

/**
 * Reserves the name that a person gives up, and releases the one that they take, which may be a former one of their
 * own.
 */
export async function giveUpUsername(
  tx: Tx,
  change: { userId: string; from: string; to: string; now: Date },
): Promise<void> {
  const { userId, now } = change
  await tx.delete(formerUsernames).where(eq(formerUsernames.username, change.to))
  const row = {
    userId,
    givenUpAt: now,
    keptUntil: new Date(now.getTime() + FORMER_USERNAME_KEPT_DAYS * DAY_MS),
  }
  await tx
    .insert(formerUsernames)
    .values({ username: change.from.toLowerCase(), ...row })
    .onConflictDoUpdate({ target: formerUsernames.username, set: row })
}

export async function listFormerUsernames(db: DbOrTx, userId: string) {
  const rows = await db.select().from(formerUsernames).where(eq(formerUsernames.userId, userId))
  return rows.map(({ username, givenUpAt, keptUntil }) => ({
    username,
    given_up_at: givenUpAt.toISOString(),
    kept_until: keptUntil.toISOString(),
  }))
}

/** The present and former names of a deleted account stay taken for ever; only their digests are stored. */
export async function retireUsernames(tx: Tx, user: { id: string; username: string }): Promise<void> {
  const former = await tx.delete(formerUsernames).where(eq(formerUsernames.userId, user.id)).returning()
  const names = [user.username, ...former.map(row => row.username)]
  await tx
    .insert(retiredUsernames)
    .values(names.map(name => ({ id: retiredId(name) })))
    .onConflictDoNothing()
}

/** Takes away the names that anybody may have again. */
export async function deleteExpiredUsernames(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(formerUsernames).where(lte(formerUsernames.keptUntil, now))
}
