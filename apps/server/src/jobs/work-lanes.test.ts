import { afterAll, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import type { Work } from './handlers.ts'
import { createWorkLanes } from './work-lanes.ts'

const { db, close } = await createTestDatabase()
afterAll(close)

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
