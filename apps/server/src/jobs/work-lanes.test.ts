import { eq } from 'drizzle-orm'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { newId } from '../core/ids.ts'
import { createTestDatabase } from '../testing/database.ts'
import { RENEW_EVERY_MS } from './claim-work.ts'
import type { Work } from './handlers.ts'
import { outbox } from './tables.ts'
import { createWorkLanes } from './work-lanes.ts'

const { db, close } = await createTestDatabase()
afterAll(close)
afterEach(() => void vi.useRealTimers())

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }

function workOf(topic: string): Work {
  const now = new Date(0)
  return {
    ...{
      id: topic,
      topic,
      subscriber: null,
      lane: 'changes' as const,
      payload: {},
      attempts: 1,
      lastError: null,
    },
    ...{ createdAt: now, runAt: now, lockedUntil: null, doneAt: null },
  }
}

it('a drain does what a piece of work leaves that ends while the drain reads the table', async () => {
  const waiting = [workOf('asks for a mail')]
  const done: string[] = []
  const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>()
  const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>()
  const lanes = createWorkLanes({
    db,
    log,
    // The list above stands for the table, so that the test decides when a reading of it ends.
    async claim() {
      const claimed = waiting.splice(0)
      if (claimed.length === 0 && done.length === 0) {
        letEnd()
        await hasEnded
      }
      return claimed
    },
    async doOne({ topic }) {
      if (topic === 'mails') done.push(topic)
      else {
        await mayEnd
        waiting.push(workOf('mails'))
        done.push(topic)
        setImmediate(end)
      }
      return undefined
    },
  })
  await lanes.fill()
  expect(await lanes.drain()).toEqual([])
  expect(done).toEqual(['asks for a mail', 'mails'])
  await lanes.stop()
})

it('work that was claimed while the work before it ended keeps its lock as long as it runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const second = { ...workOf('slow'), id: newId() }
  await db.insert(outbox).values(second)
  const [firstEnds, claimEnds, secondEnds] = [1, 2, 3].map(() => Promise.withResolvers<void>())
  const claims = [async () => [workOf('quick')], () => claimEnds?.promise.then(() => [second])]
  const lanes = createWorkLanes({
    db,
    log,
    claim: async () => (await claims.shift()?.()) ?? [],
    doOne: async ({ topic }) => (topic === 'quick' ? firstEnds : secondEnds)?.promise,
  })
  await lanes.fill()
  const filled = lanes.fill()
  firstEnds?.resolve()
  await firstEnds?.promise
  // The end of the first piece of work is noted some microtasks later.
  await new Promise(resolve => setImmediate(resolve))
  claimEnds?.resolve()
  expect(await filled).toBe(1)
  vi.advanceTimersByTime(RENEW_EVERY_MS)
  await vi.waitFor(async () => {
    const [row] = await db.select().from(outbox).where(eq(outbox.id, second.id))
    expect(row?.lockedUntil).not.toBeNull()
  }, 30_000)
  secondEnds?.resolve()
  await lanes.stop()
})
