import type { Log } from '../core/core.ts'
import type { Db } from '../db/client.ts'
import { holdOn, RENEW_EVERY_MS } from './claim-work.ts'
import type { Work } from './handlers.ts'
import { againLane, LANES, type Lane, PLACES } from './lanes.ts'

export interface WorkLanesDeps {
  db: Db
  log: Log
  /** Takes due work, of each lane as much as it has free places. */
  claim(free: Readonly<Record<Lane, number>>): Promise<Work[]>
  /** Answers what went wrong; rejects when even that could not be stored. */
  doOne(work: Work): Promise<unknown>
}

export interface WorkLanes {
  /**
   * Begins as much due work as there are free places; answers how much. Work that ends makes room for the next by
   * itself.
   */
  fill(): Promise<number>
  /** Does all due work and resolves when none is left and none is running; answers the errors that occurred. */
  drain(): Promise<unknown[]>
  /** Begins nothing more, and resolves when what runs has ended. */
  stop(): Promise<void>
}

/** Parallel work: a slow piece occupies only its own slot. */
export function createWorkLanes(deps: WorkLanesDeps): WorkLanes {
  const running: Record<Lane, Map<string, Promise<void>>> = {
    ...{ paid: new Map(), changes: new Map(), money: new Map(), mail: new Map(), again: new Map() },
    ...{ bulk: new Map(), 'bulk-changes': new Map(), 'bulk-money': new Map(), 'bulk-mail': new Map() },
    'bulk-again': new Map(),
  }
  const drains = new Set<unknown[]>()
  let filling: Promise<unknown> = Promise.resolve()
  let renewals: NodeJS.Timeout | undefined
  /** How many pieces of work have ended. */
  let ended = 0
  let isRefillDue = false
  let isStopped = false

  const all = () => LANES.flatMap(lane => [...running[lane].values()])

  function freePlaces(): Record<Lane, number> {
    const free = { ...PLACES }
    for (const lane of LANES) free[lane] -= running[lane].size
    return free
  }

  function report(error: unknown): void {
    for (const errors of drains) errors.push(error)
  }

  function begin(lane: Lane, work: Work): void {
    const done = deps
      .doOne(work)
      // Work whose result could not be stored is done again when its lock ends.
      .catch(error => error)
      .then(error => {
        if (error !== undefined) report(error)
        running[lane].delete(work.id)
        ended++
        if (all().length === 0) endRenewals()
        refill()
      })
    running[lane].set(work.id, done)
  }

  /**
   * A place is free: waiting work begins now, not at the next poll. A drain reads the table itself when work ends.
   */
  function refill(): void {
    if (isRefillDue || drains.size > 0) return
    isRefillDue = true
    fill().catch(error => deps.log.warn({ err: error }, 'outbox could not look for work'))
  }

  function renew(): void {
    const ids = LANES.flatMap(lane => [...running[lane].keys()])
    if (ids.length === 0) return
    holdOn(deps, ids).catch(error => deps.log.warn({ err: error }, 'outbox work could not be held on to'))
  }

  function endRenewals(): void {
    clearInterval(renewals)
    renewals = undefined
  }

  async function fillNow(): Promise<number> {
    isRefillDue = false
    const free = freePlaces()
    if (isStopped || LANES.every(lane => free[lane] <= 0)) return 0
    const claimed = await deps.claim(free)
    for (const work of claimed) begin(work.attempts > 1 ? againLane(work.lane) : work.lane, work)
    // Also where the work that ran before ended during the claim, and its renewals with it.
    if (claimed.length > 0) renewals ??= setInterval(renew, RENEW_EVERY_MS).unref()
    return claimed.length
  }

  /** One at a time, so that two never fill the same place. */
  function fill(): Promise<number> {
    const next = filling.then(fillNow)
    // `next` rejects after a failure; the lanes are filled again.
    filling = next.catch(() => undefined)
    return next
  }

  return {
    fill,
    async drain() {
      const errors: unknown[] = []
      drains.add(errors)
      try {
        while (!isStopped) {
          const endedBefore = ended
          const begun = await fill()
          // Work that ended while the table was read made room, and may have left more, which that reading did not
          // see.
          if (ended !== endedBefore) continue
          const ending = all()
          if (ending.length === 0) {
            if (begun === 0) return errors
            continue
          }
          // While places are free all due work has begun, and only what this work leaves behind can follow.
          const free = freePlaces()
          await (LANES.some(lane => free[lane] <= 0) ? Promise.race(ending) : Promise.all(ending))
        }
        return errors
      } finally {
        drains.delete(errors)
      }
    },
    async stop() {
      isStopped = true
      await filling
      while (all().length > 0) await Promise.all(all())
      endRenewals()
    },
  }
}
