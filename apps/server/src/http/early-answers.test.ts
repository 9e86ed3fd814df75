import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicData, WebEntry } from '@parley/web/public-data'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { buildApp } from '../app.ts'
import { refuse } from '../core/refusal.ts'
import { publicDataOf } from '../domains/discovery/public.ts'
import { encodeForm } from '../testing/people.ts'
import { openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts'
import type { App } from './app-type.ts'
import { countHitsHere } from './count-hits-here.ts'
import { limitsFor, RATE_LIMITS } from './rate-limits.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { registerWebPages } from './web/web-pages.ts'

let server: TestServer
let fan: TestPerson
beforeAll(async () => {
  server = await openTestServer({ env: { NODE_ENV: 'production', ALLOW_SANDBOX: '1' } })
  fan = await server.fan('fan')
  await server.influencer('maya')
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
interface Call {
  headers?: Record<string, string>
  payload?: string | Buffer | Record<string, unknown>
}
const send = (method: Method, url: string, { headers, payload }: Call = {}) =>
  server.server.app.inject({ method, url, headers: { ...headers }, ...(payload ? { payload } : {}) })
const json = (payload: Record<string, unknown>): Call => ({
  headers: { authorization: `Bearer ${fan.access}` },
  payload,
})

const FORM: Call = {
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  payload: '--b--\r\n',
}

describe('the security headers are on every answer', () => {
  it.each([
    ['a good one', 200, 'GET', '/healthz', {}],
    ['one without a login', 401, 'GET', '/api/user/me/', {}],
    ['one with a bad token', 401, 'GET', '/api/user/me/', { headers: { authorization: 'Bearer none' } }],
    ['an unknown path', 404, 'GET', '/api/nothing/', {}],
    ['a wrong method', 405, 'PUT', '/api/user/me/', {}],
    ['an address that cannot be read', 400, 'GET', '/api/user/get_user/%E0%A4%A/', {}],
    [
      'a body that cannot be read',
      400,
      'POST',
      '/api/auth/jwt/create/',
      { headers: { 'content-type': 'application/json' }, payload: '{' },
    ],
    [
      'another media type',
      415,
      'POST',
      '/api/auth/jwt/create/',
      { headers: { 'content-type': 'a/b' }, payload: 'x' },
    ],
    [
      'a body that is packed',
      415,
      'POST',
      '/api/auth/jwt/create/',
      { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, payload: 'x' },
    ],
    [
      'plain text',
      415,
      'POST',
      '/api/auth/jwt/create/',
      { headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ],
    ['a form where no form is taken', 415, 'POST', '/api/auth/jwt/create/', FORM],
    ['a form that is empty, where forms are taken', 400, 'POST', '/api/user/', FORM],
    ['the reference', 200, 'GET', '/api/docs', {}],
    ['metrics', 200, 'GET', '/metrics', {}],
  ] as const)('%s (%i)', async (_, status, method, url, call) => {
    const answer = await send(method, url, call)
    expect(answer.statusCode).toBe(status)
    const own =
      url === '/api/docs' ? { 'content-security-policy': expect.stringContaining("default-src 'self'") } : {}
    expect(answer.headers).toMatchObject({ ...SECURITY_HEADERS, ...own })
  })
})

test('the page of the reference loads its scripts from where it is itself, with or without https', async () => {
  for (const url of ['/api/docs', '/api/docs/', '/api/docs/static/swagger-ui-bundle.js']) {
    const { statusCode, headers } = await send('GET', url)
    expect([url, statusCode]).toEqual([url, 200])
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
  }
})

/** The status of an address that is sent as it is written: `inject` and `fetch` would correct it. */
async function rawStatus(origin: string, path: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const sent = request(origin, { path, agent: false }, answer => {
    answer.resume()
    resolve(answer.statusCode)
  })
  sent.on('error', reject).end()
  return promise
}

describe('what a proxy keeps inside by its path is not there by another spelling of that path', () => {
  it.each([
    ['/metrics', 200],
    ['/metrics?a=b', 200],
    ['/metrics/', 404],
    ['/%6detrics', 404],
    ['/metrics#a', 404],
    ['/readyz/', 404],
    ['/ready%7A', 404],
    ['/healthz/', 404],
  ] as const)('%s is %i', async (path, status) => {
    expect(await rawStatus(server.origin, path)).toBe(status)
  })

  it('/readyz answers', async () => {
    // On a busy machine the media worker may be silent for so long that it does not count as ready.
    expect([200, 503]).toContain(await rawStatus(server.origin, '/readyz'))
  })
})

describe('an address that takes other methods', () => {
  it.each([
    ['GET', '/api/auth/jwt/create/', 'POST'],
    ['GET', '/api/auth/jwt/create', 'POST'],
    ['PUT', '/api/user/me/?a=b', 'DELETE, GET, HEAD, PATCH'],
    ['OPTIONS', '/api/user/me/', 'DELETE, GET, HEAD, PATCH'],
    ['DELETE', '/api/parley/maya/parley_request/', 'GET, HEAD, POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ] as const)('%s %s is 405, and Allow names %s', async (method, url, allow) => {
    const answer = await send(method, url)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow])
    expect(answer.json()).toEqual({ detail: expect.any(String) })
  })

  it('is 404 where there is nothing by any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'] as const) {
      const { statusCode, headers } = await send(method, '/api/user/me/nothing/')
      expect([statusCode, headers.allow]).toEqual([404, undefined])
    }
  })
})

describe('text that no column can hold is refused, never a failure', () => {
  const TEXTS = { nul: 'a\0b', 'half a pair': 'a\ud800b' }
  it.each(Object.entries(TEXTS))('%s in a body, whatever field', async (_, text) => {
    const calls = [
      send(
        'POST',
        '/api/parley/maya/parley_request/',
        json({ description: text, amount: '25.00', duration: 900 }),
      ),
      send('POST', '/api/ws-ticket/', json({ path: `/chat/${text}/` })),
      send('POST', '/api/parley/prepaid-link/', json({ amount: '10.00', duration: 600, description: text })),
      send('POST', '/api/user/password-reset/', json({ email: `${text}@example.org` })),
    ]
    const answers = await Promise.all(calls)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  })

  it.each(['/api/user/social-login/', '/api/auth/passkey/options/'])(
    'lists in lists without end, sent to %s, are refused too',
    async url => {
      const headers = { 'content-type': 'application/json' }
      const answer = await send('POST', url, { headers, payload: '['.repeat(5_000) + ']'.repeat(5_000) })
      expect(answer.statusCode).toBe(400)
    },
  )

  it('in an address, a query and a form', async () => {
    const form = new FormData()
    const fields = { username: 'nul', email: 'nul@example.org', first_name: TEXTS.nul, last_name: 'Lee' }
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const { payload, type } = await encodeForm(form)
    const answers = await Promise.all([
      send('GET', '/api/user/get_user/%00/'),
      send('GET', '/api/parley/%00/session/', json({})),
      send('GET', '/api/explore/?q=%00'),
      send('POST', '/api/user/', { headers: { 'content-type': type }, payload }),
      send('GET', '/sandbox/stripe/v1/payment_intents/%00'),
    ])
    for (const { statusCode } of answers) expect([400, 401, 403, 404]).toContain(statusCode)
  })
})

describe('pages', () => {
  let app: App
  let limited: App
  let origin: string
  beforeAll(async () => {
    const clientDir = await mkdtemp(join(tmpdir(), 'parley-pages-'))
    await writeFile(join(clientDir, 'offline.html'), '<style>p{}</style>')
    const site = { origin: 'http://localhost', paymentProvider: 'sandbox' } as PublicData['site']
    const publicData = { site, ...publicDataOf(server.server.domains.liveEvents) }
    const build = (limitRendering?: () => Promise<never>) =>
      buildApp({
        authenticate: async () => null,
        limitOf: limitsFor(false),
        hitCounts: countHitsHere(),
        publicOrigin: site.origin,
        trustedProxies: [],
        logger: false,
        routes: [
          routes =>
            registerWebPages(routes as never, {
              ...{ publicData, entry: lookup, clientDir, nowMs: () => 0 },
              ...(limitRendering && { limitRendering }),
            }),
        ],
      })
    app = await build()
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
    limited = await build(() => Promise.reject(refuse.tooMany(30)))
    return () => rm(clientDir, { recursive: true })
  })
  afterAll(() => Promise.all([app.close(), limited.close()]))

  it.each([
    ['en-GB', 'en', 'Too many tries'],
    ['de-AT,de;q=0.9', 'de', 'Zu viele Versuche'],
  ])('too many of them, opened in a browser of %s, say so in words and not in JSON', async (...row) => {
    const [language, lang, words] = row
    const headers = { accept: 'text/html,*/*;q=0.8', 'accept-language': language }
    const refused = await limited.inject({ url: '/profile/maya', headers })
    expect(refused.statusCode).toBe(429)
    expect(refused.headers).toMatchObject({ ...SECURITY_HEADERS, 'retry-after': '30' })
    expect(refused.headers['content-type']).toContain('text/html')
    expect(refused.body).toContain(`<html lang="${lang}">`)
    expect(refused.body).toContain(words)
    const data = await limited.inject({ url: '/profile/maya' })
    expect(data.json()).toEqual({ detail: expect.any(String) })
  })

  it.each(['/profile/%00', '/live-event/%00', '/live-event/a%00b', '/profile/%00.data'])(
    '%s is nobody’s: 404',
    async url => {
      expect((await app.inject({ url: '/profile/maya' })).statusCode).toBe(200)
      expect((await app.inject({ url })).statusCode).toBe(404)
    },
  )

  it.each(['/\\[', '/\\', '/\\@', '/\\evil.example', '/profile\\maya', '/\\[.data'])(
    '%s, with a backslash, is no page: 404',
    async path => {
      expect(await rawStatus(origin, path)).toBe(404)
    },
  )

  it('are no calls, and not in the document of the calls', async () => {
    const { paths } = (await app.inject({ url: '/api/openapi.json' })).json<{ paths: object }>()
    expect(Object.keys(paths)).toEqual([])
  })

  it('what is looked for may hold anything', async () => {
    expect((await app.inject({ url: '/explore?q=a%00b' })).statusCode).toBe(200)
  })

  it.each([
    [302, 'GET', '/gone'],
    [404, 'GET', '/api/nothing/'],
    [405, 'POST', '/profile/maya'],
    [405, 'DELETE', '/'],
  ] as const)('the security headers are on %i, %s %s', async (status, method, url) => {
    const answer = await app.inject({ method, url })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject(SECURITY_HEADERS)
    if (status === 405) expect(answer.headers.allow).toBe('GET, HEAD')
  })
})

describe('the document of the calls', () => {
  interface Described {
    security: Record<string, []>[]
    responses: Record<string, unknown>
  }
  const document = async () => {
    const { paths } = (await send('GET', '/api/openapi.json')).json<{
      paths: Record<string, Record<string, Described>>
    }>()
    return (method: string, path: string) => paths[path]?.[method]
  }

  it.each([
    ['get', '/api/user/me/', [{ bearer: [] }]],
    ['post', '/api/parley/{username}/parley_request/', [{ bearer: [] }]],
    ['get', '/api/staff/reports/', [{ bearer: [] }]],
    ['get', '/api/parley/{slug}/session/', [{}, { bearer: [] }]],
    ['post', '/api/auth/jwt/create/', [{}, { bearer: [] }]],
  ])('says of %s %s who may call it', async (method, path, security) => {
    const call = (await document())(method, path)
    expect(call?.security).toEqual(security)
    expect(Object.keys(call?.responses ?? {})).toEqual(expect.arrayContaining(['400', '401', 'default']))
  })
})

// Last: it uses up the calls of this address.
it('the security headers are on a refusal for too many calls (429)', async () => {
  const reset = () => send('POST', '/api/user/password-reset/', { payload: {} })
  for (let i = 0; i < RATE_LIMITS.login; i++) await reset()
  const refused = await reset()
  expect(refused.statusCode).toBe(429)
  expect(refused.headers).toMatchObject(SECURITY_HEADERS)
})

/** Renders no more than whether the page's person or event is there, from the real public data. */
const lookup: WebEntry = {
  fixedScripts: [],
  fixedStyles: [],
  async render(request, { publicData }) {
    const { pathname, searchParams } = new URL(request.url)
    const [, kind, name = ''] = decodeURIComponent(pathname).split('/')
    if (kind === 'gone') return new Response(null, { status: 302, headers: { location: '/' } })
    const q = searchParams.get('q') ?? ''
    const found = {
      profile: () => publicData.influencer(name),
      'live-event': async () => {
        // As the page does: the version names the image that is shared.
        const [event] = await Promise.all([publicData.event(name), publicData.eventVersion(name)])
        return event
      },
      explore: () => publicData.explore({ q, kind: 'influencers', page: 1, page_size: 20 }),
    }[kind ?? '']
    return new Response('<html></html>', { status: (await found?.()) ? 200 : 404 })
  },
}

const REQUIRED = ['This field is required']

describe('a field that is wrong is named, and the answer says what is expected', () => {
  it.each([
    ['/api/explore/?page=0', 'page', 'Please enter a whole number from 1 to 100000'],
    ['/api/explore/?page_size=101', 'page_size', 'Please enter a whole number from 1 to 100'],
    ['/api/explore/?kind=planets', 'kind', 'Please choose one of these: influencers, events'],
    ['/api/explore/?page=1&page=2', 'page', 'This should be text'],
  ])('%s', async (url, field, message) => {
    const answer = await send('GET', url)
    expect([answer.statusCode, answer.json()]).toEqual([400, { [field]: [message] }])
  })

  const BOOKING = { amount: '25.00', duration: 900, description: 'Chess lessons' }
  it.each([
    ['POST', '/api/parley/maya/live_event/', {}, { slug: REQUIRED, session_request: REQUIRED }],
    [
      'POST',
      '/api/parley/maya/live_event/',
      { slug: 5, session_request: 'x' },
      { slug: ['This should be text'], session_request: ['This should be an object'] },
    ],
    ['POST', '/api/parley/parley_request/payment-intent/', {}, { paymentIntentId: REQUIRED }],
    ['POST', '/api/parley/gift/accept/', {}, { token: REQUIRED }],
    ['POST', '/api/ws-ticket/', { path: null }, { path: REQUIRED }],
    ['POST', '/api/auth/jwt/refresh/', { refresh: '' }, { refresh: REQUIRED }],
    [
      'POST',
      '/api/parley/maya/parley_request/',
      { ...BOOKING, uuid: 'x'.repeat(101), slot: 'soon', request_type: 'prepaid' },
      {
        uuid: ['Please use at most 100 characters'],
        slot: ['Please give a date and time such as 2027-03-28T09:30:00Z'],
        request_type: ['This should be "private"'],
      },
    ],
    [
      'PATCH',
      '/api/user/me/',
      { public_profile: 'on' },
      { public_profile: ['This should be true or false'] },
    ],
  ] as const)('%s %s with %j', async (method, url, payload, errors) => {
    const answer = await send(method, url, json(payload))
    expect([answer.statusCode, answer.json()]).toEqual([400, errors])
  })
})

describe('an address that nothing can have is not there', () => {
  it.each([
    ['GET', '/api/influencer/1/pay/'],
    ['POST', '/api/influencer/parley_requests/1/pay/'],
    ['POST', '/api/influencer/requests/none/accept/'],
    ['POST', '/api/parley/prepaid/none/accept/'],
  ] as const)('%s %s: 404', async (method, url) => {
    const answer = await send(method, url, json({}))
    expect([answer.statusCode, answer.json()]).toEqual([404, { detail: expect.any(String) }])
  })
})
