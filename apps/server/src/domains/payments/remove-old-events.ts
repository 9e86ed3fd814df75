import { DAY_MS } from '@parley/contract'
import { asc, inArray, lt } from 'drizzle-orm'
import type { Core } from '../../core/core.ts'
import { providerEvents } from './tables.ts'

/**
 * Stripe sends an event again for three days, by hand for 30 (Stripe docs, "Webhooks"), and books follow its object,
 * not the event. The limits of declined cards read the events of an hour.
 */
const EVENTS_KEPT_DAYS = 90
/** A few at a time, so that no statement holds rows for long. */
const BATCH = 1_000
/** Of each hour: far above what comes in, and the first run after years does not hold the other tasks up. */
const BATCHES_MAX = 50

/** Removes the webhooks that came 90 days ago or more. Several processes may do so at once. */
export async function removeOldEvents({ db, clock }: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - EVENTS_KEPT_DAYS * DAY_MS)
  for (let batch = 0; batch < BATCHES_MAX; batch++) {
    const oldest = db
      .select({ id: providerEvents.id })
      .from(providerEvents)
      .where(lt(providerEvents.receivedAt, before))
      .orderBy(asc(providerEvents.receivedAt))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    const { rowCount } = await db.delete(providerEvents).where(inArray(providerEvents.id, oldest))
    if ((rowCount ?? 0) < BATCH) return
  }
}
