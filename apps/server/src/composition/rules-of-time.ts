import type { MovableClock } from '../core/clock.ts'
import type { Domain } from '../core/domain.ts'
import type { Db } from '../db/client.ts'
import { eachOf } from '../db/each-of.ts'
import type { Calls } from '../domains/calls/public.ts'
import { firstDueRule } from '../jobs/first-due-rule.ts'

interface RuledByTime {
  db: Db
  clock: MovableClock
  calls: Calls
  domains: readonly Domain[]
}

/** Applies every time rule that is due; returns how many rows it checked. */
export function rulesOfTime({ db, clock, calls, domains }: RuledByTime): () => Promise<number> {
  const rules = domains.flatMap(domain => domain.timeRules)
  const findFirstDue = firstDueRule(rules)
  let appliedAt = clock.offsetSeconds()
  return async () => {
    // A moved clock makes rules due at once: first the calls store what they saw until now.
    if (clock.offsetSeconds() !== appliedAt) await calls.writeDown()
    appliedAt = clock.offsetSeconds()
    let checked = 0
    let first = 0
    async function find(): Promise<void> {
      first = await findFirstDue(db, clock.now())
    }
    // What one rule does can make a later rule due: after the first that is due all others are applied.
    const applied = rules.map(({ due, apply }, index) => async () => {
      if (due === null || index >= first) checked += await apply()
    })
    // A statement for all that fails stops none of them.
    await eachOf([find, ...applied], step => step())
    return checked
  }
}
