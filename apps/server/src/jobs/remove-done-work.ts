import { DAY_MS } from '@parley/contract'
import { asc, inArray, lt } from 'drizzle-orm'
import type { Core } from '../core/core.ts'
import { outbox } from './tables.ts'

/** Done work is kept this long for an operator who looks into what happened; its payload is deleted already. */
export const DONE_WORK_KEPT_DAYS = 7
/** A few at a time, so that no statement holds rows for long. */
const BATCH = 1_000

/** Takes away work that was done a week ago or more; answers how much. Many may run at once. */
export async function removeDoneWork({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<number> {
  const doneBefore = new Date(clock.now().getTime() - DONE_WORK_KEPT_DAYS * DAY_MS)
  let removed = 0
  for (;;) {
    const oldest = db
      .select({ id: outbox.id })
      .from(outbox)
      .where(lt(outbox.doneAt, doneBefore))
      .orderBy(asc(outbox.doneAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const { rowCount } = await db.delete(outbox).where(inArray(outbox.id, oldest))
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < BATCH) return removed
  }
}
