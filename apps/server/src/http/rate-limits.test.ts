import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { SANDBOX_PREFIX, sandboxKeys } from '../composition/sandbox.ts'
import { PASSWORD_TRIES } from '../domains/accounts/public.ts'
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts'
import { findServerProgram } from '../testing/server-programs.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const production = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' }
let addresses = 0

/** Tries a password from an address that nobody used before, or from the one that is given. */
function logIn(
  { server }: TestServer,
  email: string,
  from = `198.51.${++addresses >> 8}.${addresses & 255}`,
): Promise<LightMyRequestResponse> {
  return server.app.inject({
    method: 'POST',
    url: '/api/auth/jwt/create/',
    remoteAddress: from,
    payload: { email, password: 'not the right one' },
  })
}

async function statuses(count: number, send: (i: number) => Promise<LightMyRequestResponse>) {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await send(i)).statusCode)
  return all
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('the limit of an address', () => {
  let t: TestServer
  beforeAll(async () => {
    t = await openTestServer({ env: production })
  })
  afterAll(() => t.close())

  it('is that of its whole /64 for IPv6, and of each address by itself for IPv4', async () => {
    const resetFrom = (from: string) =>
      t.server.app.inject({
        method: 'POST',
        url: '/api/user/password-reset/',
        remoteAddress: from,
        payload: { email: 'nobody@example.org' },
      })
    const { login } = RATE_LIMITS
    const within64 = await statuses(login + 1, i => resetFrom(`2001:db8:0:1::${(i + 1).toString(16)}`))
    expect(within64).toEqual([...times(login, 202), 429])
    expect((await resetFrom('2001:db8:0:2::1')).statusCode).toBe(202)
    const mapped = await statuses(login + 1, i => resetFrom(`::ffff:203.0.113.${i + 1}`))
    expect(mapped).toEqual(times(login + 1, 202))
  })

  it('lets the payment provider send more from one address than anybody else may', async () => {
    const { everything } = RATE_LIMITS
    const webhook = () =>
      t.server.app.inject({ method: 'POST', url: '/api/payments/webhook/', remoteAddress: '203.0.114.1' })
    expect(await statuses(everything + 1, webhook)).toEqual(times(everything + 1, 400))
  })
})

describe('the payment sandbox', () => {
  it('takes more calls from this machine than one person may make: the server makes them for everybody', async () => {
    const t = await openTestServer({ env: production })
    const { secretKey } = await sandboxKeys(t.server.database.db)
    const read = () =>
      t.server.app.inject({
        url: `${SANDBOX_PREFIX}/v1/payment_intents/pi_unknown`,
        headers: { authorization: `Bearer ${secretKey}` },
      })
    const { everything } = RATE_LIMITS
    expect(await statuses(everything + 1, read)).toEqual(times(everything + 1, 404))
    await t.close()
  })
})

describe.skipIf(!findServerProgram('redis-server'))('limits of two processes with one Redis', () => {
  let redis: RedisServer
  let one: TestServer
  let other: TestServer
  beforeAll(async () => {
    redis = await startRedisServer()
    const env = { ...production, REDIS_URL: redis.url }
    one = await openTestServer({ env })
    // On a database of its own: a limit asks none, and embedded media lets no second production process in.
    other = await openTestServer({ env })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    await redis.close()
  })
  const either = (i: number) => (i % 2 ? one : other)

  it('count a try of a password wherever it was made', async () => {
    const sameAddress = (i: number) => logIn(either(i), `person${i}@example.org`, '203.0.113.9')
    expect(await statuses(PASSWORD_TRIES.address, sameAddress)).toEqual(times(PASSWORD_TRIES.address, 401))
    expect([(await sameAddress(998)).statusCode, (await sameAddress(999)).statusCode]).toEqual([429, 429])
  })

  it('continue in each process while Redis is frozen or down: never unlimited, never an error', async () => {
    redis.freeze()
    try {
      const allowed = PASSWORD_TRIES.address
      const inVain = (i: number) => logIn(one, `other${i}@example.org`, '203.0.113.10')
      expect(await statuses(allowed + 1, inVain)).toEqual([...times(allowed, 401), 429])
    } finally {
      redis.thaw()
    }
    await redis.kill()
    expect(await statuses(3, () => logIn(other, 'bea@example.org'))).toEqual(times(3, 401))
    const ready = await other.server.app.inject('/readyz')
    expect([ready.statusCode, ready.json().status, ready.json().checks.bus]).toEqual([
      200,
      'degraded',
      'failed',
    ])
    await redis.start()
    await vi.waitFor(
      async () => expect((await other.server.app.inject('/readyz')).json().checks.bus).toBe('ok'),
      { timeout: 60_000, interval: 50 },
    )
  })
})
