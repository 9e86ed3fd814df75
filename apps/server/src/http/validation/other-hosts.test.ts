import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

const OWN = { PUBLIC_ORIGIN: 'http://parley.example.org', HOST: 'localhost' }
let here: TestServer
let production: TestServer
beforeAll(async () => {
  here = await openTestServer({ env: OWN })
  production = await openTestServer({ env: { ...OWN, NODE_ENV: 'production', ALLOW_SANDBOX: '1' } })
})
afterAll(() => Promise.all([here.close(), production.close()]))

const statusAt = async ({ server }: TestServer, host: string, url = '/healthz') =>
  (await server.app.inject({ url, headers: { host } })).statusCode

it.each([
  'localhost:3000',
  'LOCALHOST',
  'app.localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.0.2.7',
  'parley',
  'parley.example.org',
])('a server for this machine alone answers under %s', async host => {
  expect(await statusAt(here, host)).toBe(200)
})

it.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example', 'a.b@c.d'])(
  'a server for this machine alone answers nothing under %s, whose owner may let that name lead here',
  async host => {
    for (const url of ['/healthz', '/sandbox/mail/?as=json', '/api/openapi.json', '/nothing'])
      expect(await statusAt(here, host, url)).toBe(403)
  },
)

it('in production, behind proxies, every name is answered', async () => {
  expect(await statusAt(production, 'evil.example')).toBe(200)
})
