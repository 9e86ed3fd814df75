import { and, asc, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Clock } from '../core/clock.ts'
import type { Log, OutboxWriter } from '../core/core.ts'
import { newId } from '../core/ids.ts'
import { Outage } from '../core/outage.ts'
import { type Db, type Tx, withTransaction } from '../db/client.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { type OutboxHandler, OutboxHandlers, type Subscriber, type Work } from './handlers.ts'
import { outbox } from './tables.ts'

const POLL_EVERY_MS = 250
const BATCH = 10
/** How long a process may hold a piece of work; after a crash another takes it over. */
const LOCK_MS = 10_000
const BACKOFF_MAX_SECONDS = 300

/** Work that is not due before a moment of the application's clock. */
export interface LaterWork {
  topic: string
  payload: Record<string, unknown>
  runAt: Date
}

export interface OutboxRunner extends OutboxWriter {
  /** The one handler of a topic. */
  on(topic: string, handler: OutboxHandler): void
  /**
   * One of several handlers of a topic, by a name that stays. Each has its share of the work in a row of its own, so
   * that one that fails is tried again without repeating the others.
   */
  subscribe(topic: string, subscriber: Subscriber): void
  /** Leaves work for later. */
  addLater(tx: Tx, work: LaterWork): Promise<void>
  start(): void
  /** Does all due work now and resolves when none is left; the errors of this run are returned. */
  drain(): Promise<unknown[]>
  stop(): Promise<void>
}

export interface OutboxParts {
  db: Db
  clock: Clock
  log: Log
  /** Told of work as it is written, for figures; the transaction may still fail. */
  onWritten?: (topic: string, payload: Record<string, unknown>) => void
}

/** The outbox: work written in a change's own transaction and done at least once, also after a crash. */
export function createOutbox(deps: OutboxParts): OutboxRunner {
  const handlers = new OutboxHandlers()
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown[]> | undefined
  let isStopped = false

  async function claim() {
    const realNow = new Date()
    const due = deps.db
      .select({ id: outbox.id })
      .from(outbox)
      .where(
        and(
          isNull(outbox.doneAt),
          lte(outbox.runAt, deps.clock.now()),
          or(isNull(outbox.lockedUntil), lt(outbox.lockedUntil, realNow)),
        ),
      )
      .orderBy(asc(outbox.id))
      .limit(BATCH)
      .for('update', { skipLocked: true })
    return deps.db
      .update(outbox)
      .set({ lockedUntil: new Date(realNow.getTime() + LOCK_MS), attempts: sql`${outbox.attempts} + 1` })
      .where(sql`${outbox.id} in ${due}`)
      .returning()
  }

  async function doOne(work: Work): Promise<unknown> {
    try {
      const sharers = handlers.sharersOf(work)
      if (sharers) {
        await dealOut(deps, work, sharers)
        return undefined
      }
      await handlers.handlerOf(work)(work.payload, work.id)
      // What is done keeps no words: a payload may hold a one-time link.
      await deps.db
        .update(outbox)
        .set({ doneAt: deps.clock.now(), lastError: null, payload: {} })
        .where(eq(outbox.id, work.id))
      return undefined
    } catch (error) {
      const waitSeconds = Math.min(2 ** (work.attempts - 1), BACKOFF_MAX_SECONDS)
      const { topic, subscriber, id: workId, attempts } = work
      const facts = { topic, subscriber, workId, attempts, err: error }
      if (error instanceof Outage || isDatabaseAway(error)) deps.log.warn(facts, 'outbox work failed')
      else deps.log.error(facts, 'outbox work failed')
      await deps.db
        .update(outbox)
        .set({
          runAt: new Date(deps.clock.now().getTime() + waitSeconds * 1000),
          lockedUntil: null,
          lastError: error instanceof Error ? error.name : 'unknown',
        })
        .where(eq(outbox.id, work.id))
      return error
    }
  }

  async function runAll(): Promise<unknown[]> {
    const errors: unknown[] = []
    for (;;) {
      const batch = await claim()
      if (batch.length === 0) return errors
      // Whose failure could not be written down either, while the database is away, is done again when its lock ends.
      for (const result of await Promise.allSettled(batch.map(doOne))) {
        if (result.status === 'rejected') errors.push(result.reason)
        else if (result.value !== undefined) errors.push(result.value)
      }
      if (isStopped) return errors
    }
  }

  /** One run at a time; a call during a run waits for it and then runs again. */
  async function drain(): Promise<unknown[]> {
    while (running) await running.catch(() => undefined)
    running = runAll()
    try {
      return await running
    } finally {
      running = undefined
    }
  }

  function schedule(delayMs: number) {
    if (isStopped || !timer) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      drain()
        .catch(error => deps.log.error({ err: error }, 'outbox poll failed'))
        .finally(() => schedule(POLL_EVERY_MS))
    }, delayMs)
    timer.unref()
  }

  return {
    async add(tx, topic, payload) {
      const now = deps.clock.now()
      await tx.insert(outbox).values({ id: newId(), topic, payload, createdAt: now, runAt: now })
      deps.onWritten?.(topic, payload)
    },
    async addLater(tx, { topic, payload, runAt }) {
      await tx.insert(outbox).values({ id: newId(), topic, payload, createdAt: deps.clock.now(), runAt })
    },
    nudge: () => schedule(0),
    on: (topic, handler) => handlers.on(topic, handler),
    subscribe: (topic, subscriber) => handlers.subscribe(topic, subscriber),
    start() {
      timer = setTimeout(() => undefined, 0)
      schedule(POLL_EVERY_MS)
    },
    drain,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** Gives each subscriber a row of its own, once: a row that another process has dealt out is done. */
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
    await tx
      .insert(outbox)
      .values(sharers.map(subscriber => ({ id: newId(), topic, subscriber, payload, createdAt, runAt: now })))
  })
}
