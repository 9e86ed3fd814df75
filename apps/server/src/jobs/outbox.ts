import { and, eq, isNull } from 'drizzle-orm'
import type { Clock } from '../core/clock.ts'
import type { Log, OutboxWriter } from '../core/core.ts'
import { idOfKey, newId } from '../core/ids.ts'
import { Outage } from '../core/outage.ts'
import { runAs, type TopicWork, type WrittenBy, writtenBy } from '../core/topic.ts'
import { insertsInto } from '../db/built-once.ts'
import { afterCommit, type Db, withTransaction } from '../db/client.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { claimWork, writeDone, writeFailed } from './claim-work.ts'
import { OutboxHandlers, type Work } from './handlers.ts'
import { isBulk, laneOf } from './lanes.ts'
import { outbox } from './tables.ts'
import { createWorkLanes } from './work-lanes.ts'

/**
 * For what this process does not write itself: work of a process that died, of the operator's commands, or tried again.
 */
export const POLL_EVERY_MS = 1_000

const insertWork = insertsInto(outbox, insert => insert.onConflictDoNothing())

export interface OutboxRunner extends OutboxWriter {
  /**
   * Adds the handler of a topic, or one of its subscribers. Each subscriber has its share of the work in a row of its
   * own, so that one that fails is tried again without repeating the others.
   */
  on(work: TopicWork): void
  start(): void
  /** Does all due work now and resolves when none is left; the errors of this run are returned. */
  drain(): Promise<unknown[]>
  stop(): Promise<void>
}

export interface OutboxDeps {
  db: Db
  clock: Clock
  log: Log
  /** Called for work as it is written, for figures; the transaction may still fail. */
  onWritten?: (topic: string, payload: object) => void
}

/** The outbox: work written in a change's own transaction and done at least once, also after a crash. */
export function createOutbox(deps: OutboxDeps): OutboxRunner {
  const handlers = new OutboxHandlers()
  const lanes = createWorkLanes({
    ...deps,
    claim: free => claimWork(deps, free),
    doOne: work => runAs(isBulk(work.lane) ? 'bulk' : 'one', () => doOne(deps, handlers, work)),
  })
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  /** Whether work was written since the last poll began: that poll may have read the table before. */
  let isNudged = false

  function schedule(delayMs: number) {
    if (isStopped || !timer) return
    clearTimeout(timer)
    timer = setTimeout(poll, delayMs)
    timer.unref()
  }
  function poll(): void {
    isNudged = false
    lanes
      .fill()
      .catch(error => deps.log.error({ err: error }, 'outbox poll failed'))
      .finally(() => schedule(isNudged ? 0 : POLL_EVERY_MS))
  }
  function nudge(): void {
    isNudged = true
    schedule(0)
  }

  return {
    async add(tx, topic, payload) {
      const now = deps.clock.now()
      const work = { topic: topic.name, subscriber: null }
      const sharers = handlers.sharersOf(work)
      if (sharers) {
        const by = isBulk(laneOf(work, writtenBy())) ? 'bulk' : 'one'
        await tx
          .insert(outbox)
          .values(sharesOf({ topic: topic.name, payload, createdAt: now }, { sharers, by, now }))
      } else await insertWork(tx, rowOf(topic.name, payload, { createdAt: now, runAt: now }))
      afterCommit(tx, nudge)
      deps.onWritten?.(topic.name, payload)
    },
    async addLater(tx, { topic, payload, runAt, onceFor }) {
      const createdAt = deps.clock.now()
      const row = rowOf(topic.name, payload, { createdAt, runAt })
      const id = onceFor === undefined ? row.id : idOfKey(`${topic.name} ${onceFor}`, runAt.getTime())
      await insertWork(tx, { ...row, id })
      if (runAt <= createdAt) afterCommit(tx, nudge)
    },
    nudge,
    on: work => handlers.add(work),
    start() {
      timer = setTimeout(() => undefined, 0)
      schedule(POLL_EVERY_MS)
    },
    drain: lanes.drain,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await lanes.stop()
    },
  }
}

function rowOf(topic: string, payload: object, times: { createdAt: Date; runAt: Date }) {
  return { id: newId(), topic, lane: laneOf({ topic, subscriber: null }, writtenBy()), payload, ...times }
}

/** Does one piece of work and writes down how it went; answers what went wrong, undefined when nothing did. */
async function doOne(deps: OutboxDeps, handlers: OutboxHandlers, work: Work): Promise<unknown> {
  try {
    const sharers = handlers.sharersOf(work)
    if (sharers) {
      await dealOut(deps, work, sharers)
      return undefined
    }
    await handlers.handlerOf(work)(work.payload, work.id)
    await writeDone(deps, work)
    return undefined
  } catch (error) {
    const { topic, subscriber, id: workId, attempts } = work
    const facts = { topic, subscriber, workId, attempts, err: error }
    if (error instanceof Outage || isDatabaseAway(error)) deps.log.warn(facts, 'outbox work failed')
    else deps.log.error(facts, 'outbox work failed')
    await writeFailed(deps, work, error)
    return error
  }
}

/**
 * Gives each subscriber a row of its own, once, of work whose writer did not know them: a row that another process has
 * dealt out is done.
 */
async function dealOut(
  deps: { db: Db; clock: Clock },
  work: Work,
  sharers: readonly string[],
): Promise<void> {
  const now = deps.clock.now()
  const { topic, payload, createdAt } = work
  await withTransaction(deps.db, async tx => {
    const dealt = await tx
      .update(outbox)
      .set({ doneAt: now, lastError: null, payload: {} })
      .where(and(eq(outbox.id, work.id), isNull(outbox.doneAt)))
      .returning({ id: outbox.id })
    if (dealt.length === 0) return
    await tx.insert(outbox).values(sharesOf({ topic, payload, createdAt }, { sharers, by: writtenBy(), now }))
  })
}

/** The rows of the subscribers of one piece of work. */
function sharesOf(
  work: Pick<Work, 'topic' | 'payload' | 'createdAt'>,
  { sharers, by, now }: { sharers: readonly string[]; by: WrittenBy; now: Date },
) {
  return sharers.map(subscriber => ({
    ...{ id: newId(), ...work, subscriber, runAt: now },
    lane: laneOf({ topic: work.topic, subscriber }, by),
  }))
}
