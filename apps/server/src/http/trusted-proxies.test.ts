import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../testing/test-server.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const PROXY = '10.1.2.3'
const production = { NODE_ENV: 'production', ALLOW_SANDBOX: '1' }

/** The status of the call after as many as the limit allows; the addresses are those of the header, call by call. */
async function statusAfterLimit(
  { server }: TestServer,
  from: string,
  forwarded: (i: number) => string,
): Promise<number> {
  const reset = (i: number) =>
    server.app.inject({
      method: 'POST',
      url: '/api/user/password-reset/',
      remoteAddress: from,
      headers: { 'x-forwarded-for': forwarded(i) },
    })
  for (let i = 0; i < RATE_LIMITS.login; i++) expect((await reset(i)).statusCode).toBe(400)
  return (await reset(RATE_LIMITS.login)).statusCode
}

describe('behind a proxy that is trusted', () => {
  let behind: TestServer
  beforeAll(async () => {
    behind = await openTestServer({ env: { ...production, TRUSTED_PROXIES: '10.0.0.0/8, loopback' } })
  })
  afterAll(() => behind.close())

  it('each visitor has limits of their own', async () => {
    expect(await statusAfterLimit(behind, PROXY, i => `198.51.100.${i}`)).toBe(400)
  })

  it('a visitor who names other addresses is still counted by the one that the proxy saw', async () => {
    expect(await statusAfterLimit(behind, PROXY, i => `192.0.2.${i}, 203.0.113.9`)).toBe(429)
  })

  it('a visitor who goes around the proxy is counted by the connection', async () => {
    expect(await statusAfterLimit(behind, '203.0.113.77', i => `192.0.2.${i}`)).toBe(429)
  })
})

it('without trusted proxies nobody is believed', async () => {
  const open = await openTestServer({ env: production })
  try {
    expect(await statusAfterLimit(open, PROXY, i => `192.0.2.${i}`)).toBe(429)
  } finally {
    await open.close()
  }
})
