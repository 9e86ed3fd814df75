import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BudgetServer, openBudgetServer } from './testing/growth/budget-server.ts'

let server: BudgetServer
beforeAll(async () => {
  server = await openBudgetServer({ pages: 'served' })
}, 240_000)
afterAll(() => server.close())

interface PageBudget {
  name: string
  /** Another address at each try, for a page that is rendered. */
  path: (nth: number) => `/${string}`
  status?: number
  queries: number
  /** Compressed by Brotli, as browsers get it. */
  bytes: number
  /** The script in the page itself, compressed alone. */
  scriptBytes: number
}

/** What one view costs, and a tenth more bytes. A number goes up only with a reason. */
const PAGES: PageBudget[] = [
  // Its script has the data of the cards of people and events, and what moves the pitch without the page's code.
  { name: 'the landing page', path: () => '/', queries: 0, bytes: 15_500, scriptBytes: 3_950 },
  { name: 'the FAQ', path: () => '/faq', queries: 0, bytes: 8_500, scriptBytes: 2_150 },
  {
    name: 'Explore, rendered',
    path: nth => `/explore?page=${nth}`,
    queries: 9,
    bytes: 11_500,
    scriptBytes: 3_600,
  },
  { name: 'Explore, kept', path: () => '/explore', queries: 0, bytes: 11_100, scriptBytes: 3_600 },
  {
    name: 'a profile, rendered',
    path: nth => `/profile/user${10 + nth}`,
    // Those who hold an event have its places counted.
    queries: 7,
    bytes: 11_000,
    scriptBytes: 3_350,
  },
  { name: 'a profile, kept', path: () => '/profile/user10', queries: 0, bytes: 11_000, scriptBytes: 3_350 },
  {
    name: 'an event, rendered',
    path: nth => `/live-event/event-${5 * nth}`,
    queries: 10,
    bytes: 10_500,
    scriptBytes: 3_050,
  },
  {
    name: 'an event, kept',
    path: () => '/live-event/event-1',
    queries: 0,
    bytes: 10_500,
    scriptBytes: 3_050,
  },
  // Its code starts at once.
  {
    name: 'an address that is none',
    path: () => '/there/is/nothing',
    status: 404,
    queries: 0,
    bytes: 9_000,
    scriptBytes: 2_150,
  },
]

const SCRIPT = /<script[^>]*>([\s\S]*?)<\/script>/g

test.each(PAGES)(
  '$name stays within $queries queries, $bytes bytes and $scriptBytes bytes of script',
  async page => {
    // What a process reads once, and a kept page's first rendering, is no part of it.
    await (await fetch(server.origin + page.path(0))).text()
    const { done, sent } = await server.leastOf(
      async nth => {
        const answer = await fetch(server.origin + page.path(nth), { headers: { 'accept-encoding': 'br' } })
        return { answer, html: await answer.text() }
      },
      { queriesAtMost: page.queries, tries: 4 },
    )
    const { answer, html } = done
    expect(answer.status).toBe(page.status ?? 200)
    expect(answer.headers.get('content-encoding')).toBe('br')
    const script = [...html.matchAll(SCRIPT)].map(([, text]) => text).join('')
    const found = {
      queries: sent.length,
      bytes: Number(answer.headers.get('content-length')),
      scriptBytes: brotliCompressSync(script).byteLength,
    }
    expect(found.bytes).toBeGreaterThan(5_000)
    expect(found.queries, JSON.stringify(found)).toBeLessThanOrEqual(page.queries)
    expect(found.bytes, JSON.stringify(found)).toBeLessThanOrEqual(page.bytes)
    expect(found.scriptBytes, JSON.stringify(found)).toBeLessThanOrEqual(page.scriptBytes)
  },
)

test('the sheet of all styles, which a browser keeps, stays within 24500 bytes', async () => {
  const page = await (await fetch(`${server.origin}/there/is/nothing`)).text()
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(page) ?? []
  const answer = await fetch(server.origin + href, { headers: { 'accept-encoding': 'br' } })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  const bytes = Number(answer.headers.get('content-length'))
  expect(bytes).toBeGreaterThan(5_000)
  expect(bytes).toBeLessThanOrEqual(24_500)
})
