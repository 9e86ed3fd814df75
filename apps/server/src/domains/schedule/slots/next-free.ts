import { DAY_MS, type Seconds } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import type { ScheduleDeps } from '../deps.ts'
import { hoursAndTakenOf } from '../store.ts'
import { freeStarts } from './free-slots.ts'
import { slotLengthMs, slotRules } from './slot-facts.ts'

/** A card shows no time that is further away. */
const AHEAD_DAYS = 7
/** A slot with its leeway and buffers reaches at most so far beyond its start. */
const AROUND_MS = 2 * DAY_MS

interface Offered {
  id: string
  durationSeconds: Seconds
}

/**
 * The next free slot within a week of each of these people who offers times, with one statement for all of them. People
 * with a daily limit are left out: their free slots depend on what they served, which would be one statement each.
 */
export async function nextFreeOf(
  { clock }: Pick<ScheduleDeps, 'clock'>,
  db: DbOrTx,
  people: readonly Offered[],
): Promise<Map<string, Date>> {
  const now = clock.now()
  const nowMs = now.getTime()
  const lengthOf = new Map(people.map(({ id, durationSeconds }) => [id, durationSeconds]))
  const around = {
    from: new Date(nowMs - AROUND_MS),
    until: new Date(nowMs + AHEAD_DAYS * DAY_MS + AROUND_MS),
  }
  const found = new Map<string, Date>()
  for (const { personId, hours, taken } of await hoursAndTakenOf(db, [...lengthOf.keys()], {
    ...around,
    now,
  })) {
    const durationSeconds = lengthOf.get(personId)
    if (durationSeconds === undefined) continue
    const lengthMs = slotLengthMs(durationSeconds, hours.leeway)
    const facts = { rules: slotRules(hours), lengthMs, taken, soldOn: new Map(), nowMs }
    for (let day = 0; day < AHEAD_DAYS && !found.has(personId); day++) {
      const startMs = nowMs + day * DAY_MS
      const [first] = freeStarts(facts, { startMs, endMs: startMs + DAY_MS })
      if (first !== undefined) found.set(personId, new Date(first))
    }
  }
  return found
}
