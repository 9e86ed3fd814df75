import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { anyOf } from '../../db/any-of.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { PaymentRow, RefundRow } from './store.ts'
import { payments, refunds } from './tables.ts'

/** Charges are counted up to here; of longer lists it is said that there is more. */
const COUNTED_MAX = 200

/** A page of what a person was charged, newest first; counted exactly up to 200, beyond that at least one more than shown. */
export async function listChargesOf(
  db: DbOrTx,
  { payerId, page }: { payerId: string; page: { page: number; page_size: number } },
): Promise<{ count: number; charges: PaymentRow[] }> {
  const where = and(eq(payments.payerId, payerId), eq(payments.status, 'succeeded'))
  const reach = page.page * page.page_size
  const counted = db
    .select({ one: sql`1` })
    .from(payments)
    .where(where)
    .limit(Math.max(COUNTED_MAX, reach + 1))
    .as('counted')
  const [total] = await db.select({ count: sql<number>`count(*)::int` }).from(counted)
  const charges = await db
    .select()
    .from(payments)
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(page.page_size)
    .offset(reach - page.page_size)
  return { count: total?.count ?? 0, charges }
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
