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

const MAILS = '/sandbox/mail/?as=json'

const statusAt = async ({ server }: TestServer, host: string, url = MAILS) =>
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
])('a server for this machine alone shows its sandbox under %s', async host => {
  expect(await statusAt(here, host)).toBe(200)
})

it.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example', 'localhost.evil.example', 'a.b@c.d'])(
  'a server for this machine alone shows no sandbox under %s, whose owner may let that name lead here',
  async host => {
    for (const url of [MAILS, '/sandbox/mail?as=json', '/sandbox/mail/1/'])
      expect(await statusAt(here, host, url)).toBe(403)
    expect(await statusAt(here, host, '/healthz')).toBe(200)
  },
)

it('in production there are neither mails nor a clock, and every name is answered', async () => {
  expect(await statusAt(production, 'evil.example')).toBe(404)
  expect(await statusAt(production, 'evil.example', '/healthz')).toBe(200)
})
