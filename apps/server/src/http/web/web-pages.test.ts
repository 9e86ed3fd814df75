import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import type { Influencer } from '@parley/contract'
import type { PublicData, WebEntry } from '@parley/web/public-data'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { refuseAddress, registerErrors } from '../errors.ts'
import { registerWebPages } from './web-pages.ts'

/** A renderer that replaces the built web: its page says which address was requested. */
function fakeEntry(seen: string[]): WebEntry {
  return {
    fixedScripts: ['first()'],
    fixedStyles: [],
    async render(request, { publicData, nonce, language }) {
      const { pathname, search } = new URL(request.url)
      seen.push(pathname + search)
      if (pathname === '/faq') return new Response(`<html lang="${language}"></html>`)
      if (pathname === '/gone')
        return new Response(null, { status: 302, headers: { location: '/not-found-cover' } })
      const username = /^\/profile\/(.+)$/.exec(pathname)?.[1]
      if (pathname === '/explore') {
        // As the renderer does it: what a page could not read makes a page that says so.
        const found = await publicData.explore({} as never).catch(() => null)
        return new Response(found ? '<p>all</p>' : '<p>broken</p>', { status: found ? 200 : 500 })
      }
      const influencer = username && (await publicData.influencer(username))
      const price = influencer ? influencer.main_session.amount : 'nobody'
      const status = username && !influencer ? 404 : 200
      return new Response(`<p>${price}</p><script nonce="${nonce}">run()</script>`, { status })
    },
  }
}

const away: { error: Error | null } = { error: null }
const maya = { amount: '25.00', version: 1 }
const everybody = { version: 1 }
// Only what these pages read.
const publicData = {
  site: {
    paymentProvider: 'sandbox',
    publishableKey: 'pk_test_1',
    origin: 'http://localhost:3000',
    feePercent: 10,
    releaseAfterHours: 48,
    socialNetworks: [],
  },
  influencer: async name => {
    if (name === 'broken') throw new Error('a bug')
    return name === 'maya' ? ({ main_session: { amount: maya.amount } } as Influencer) : null
  },
  version: async name => (name === 'maya' || name === 'broken' ? maya.version : null),
  person: async () => null,
  movedTo: async name => (name === 'old-maya' ? 'maya' : null),
  event: async () => null,
  eventVersion: async () => null,
  explore: async () => {
    if (away.error) throw away.error
    return { count: 0, results: [] }
  },
  onNow: async () => [],
  onNowVersion: async () => 'none',
  exploreVersion: async () => {
    if (away.error) throw away.error
    return String(everybody.version)
  },
} as PublicData

let app: FastifyInstance
let seen: string[]
let nowMs: number
let folder: string
let clientDir: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-'))
  clientDir = join(folder, 'client')
  await mkdir(clientDir)
  await writeFile(join(folder, 'secret.js'), 'secret-text')
  await mkdir(join(clientDir, 'assets'))
  await writeFile(join(clientDir, 'assets', 'a-1.js'), 'plain')
  await writeFile(join(clientDir, 'assets', 'a-1.js.br'), 'squeezed')
  await writeFile(join(clientDir, 'assets', 'geist-1.woff2'), 'letters')
  await writeFile(join(clientDir, 'favicon.svg'), '<svg/>')
  await writeFile(join(clientDir, 'offline.html'), '<style>p{}</style><script>go()</script>')
  await writeFile(join(clientDir, 'sw.js'), 'self')
  Object.assign(maya, { amount: '25.00', version: 1 })
  seen = []
  nowMs = 0
  app = Fastify({ frameworkErrors: refuseAddress })
  registerErrors(app)
  await registerWebPages(app, { publicData, entry: fakeEntry(seen), clientDir, nowMs: () => nowMs })
})
afterEach(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

it('a profile is rendered once, whatever query and however many ask', async () => {
  await get('/profile/maya')
  await get('/profile/maya?payment_intent=pi_1')
  await get('/profile/maya/')
  expect(seen).toEqual(['/profile/maya'])
})

it('the page of a name that nobody has is rendered once, whatever the name', async () => {
  const answers = await Promise.all(
    ['/profile/no-one', '/profile/nobody-2', '/profile/maya', '/profile/-'].map(url => get(url)),
  )
  await get('/profile/no-one')
  expect(answers.map(answer => answer.statusCode)).toEqual([404, 404, 200, 404])
  expect(seen.toSorted()).toEqual(['/profile/-', '/profile/maya'])
})

it('the page of an event that is none is rendered once, whatever its address says', async () => {
  await Promise.all(['/live-event/none', '/live-event/other-none'].map(url => get(url)))
  await get('/live-event/none')
  expect(seen).toEqual(['/live-event/-'])
})

it('a changed price is on the page within a second', async () => {
  expect((await get('/profile/maya')).body).toContain('25.00')
  Object.assign(maya, { amount: '30.00', version: 2 })
  nowMs = 1000
  expect((await get('/profile/maya')).body).toContain('30.00')
})

it('a page under a former username leads to the present one, with its query, and browsers do not keep that', async () => {
  for (const [path, now] of [
    ['/profile/old-maya', '/profile/maya'],
    [
      '/profile/old-maya/?payment_intent=pi_1&redirect_status=succeeded',
      '/profile/maya?payment_intent=pi_1&redirect_status=succeeded',
    ],
    ['/stream/old-maya/openings', '/stream/maya/openings'],
  ] as const) {
    const { statusCode, headers } = await get(path)
    expect([statusCode, headers.location, headers['cache-control']]).toEqual([301, now, 'no-store'])
  }
})

it('a page that needs the database while that is away is an outage in words, not a broken page', async () => {
  away.error = Object.assign(new Error('the database system is starting up'), { code: '57P03' })
  const { statusCode, headers, body } = await get('/explore', { accept: 'text/html,*/*' })
  expect([statusCode, headers['retry-after'], headers['cache-control']]).toEqual([503, '5', 'no-store'])
  expect(body).toContain('Please try again in a few seconds')
  away.error = null
  expect((await get('/explore')).statusCode).toBe(200)
})

it('scripts run by their hash alone', async () => {
  const policy = (await get('/')).headers['content-security-policy'] as string
  const scripts = /script-src ([^;]+)/.exec(policy)?.[1] ?? ''
  expect(scripts.split(' ')).toHaveLength(3)
  expect(scripts).toMatch(/^'self' 'sha256-\S+' 'sha256-\S+'$/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("connect-src 'self' ws://localhost:3000")
})

it('a page goes out compressed, and not at all when the browser has it', async () => {
  const first = await get('/', { 'accept-encoding': 'gzip, br' })
  expect(first.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(first.rawPayload).toString()).toContain('run()')
  const again = await get('/', { 'if-none-match': String(first.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('a typeface may be loaded by the frame of the payment provider, a script may not', async () => {
  const font = await get('/assets/geist-1.woff2')
  expect(font.headers['access-control-allow-origin']).toBe('*')
  expect((await get('/assets/a-1.js')).headers['access-control-allow-origin']).toBeUndefined()
})

it('an unknown path is redirected', async () => {
  const answer = await get('/gone')
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/not-found-cover'])
})

it.each([
  ['/profile/100%', 400],
  ['/live-event/%E0%A4%A', 400],
  ['/%ff/', 400],
  ['//faq', 404],
])('a link that nobody can read, %s, leads a person to the page that says so', async (url, status) => {
  const answer = await get(url, { accept: 'text/html' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/not-found-cover'])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect((await get(url, { accept: 'application/json' })).statusCode).toBe(status)
})

it.each(['/api/parley/%ff/', '/pictures/%ff'])(
  'an address of the server that nobody can read, %s, is no page',
  async url => {
    expect((await get(url, { accept: 'text/html' })).statusCode).toBe(400)
  },
)

it.each(['/api/nothing', '/sandbox/nothing', '/pictures/x', '//evil.example/'])(
  'an unknown address of the server, %s, is no page',
  async url => {
    expect((await get(url)).statusCode).toBe(404)
    expect(seen).toEqual([])
  },
)

it('built files are sent as compressed at build time, for ever', async () => {
  const file = await get('/assets/a-1.js', { 'accept-encoding': 'br' })
  expect(file.headers['content-encoding']).toBe('br')
  expect(file.body).toBe('squeezed')
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await get('/assets/none.js')).statusCode).toBe(404)
  expect((await get('/favicon.svg')).statusCode).toBe(200)
})

it.each(['/assets/..%2f..%2fsecret.js', '/assets/%2e%2e/%2e%2e/secret.js', '/assets/..%5c..%5csecret.js'])(
  'nothing outside the built files can be read by %s',
  async url => {
    expect((await get(url)).body).not.toContain('secret-text')
  },
)

it('Explore is rendered by what is looked for, and by nothing else of the address', async () => {
  await get('/explore?q=chess&utm_source=mail&page=2')
  await get(`/explore?q=${'a'.repeat(500)}`)
  await get('/explore?utm_source=mail')
  expect(seen).toEqual(['/explore?q=chess&page=2', `/explore?q=${'a'.repeat(100)}`, '/explore'])
})

it('Explore without words is rendered once, until anything that it finds has changed; with words each time', async () => {
  for (let nth = 0; nth < 3; nth++) {
    await get('/explore?category=games')
    await get('/explore?q=chess')
    nowMs += 1000
  }
  expect(seen.toSorted()).toEqual(['/explore?category=games', ...Array(3).fill('/explore?q=chess')])
  everybody.version += 1
  nowMs += 1000
  await get('/explore?category=games')
  expect(seen.at(-1)).toBe('/explore?category=games')
})

it.each([
  ['/', 'indexed'],
  ['/profile/maya', 'indexed'],
  ['/explore?category=games', 'indexed'],
  ['/explore?q=chess', 'not indexed'],
  ['/login', 'not indexed'],
  ['/my-account', 'not indexed'],
  ['/prepaid/slug', 'not indexed'],
  ['/chat/slug', 'not indexed'],
  ['/_root.data', 'not indexed'],
])('%s is %s by search engines', async (path, indexing) => {
  const { headers } = await get(path)
  expect(headers['x-robots-tag']).toBe(indexing === 'indexed' ? undefined : 'noindex')
})

it('browsers ask for the worker and the offline page each time; the page may use its own style and script alone', async () => {
  const worker = (await get('/sw.js')).headers
  expect(worker['cache-control']).toBe('no-cache')
  expect(worker['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
  const { headers, body } = await get('/offline.html')
  expect(body).toContain('<style>')
  expect(headers['cache-control']).toBe('no-cache')
  const hash = createHash('sha256').update('p{}').digest('base64')
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
  const script = createHash('sha256').update('go()').digest('base64')
  expect(headers['content-security-policy']).toContain(`script-src 'sha256-${script}';`)
})

it('each reader has the page in their language, and each language is kept by itself', async () => {
  const languages = { fritz: 'de-DE,de;q=0.9', fred: 'en-GB' }
  for (const language of [languages.fritz, languages.fred, languages.fritz, languages.fred]) {
    const page = await app.inject({ url: '/faq', headers: { 'accept-language': language } })
    expect(page.body).toContain(`lang="${language.slice(0, 2)}"`)
  }
  expect(seen.filter(path => path === '/faq')).toHaveLength(2)
  const chosen = { 'accept-language': languages.fritz, cookie: 'parley_language=en' }
  const page = await app.inject({ url: '/faq', headers: chosen })
  expect(page.body).toContain('lang="en"')
  expect(String(page.headers.vary).split(', ')).toEqual(['accept-encoding', 'accept-language', 'cookie'])
})

it('a page that cannot be rendered says so in words, and a program reads the plain answer', async () => {
  const page = await get('/profile/broken', { accept: 'text/html,*/*' })
  expect([page.statusCode, page.headers['content-type']]).toEqual([500, 'text/html; charset=utf-8'])
  expect(page.body).toContain('This page is broken')
  expect(page.body).not.toContain('a bug')
  expect((await get('/profile/broken', { accept: '*/*' })).body).toBe('{"detail":"Something went wrong."}')
})
