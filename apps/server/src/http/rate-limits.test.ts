import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type RedisServer, startRedisServer } from '../testing/redis-server.ts'
import { findServerProgram } from '../testing/server-programs.ts'
import { openTestHouse, type TestHouse } from '../testing/test-house.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const production = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' }
let addresses = 0

/** Tries a password from an address that nobody used before, or from the one that is given. */
function logIn(
  { house }: TestHouse,
  email: string,
  from = `198.51.${++addresses >> 8}.${addresses & 255}`,
): Promise<LightMyRequestResponse> {
  return house.app.inject({
    method: 'POST',
    url: '/api/auth/jwt/create/',
    remoteAddress: from,
    payload: { email, password: 'not the right one' },
  })
}

async function statuses(count: number, ask: (i: number) => Promise<LightMyRequestResponse>) {
  const all: number[] = []
  for (let i = 0; i < count; i++) all.push((await ask(i)).statusCode)
  return all
}

const times = (count: number, status: number) => Array.from({ length: count }, () => status)

describe('the limit of an account', () => {
  let t: TestHouse
  beforeAll(async () => {
    t = await openTestHouse({ env: production })
    await t.fan('fred')
  })
  afterAll(() => t.close())

  it('ends tries of its password from ever new addresses, and no other account’s', async () => {
    const allowed = RATE_LIMITS.loginAccount
    expect(await statuses(allowed, () => logIn(t, 'fred@example.org'))).toEqual(times(allowed, 401))
    const refused = await logIn(t, 'Fred@example.org')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await logIn(t, 'nobody@example.org')).statusCode).toBe(401)
  })
})

describe.skipIf(!findServerProgram('redis-server'))('limits of two processes with one Redis', () => {
  let redis: RedisServer
  let one: TestHouse
  let other: TestHouse
  beforeAll(async () => {
    redis = await startRedisServer()
    const env = { ...production, REDIS_URL: redis.url }
    one = await openTestHouse({ env })
    // On a database of its own: a limit asks none, and embedded media lets no second production process in.
    other = await openTestHouse({ env })
  })
  afterAll(async () => {
    await other.close()
    await one.close()
    await redis.close()
  })
  const either = (i: number) => (i % 2 ? one : other)

  it('count a call wherever it was made, by account and by address', async () => {
    const { loginAccount, login } = RATE_LIMITS
    expect(await statuses(loginAccount, i => logIn(either(i), 'ann@example.org'))).toEqual(
      times(loginAccount, 401),
    )
    expect((await logIn(one, 'ann@example.org')).statusCode).toBe(429)
    const sameAddress = (i: number) => logIn(either(i), `person${i}@example.org`, '203.0.113.9')
    expect(await statuses(login, sameAddress)).toEqual(times(login, 401))
    expect([(await sameAddress(998)).statusCode, (await sameAddress(999)).statusCode]).toEqual([429, 429])
  })

  it('go on in each process while Redis is frozen or gone: never unlimited, never an error', async () => {
    redis.freeze()
    try {
      const allowed = RATE_LIMITS.loginAccount
      expect(await statuses(allowed + 1, () => logIn(one, 'bea@example.org'))).toEqual([
        ...times(allowed, 401),
        429,
      ])
    } finally {
      redis.thaw()
    }
    await redis.kill()
    expect(await statuses(3, () => logIn(other, 'bea@example.org'))).toEqual(times(3, 401))
    const ready = await other.house.app.inject('/readyz')
    expect([ready.statusCode, ready.json().status, ready.json().checks.bus]).toEqual([
      200,
      'degraded',
      'failed',
    ])
    await redis.start()
    await vi.waitFor(
      async () => expect((await other.house.app.inject('/readyz')).json().checks.bus).toBe('ok'),
      { timeout: 10_000, interval: 50 },
    )
  })
})
