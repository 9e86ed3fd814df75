import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TEST_PASSWORD } from '../testing/api-caller.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const rowsOf = async (text: string) => (await t.server.database.pool.query(text)).rowCount

test('a server that is asked to stop begins no work while it still answers a request', {
  timeout: 60_000,
}, async () => {
  await t.bookAndPay(await t.fan('fay'), await t.influencer('ivy'))
  const leaving = await t.openAnother()
  const held = await t.server.database.pool.connect()
  try {
    await held.query('begin; lock table users in access exclusive mode')
    const login = { email: 'fay@example.org', password: TEST_PASSWORD }
    const answer = leaving.call(null, 'POST /api/auth/jwt/create/', login)
    const waiting =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    await vi.waitFor(async () => expect(await rowsOf(waiting)).toBe(1), 30_000)
    const stopped = leaving.server.stop()
    await vi.waitFor(() => expect(leaving.server.app.server.listening).toBe(false), 30_000)
    expect(
      await rowsOf('update outbox set done_at = null, attempts = 0, locked_until = null'),
    ).toBeGreaterThan(0)
    // Work that it begins waits for the lock, and the test for that work.
    await leaving.server.domains.outbox.drain()
    expect(await rowsOf('select from outbox where attempts > 0')).toBe(0)
    await held.query('commit')
    expect((await answer).status).toBe(200)
    await stopped
  } finally {
    held.release(true)
  }
})
