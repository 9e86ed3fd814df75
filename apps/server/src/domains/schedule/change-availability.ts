import type { Availability, AvailabilityPut, Weekly } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import { lockProfile } from '../profiles/public.ts'
import type { ScheduleDeps } from './deps.ts'
import { dateOf, dayIn } from './slots/window-edges.ts'
import { availabilityOf, writeAvailability } from './store.ts'

/** The hours of a person as they edit them. */
export async function showAvailability(
  { db, clock }: Pick<ScheduleDeps, 'db' | 'clock'>,
  personId: string,
): Promise<Availability> {
  return withoutPast(await availabilityOf(db, personId), clock.now())
}

/**
 * The same hours without single dates that have passed: nothing is sold on them, and they would count towards the
 * number of dates that one may have. The day before stays: another zone may still be in it.
 */
function withoutPast(hours: Availability, now: Date): Availability {
  const firstDate = dateOf(dayIn(hours.zone, now.getTime()) - 1)
  return { ...hours, exceptions: hours.exceptions.filter(({ date }) => date >= firstDate) }
}

/** Saves all hours of a person. Sold slots do not change; an old version gets 409. */
export async function changeAvailability(
  deps: ScheduleDeps,
  { personId, put }: { personId: string; put: AvailabilityPut },
): Promise<Availability> {
  return withTransaction(deps.db, async tx => {
    // The same lock as a booking's: no slot is sold while the hours change.
    if (!(await lockProfile(tx, personId))) throw refuse.notFound()
    const before = await availabilityOf(tx, personId)
    if (put.version !== before.version) {
      throw refuse.conflict('Your times were changed somewhere else. Please look at them again')
    }
    const now = deps.clock.now()
    await writeAvailability(tx, personId, { hours: withoutPast(changed(before, put), now), now })
    return availabilityOf(tx, personId)
  })
}

/** A missing field keeps its value. */
function changed(before: Availability, put: AvailabilityPut): Availability {
  return {
    mode: put.mode,
    zone: put.zone ?? before.zone,
    weekly: put.weekly ? weekOf(put.weekly) : before.weekly,
    exceptions: put.exceptions ?? before.exceptions,
    step: put.step ?? before.step,
    leeway: put.leeway ?? before.leeway,
    buffer_before: put.buffer_before ?? before.buffer_before,
    buffer_after: put.buffer_after ?? before.buffer_after,
    notice: put.notice ?? before.notice,
    move_until: put.move_until ?? before.move_until,
    horizon_days: put.horizon_days ?? before.horizon_days,
    daily_limit: put.daily_limit === undefined ? before.daily_limit : put.daily_limit,
    accept: put.accept ?? before.accept,
    when_stale: put.when_stale ?? before.when_stale,
    version: before.version + 1,
  }
}

/** A missing day is closed. */
function weekOf(given: NonNullable<AvailabilityPut['weekly']>): Weekly {
  const { mon = [], tue = [], wed = [], thu = [], fri = [], sat = [], sun = [] } = given
  return { mon, tue, wed, thu, fri, sat, sun }
}
