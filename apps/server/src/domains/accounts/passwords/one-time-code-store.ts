import { and, count, eq, gt, isNull, lt } from 'drizzle-orm'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import { stillUsable, stillValid } from '../../../db/still-usable.ts'
import { lockUser, type UserRow } from '../store.ts'
import { oneTimeCodes, socialLoginTries } from '../tables.ts'

type CodeRow = typeof oneTimeCodes.$inferSelect

export async function insertOneTimeCode(tx: Tx, row: typeof oneTimeCodes.$inferInsert): Promise<void> {
  await tx.insert(oneTimeCodes).values(row)
}

/**
 * Uses a code up and locks its person. Of many callers at once exactly one gets both, the others null, as does a late
 * one. The person is locked first: a transaction that deletes all codes of a person holds that lock, and in the other
 * order the two wait for each other.
 */
export async function useOneTimeCode(
  tx: Tx,
  use: { id: string; kind: CodeRow['kind']; now: Date },
): Promise<{ code: CodeRow; user: UserRow } | null> {
  const owner = await findCodeOwner(tx, use)
  const user = owner ? await lockUser(tx, owner) : null
  if (!user) return null
  const [code] = await tx
    .update(oneTimeCodes)
    .set({ usedAt: use.now })
    .where(and(stillUsable(oneTimeCodes, use), eq(oneTimeCodes.kind, use.kind)))
    .returning()
  return code ? { code, user } : null
}

/** The person of a valid code, else null. */
export async function findCodeOwner(
  db: DbOrTx,
  code: { id: string; kind: CodeRow['kind']; now: Date },
): Promise<string | null> {
  const [row] = await db
    .select({ userId: oneTimeCodes.userId })
    .from(oneTimeCodes)
    .where(and(stillUsable(oneTimeCodes, code), eq(oneTimeCodes.kind, code.kind)))
  return row?.userId ?? null
}

/** How many codes of a kind were made for a person and have not run out, used or not. */
export async function countCodes(
  tx: Tx,
  rule: { userId: string; kind: CodeRow['kind']; now: Date },
): Promise<number> {
  const [found] = await tx
    .select({ count: count() })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.userId, rule.userId),
        eq(oneTimeCodes.kind, rule.kind),
        gt(oneTimeCodes.expiresAt, rule.now),
      ),
    )
  return found?.count ?? 0
}

/** Ends the codes of a kind that a person has not used. They stay, because codes are counted. */
export async function endCodes(
  tx: Tx,
  of: { userId: string; kind: CodeRow['kind']; now: Date },
): Promise<void> {
  const { userId, kind, usedAt } = oneTimeCodes
  await tx
    .update(oneTimeCodes)
    .set({ usedAt: of.now })
    .where(and(eq(userId, of.userId), eq(kind, of.kind), isNull(usedAt)))
}

/** Takes all codes of a person away. */
export async function deleteCodesOf(tx: Tx, userId: string): Promise<void> {
  await tx.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
}

export async function insertSocialLoginTry(
  db: DbOrTx,
  row: typeof socialLoginTries.$inferInsert,
): Promise<void> {
  await db.insert(socialLoginTries).values(row)
}

/** Uses a try up, whatever its result; null if there is none for this state and network, or it is late. */
export async function consumeSocialLoginTry(db: DbOrTx, taken: { id: string; network: string; now: Date }) {
  const [row] = await db
    .delete(socialLoginTries)
    .where(and(stillValid(socialLoginTries, taken), eq(socialLoginTries.network, taken.network)))
    .returning()
  return row ?? null
}

/** Takes away what has run out. */
export async function deleteExpiredCodes(db: DbOrTx, now: Date): Promise<void> {
  await db.delete(oneTimeCodes).where(lt(oneTimeCodes.expiresAt, now))
  await db.delete(socialLoginTries).where(lt(socialLoginTries.expiresAt, now))
}
