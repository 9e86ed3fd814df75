import { expect, test } from 'vitest'
import { openIngest } from '../providers/errors-sentry/testing/ingest.ts'
import { freePort } from '../testing/free-port.ts'
import { openTestServer } from '../testing/test-server.ts'

const EMAIL = 'planted.person@example.org'
const CARD = '4242424242424242'
const WORDS = 'planted words about my divorce'
const TICKET = 'planted-ticket-0123456789abcdef'

async function metricsOf(origin: string): Promise<string> {
  return (await fetch(`${origin}/metrics`)).text()
}

test('Sentry hears of a bug once, of refusals and outages never, and of nobody’s data', async () => {
  const ingest = await openIngest()
  const testServer = await openTestServer({
    env: { SENTRY_DSN: ingest.dsn, SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
  })
  const { origin } = testServer
  const { pool } = testServer.server.database
  const star = await testServer.influencer('star')
  const fan = await testServer.fan('fan')
  const plant = (path: string) =>
    fetch(`${origin}${path}?t=${TICKET}&email=${EMAIL}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${fan.access}`,
        cookie: `login=${TICKET}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: EMAIL, password: WORDS, description: WORDS, card: CARD }),
    })

  // Refusals: no such login, nothing there, a body that is none.
  expect((await plant('/api/auth/jwt/create/')).status).toBe(401)
  expect((await testServer.call(null, 'GET /api/parley/nobody/')).status).toBe(404)
  // An outage: the receipt finds no mail server.
  await testServer.bookAndPay(fan, star)
  // A bug: a statement fails in a way that nobody planned, and its error quotes the address.
  await pool.query('alter table users rename to users_gone')
  const broken = [await plant('/api/auth/jwt/create/'), await plant('/api/auth/jwt/create/')]
  await pool.query('alter table users_gone rename to users')
  expect(broken.map(answer => answer.status)).toEqual([500, 500])
  const metrics = await metricsOf(origin)
  await testServer.close()

  const bugs = ingest.items('event')
  expect(bugs).toHaveLength(1)
  expect(bugs[0]).toMatchObject({
    transaction: '/api/auth/jwt/create/',
    tags: { place: 'route', request_id: broken[0]?.headers.get('x-request-id') },
    exception: { values: [{ value: '42P01' }, { type: 'Error' }] },
  })
  const traces = ingest.items('transaction').map(each => each.transaction)
  expect(traces).toContain('POST /api/auth/jwt/create/')
  expect(traces).toContain('GET /api/parley/:username/')
  expect(traces.filter(name => /session|pay|sandbox|chat/.test(String(name)))).toEqual([])

  const sent = ingest.everything()
  const secrets = [EMAIL, CARD, WORDS, TICKET, fan.access, fan.refresh, 'fan@example.org', 'nobody', fan.id]
  for (const secret of secrets) expect(sent).not.toContain(secret)
  expect(
    Number(/^parley_provider_outages_total\{provider="mail"\} (\d+)$/m.exec(metrics)?.[1]),
  ).toBeGreaterThan(0)
  await ingest.stop()
})

test('a server whose Sentry is away continues as if nothing were', async () => {
  const testServer = await openTestServer({
    env: { SENTRY_DSN: `http://key@127.0.0.1:${await freePort()}/1` },
  })
  const { pool } = testServer.server.database
  await pool.query('alter table users rename to users_gone')
  const failed = await testServer.call(null, 'POST /api/auth/jwt/create/', { email: EMAIL, password: WORDS })
  await pool.query('alter table users_gone rename to users')
  expect(failed.status).toBe(500)
  expect((await testServer.call(null, 'GET /healthz')).status).toBe(200)
  await testServer.close()
})
