import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { loadClock } from './stored-clock.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

test('two who move the clock at once move it by both, also for the next start', async () => {
  const before = t.clock.offsetSeconds()
  const advance = () => t.call(null, 'POST /sandbox/clock/advance/', { seconds: 60 })
  for (const { status } of await Promise.all([advance(), advance()])) expect(status).toBe(200)
  expect(t.clock.offsetSeconds() - before).toBe(120)
  expect((await loadClock(t.server.database.db)).offsetSeconds()).toBe(t.clock.offsetSeconds())
})
