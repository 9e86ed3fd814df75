import {
  COOKIE_ROTATED_AFTER_MS,
  type LoginTokens,
  REFRESH_TOKEN_TTL_SECONDS,
  type TokenPair,
} from '@parley/contract'
import { expect, test } from 'vitest'
import { PASSWORD, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 25 })
const ORIGIN = 'http://localhost:3000'
const SECURE_ORIGIN = 'https://parley.example'
const secureServer = peopleOfFile({ connections: 5, publicOrigin: SECURE_ORIGIN })
const AFTER_A_MINUTE = COOKIE_ROTATED_AFTER_MS / 1000
let people = 0

interface Sent {
  url: string
  body?: object
  cookie?: string
  headers?: Record<string, string>
}

/** What a page of ours sends, unless `headers` say otherwise, and the refresh cookie that it gets. */
async function fromPage<T = LoginTokens>({ url, body = {}, cookie, headers }: Sent, { app } = server) {
  const answer = await app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { 'x-parley-login': 'cookie', origin: ORIGIN, ...(cookie ? { cookie } : {}), ...headers },
  })
  const set =
    [answer.headers['set-cookie'] ?? []].flat().find(each => each.startsWith('parley_refresh')) ?? null
  return {
    status: answer.statusCode,
    body: answer.json<T>(),
    text: answer.body,
    set,
    cookie: set?.split(';')[0] ?? '',
  }
}
const refresh = (cookie: string, more: Partial<Sent> = {}) =>
  fromPage({ url: '/api/auth/jwt/refresh/', cookie, ...more })
const me = async (access: string) =>
  (await server.app.inject({ url: '/api/user/me/', headers: { authorization: `Bearer ${access}` } }))
    .statusCode

async function newLogin() {
  const user = await signUpFan(server.app, `cookie-${++people}`)
  const json = { email: user.email, password: PASSWORD }
  return { user, json, ...(await fromPage({ url: '/api/auth/jwt/create/', body: json })) }
}

test('a page gets its refresh token as a cookie that no script reads, and never in an answer', async () => {
  const login = await newLogin()
  expect(login.status).toBe(200)
  expect(Object.keys(login.body)).toEqual(['access'])
  expect(login.set).toMatch(
    new RegExp(
      `^parley_refresh_3000=[\\w-]+\\.[\\w-]+; Path=/api/; Max-Age=${REFRESH_TOKEN_TTL_SECONDS}; HttpOnly; SameSite=Strict$`,
    ),
  )
  const value = login.cookie.split('=')[1] ?? 'none'
  server.clock.advance(AFTER_A_MINUTE)
  const next = await refresh(login.cookie)
  expect(next.status).toBe(200)
  expect(login.text + next.text).not.toContain(value)
  expect(next.text).not.toContain(next.cookie.split('=')[1] ?? 'none')
  expect(await me(next.body.access)).toBe(200)
})

test('over HTTPS a browser sends the cookie over HTTPS alone, from the login to the logout', async () => {
  const headers = { origin: SECURE_ORIGIN }
  const send = (url: string, more: Partial<Sent> = {}) =>
    fromPage({ url: `/api/auth/jwt/${url}/`, headers, ...more }, secureServer)
  const { email } = await signUpFan(secureServer.app, 'secure')
  const login = await send('create', { body: { email, password: PASSWORD } })
  secureServer.clock.advance(AFTER_A_MINUTE)
  const next = await send('refresh', { cookie: login.cookie })
  const out = await send('logout', { cookie: next.cookie })
  expect([login.status, next.status, out.status]).toEqual([200, 200, 200])
  for (const { set } of [login, next, out])
    expect(set).toMatch(
      /^parley_refresh=[^;]*; Path=\/api\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
  expect(out.set).toContain('parley_refresh=; Path=/api/; Max-Age=0;')
})

test('an API client gets both as JSON, and no cookie of a login', async () => {
  const { json } = await newLogin()
  const answer = await server.app.inject({ method: 'POST', url: '/api/auth/jwt/create/', payload: json })
  expect(Object.keys(answer.json<TokenPair>()).sort()).toEqual(['access', 'refresh'])
  expect(String(answer.headers['set-cookie'])).not.toContain('parley_refresh')
})

test("without the page's header a cookie is worth nothing, so no script turns it into a token it can carry away", async () => {
  const { cookie } = await newLogin()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/auth/jwt/refresh/',
    payload: {},
    headers: { cookie },
  })
  expect([answer.statusCode, answer.json()]).toEqual([400, { refresh: ['The refresh token is required'] }])
})

test.each([
  ['another site, as its browser says', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['another site that names our origin', { 'sec-fetch-site': 'cross-site', origin: ORIGIN }],
  ['a neighbour under the same domain', { 'sec-fetch-site': 'same-site', origin: ORIGIN }],
  ['another origin, in a browser that says no more', { origin: 'https://evil.example' }],
  ['a page of no origin', { origin: 'null' }],
])('from %s the cookie neither refreshes nor logs out', async (_, headers) => {
  const { cookie } = await newLogin()
  expect((await refresh(cookie, { headers })).status).toBe(403)
  expect((await fromPage({ url: '/api/auth/jwt/logout/', cookie, headers })).status).toBe(403)
  expect((await refresh(cookie, { headers: { 'sec-fetch-site': 'same-origin' } })).status).toBe(200)
})

test('from another site nobody is logged in as somebody else', async () => {
  const { json } = await newLogin()
  const headers = { origin: 'https://evil.example' }
  const answer = await fromPage({ url: '/api/auth/jwt/create/', body: json, headers })
  expect([answer.status, answer.set]).toEqual([403, null])
  expect(answer.body).toEqual({ detail: `Logins work at ${ORIGIN} alone. Open Parley there` })
})

test('pages that open within a minute share one refresh token, later ones change it', async () => {
  const { cookie } = await newLogin()
  const soon = await refresh(cookie)
  expect([soon.status, soon.cookie]).toEqual([200, cookie])
  server.clock.advance(AFTER_A_MINUTE)
  expect((await refresh(cookie)).cookie).not.toBe(cookie)
})

test('twenty tabs that refresh at once are given one successor, and all go on', async () => {
  const { cookie } = await newLogin()
  server.clock.advance(AFTER_A_MINUTE)
  const tabs = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)))
  expect(tabs.map(tab => tab.status)).toEqual(Array(20).fill(200))
  const [next = ''] = new Set(tabs.map(tab => tab.cookie))
  expect(tabs.every(tab => tab.cookie === next)).toBe(true)
  server.clock.advance(AFTER_A_MINUTE)
  expect((await refresh(next)).status).toBe(200)
})

test('a cookie whose answer was lost gets the same answer again for ten seconds, while nobody used its successor', async () => {
  const { cookie } = await newLogin()
  server.clock.advance(AFTER_A_MINUTE)
  const lost = await refresh(cookie)
  server.clock.advance(10)
  const again = await refresh(cookie)
  expect([again.status, again.cookie]).toEqual([200, lost.cookie])
  server.clock.advance(AFTER_A_MINUTE)
  const next = await refresh(again.cookie)
  expect(next.cookie).not.toBe(again.cookie)
  expect((await refresh(cookie)).status).toBe(401)
  expect((await refresh(next.cookie)).status).toBe(401)
})

test('a stolen cookie that is used after its owner went on ends the login', async () => {
  const { cookie } = await newLogin()
  server.clock.advance(AFTER_A_MINUTE)
  const owner = await refresh(cookie)
  server.clock.advance(11)
  expect((await refresh(cookie)).status).toBe(401)
  expect((await refresh(owner.cookie)).status).toBe(401)
  expect(await me(owner.body.access)).toBe(401)
})

test('a young cookie of a login that was ended gives nothing', async () => {
  const { cookie, body } = await newLogin()
  const out = await fromPage({ url: '/api/auth/jwt/logout/', cookie })
  expect([out.status, out.set]).toEqual([
    200,
    expect.stringMatching(/^parley_refresh_3000=; Path=\/api\/; Max-Age=0;/),
  ])
  expect((await refresh(cookie)).status).toBe(401)
  expect(await me(body.access)).toBe(401)
})

test('a login from before the cookie is handed over once', async () => {
  const user = await signUpFan(server.app, `cookie-${++people}`)
  const old = user.token.refresh
  server.clock.advance(AFTER_A_MINUTE)
  const moved = await refresh('', { body: { refresh: old } })
  expect([moved.status, Object.keys(moved.body)]).toEqual([200, ['access']])
  expect((await refresh(moved.cookie)).status).toBe(200)
  server.clock.advance(11)
  expect((await refresh('', { body: { refresh: old } })).status).toBe(401)
})

test('a page without any cookie is nobody', async () => {
  expect((await refresh('')).status).toBe(401)
  expect((await refresh('parley_refresh_3000=')).status).toBe(401)
  expect((await refresh('parley_refresh_3001=x; parley_refresh=y')).status).toBe(401)
})
