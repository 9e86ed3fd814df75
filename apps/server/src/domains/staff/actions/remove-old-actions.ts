import { and, asc, inArray, lte, ne, sql } from 'drizzle-orm'
import type { Core } from '../../../core/core.ts'
import { withTransaction } from '../../../db/client.ts'
import { CASES_KEPT_MS } from '../../safety/public.ts'
import { caseReminders, pendingActs, staffActions } from '../tables.ts'

const BATCH = 500

/**
 * Removes the looks and acts of staff of three years ago, some rows each time, and the reminders of then; several
 * processes may do so at once. The database refuses to remove a younger look or act: a process whose clock is ahead
 * removes nothing that has to stay.
 */
export async function removeOldActions({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - CASES_KEPT_MS)
  await withTransaction(db, async tx => {
    const rows = await tx
      .select({ id: staffActions.id })
      .from(staffActions)
      .where(
        and(
          lte(staffActions.createdAt, before),
          sql`${staffActions.createdAt} <= now() - interval '1095 days'`,
        ),
      )
      .orderBy(asc(staffActions.createdAt), asc(staffActions.id))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const ids = rows.map(({ id }) => id)
    await tx.delete(staffActions).where(inArray(staffActions.id, ids))
  })
  await db
    .delete(pendingActs)
    .where(and(ne(pendingActs.state, 'waiting'), lte(pendingActs.decidedAt, before)))
  await db.delete(caseReminders).where(lte(caseReminders.remindedAt, before))
}
