import { DAY_MS } from '@parley/contract'
import { asc, inArray, lte } from 'drizzle-orm'
import type { Core } from '../../core/core.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { appeals, reportLines, reports, suspensions } from './tables.ts'

/** How long a decided report or an ended suspension is kept; then its names are deleted. */
export const CASES_KEPT_MS = 3 * 365 * DAY_MS
const BATCH = 500

/**
 * Takes away decided reports and ended suspensions whose time is over, some of them each time. For now and then; many
 * may run at once.
 */
export async function removeOldCases({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - CASES_KEPT_MS)
  await withTransaction(db, tx => removeReports(tx, before))
  await withTransaction(db, tx => removeSuspensions(tx, before))
}

async function removeReports(tx: Tx, before: Date): Promise<void> {
  const rows = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(lte(reports.decidedAt, before))
    .orderBy(asc(reports.decidedAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const ids = rows.map(({ id }) => id)
  await tx.delete(reportLines).where(inArray(reportLines.reportId, ids))
  await tx.delete(reports).where(inArray(reports.id, ids))
}

async function removeSuspensions(tx: Tx, before: Date): Promise<void> {
  const rows = await tx
    .select({ id: suspensions.id })
    .from(suspensions)
    .where(lte(suspensions.endedAt, before))
    .orderBy(asc(suspensions.endedAt))
    .limit(BATCH)
    .for('update', { skipLocked: true })
  const ids = rows.map(({ id }) => id)
  await tx.delete(appeals).where(inArray(appeals.suspensionId, ids))
  await tx.delete(suspensions).where(inArray(suspensions.id, ids))
}
