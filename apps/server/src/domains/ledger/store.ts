import { eq, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../db/client.ts'
import { postings } from './tables.ts'

/** The balance of an account in pence; see the sign rule in `accounts.ts`. */
export async function balanceOf(db: DbOrTx, account: string): Promise<number> {
  const [row] = await db
    .select({ pence: sql<string>`coalesce(sum(${postings.amountPence}), 0)` })
    .from(postings)
    .where(eq(postings.account, account))
  return Number(row?.pence ?? 0)
}
