import { expect, it } from 'vitest'
import { openTestServer } from '../testing/test-server.ts'
import { inStages, StopIncomplete } from './in-stages.ts'

const log = () => {
  const lines: unknown[] = []
  return { lines, error: (facts: object, message: string) => void lines.push({ ...facts, message }) }
}

it('runs the steps of a stage together, and a stage after the one before it', async () => {
  const begun: string[] = []
  const first = Promise.withResolvers<void>()
  const stopped = inStages(log(), [
    { waits: () => first.promise, beside: () => void begun.push('beside') },
    { later: async () => void begun.push('later') },
  ])
  await new Promise(setImmediate)
  expect(begun).toEqual(['beside'])
  first.resolve()
  await stopped
  expect(begun).toEqual(['beside', 'later'])
})

it('runs every step although others fail, logs each failure by the name of its step, and fails at the end', async () => {
  const kept = log()
  const begun: string[] = []
  const [thrown, rejected] = [new Error('at once'), new Error('later')]
  const stopped = inStages(kept, [
    {
      sockets: () => {
        throw thrown
      },
      work: () => void begun.push('work'),
    },
    { video: () => inStages(kept, [{ monitor: () => Promise.reject(rejected) }]) },
    { database: async () => void begun.push('database') },
  ])
  await expect(stopped).rejects.toThrow(StopIncomplete)
  await expect(stopped).rejects.toThrow(/sockets, video/)
  expect(begun).toEqual(['work', 'database'])
  expect(kept.lines).toEqual([
    { err: thrown, step: 'sockets', message: 'a step of the stop failed' },
    { err: rejected, step: 'monitor', message: 'a step of the stop failed' },
  ])
})

it('a server of which a step of the stop fails closes its database all the same, and says which step it was', async () => {
  const logged: string[] = []
  const env = { LOG_LEVEL: 'error' }
  const t = await openTestServer({ env, logTo: { write: line => void logged.push(line) } })
  const { pool } = t.server.database
  const lastWork = Promise.reject(new Error('no disk'))
  // Node would take it for one that nobody handles until the stop comes to it.
  lastWork.catch(() => undefined)
  await expect(t.server.stop(lastWork)).rejects.toThrow(/last work failed/)
  expect(pool.ended).toBe(true)
  expect(logged.map(line => JSON.parse(line))).toMatchObject([
    { step: 'last work', err: { message: 'no disk' }, msg: 'a step of the stop failed' },
  ])
})
