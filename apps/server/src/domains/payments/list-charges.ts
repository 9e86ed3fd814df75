import type { RequestPageQuery } from '@parley/contract'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { PaymentRow, RefundRow } from './store.ts'
import { payments, refunds } from './tables.ts'

/** Charges are counted up to here; of longer lists it is said that there is more. */
const COUNTED_MAX = 200

export interface ChargePage {
  /** Exact up to 200; beyond that more than the rows of all pages so far, while there are more. */
  count: number
  charges: PaymentRow[]
  /** Where the next page begins. */
  last: string | null
}

/**
 * A page of what a person was charged, newest first: by its number, or after the last one of the page before, which
 * costs the same everywhere.
 */
export async function listChargesOf(
  db: DbOrTx,
  { payerId, page }: { payerId: string; page: RequestPageQuery },
): Promise<ChargePage> {
  const { after, page_size: size } = page
  const offset = (page.page - 1) * size
  const isTheirs = and(eq(payments.payerId, payerId), eq(payments.status, 'succeeded'))
  const isAfter =
    after &&
    sql`(${payments.createdAt}, ${payments.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const found = await db
    .select()
    .from(payments)
    .where(and(isTheirs, isAfter))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(size + 1)
    .offset(after ? 0 : offset)
  const charges = found.slice(0, size)
  const last = charges.at(-1)
  const reached = last ? offset + found.length : 0
  return {
    charges,
    count: await countOf(db, isTheirs, { reached, isCounted: offset + size <= COUNTED_MAX }),
    last: last ? `${last.createdAt.getTime()}_${last.id}` : null,
  }
}

async function countOf(
  db: DbOrTx,
  where: SQL | undefined,
  { reached, isCounted }: { reached: number; isCounted: boolean },
): Promise<number> {
  // Beyond the counted ones, what was reached says it; a page beyond the end reached nothing.
  if (!isCounted && reached > 0) return reached
  const counted = db
    .select({ one: sql`1` })
    .from(payments)
    .where(where)
    .limit(COUNTED_MAX + 1)
    .as('counted')
  const [total] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  const count = total?.count ?? 0
  return count <= COUNTED_MAX ? count : Math.max(COUNTED_MAX, reached)
}

/** Every refund of some requests, by request, in the order in which they were decided. */
export async function listRefundsOf(
  db: DbOrTx,
  requestIds: readonly string[],
): Promise<Map<string, RefundRow[]>> {
  const found = new Map<string, RefundRow[]>()
  if (requestIds.length === 0) return found
  const rows = await db
    .select()
    .from(refunds)
    .where(anyOf(refunds.requestId, requestIds))
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  for (const row of rows) found.set(row.requestId, [...(found.get(row.requestId) ?? []), row])
  return found
}
