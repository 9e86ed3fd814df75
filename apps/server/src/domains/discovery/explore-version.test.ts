import type { ExploreQuery, LiveEvent } from '@parley/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { COUNT_KEPT_MS } from './kept-counts.ts'
import { publicDataOf } from './public.ts'

const PEOPLE: ExploreQuery = { q: '', kind: 'influencers', page: 1, page_size: 20 }
const WITHIN = { timeout: 60_000, interval: 50 }
const EVENTS: ExploreQuery = { ...PEOPLE, kind: 'events' }

let testServer: TestServer
let ivy: TestPerson
let fan: TestPerson
let event: LiveEvent
beforeAll(async () => {
  testServer = await openTestServer()
  ivy = await testServer.influencer('ivy')
  fan = await testServer.fan('fan')
  event = await eventCaller(testServer).create(ivy, { title: 'Openings', capacity: 10 })
})
afterAll(() => testServer.close())

const pages = () => publicDataOf(testServer.server.domains.liveEvents)

test('a sold place changes the page of events, which shows how many are left, and no page of people', async () => {
  const { exploreVersion } = pages()
  const before = [await exploreVersion(PEOPLE), await exploreVersion(EVENTS)]
  await eventCaller(testServer).placeOf(fan, event)
  expect(await exploreVersion(PEOPLE)).toBe(before[0])
  expect(await exploreVersion(EVENTS)).not.toBe(before[1])
})

test('a new price, and a person who becomes private, change only the pages that show them', async () => {
  const { exploreVersion } = pages()
  const music = { ...PEOPLE, category: 'music' } as const
  const before = [await exploreVersion(PEOPLE), await exploreVersion(music)]
  const price = { main_session: { amount: '31.00' } }
  await testServer.call(ivy, `PATCH /api/influencer/${ivy.username}/`, price)
  const dearer = await exploreVersion(PEOPLE)
  expect(dearer).not.toBe(before[0])
  expect(await exploreVersion(music)).toBe(before[1])
  await testServer.call(ivy, 'PATCH /api/user/me/', { public_profile: false })
  expect(await exploreVersion(PEOPLE)).not.toBe(dearer)
})

test('without a change no result is read', async () => {
  const { exploreVersion } = pages()
  const results = await sentDuring(() => exploreVersion({ ...PEOPLE, page_size: 19 }))
  const version = results[0] ?? ''
  // Results are read again when a transaction of another database began or ended in the meantime, as those of tests
  // beside this one do.
  await vi.waitFor(async () => {
    const known = await sentDuring(() => exploreVersion({ ...PEOPLE, page_size: 19 }))
    expect(known).toContain(version)
    // Background work may send statements at the same moment.
    expect(known.filter(text => text !== version && results.includes(text))).toEqual([])
  }, WITHIN)
  expect(results.length).toBeGreaterThan(1)
})

test('a count from before a change is shown for some seconds only, and then read again without another change', async () => {
  const { explore, exploreVersion } = pages()
  const first = { ...PEOPLE, page_size: 1 }
  await testServer.influencer('early-comer')
  expect(await explore(first)).toMatchObject({ count: 1 })
  await testServer.influencer('late-comer')
  const early = await exploreVersion(first)
  expect(await exploreVersion(first)).toBe(early)
  testServer.clock.advance(COUNT_KEPT_MS / 1000)
  const late = await exploreVersion(first)
  expect(late).not.toBe(early)
  expect(await explore(first)).toMatchObject({ count: 2, results: [{ user: { username: 'late-comer' } }] })
  // Results are read again when a transaction of another test's database began or ended in the meantime. Without one no
  // count is read, however often the kept one is too old.
  await vi.waitFor(async () => {
    testServer.clock.advance(COUNT_KEPT_MS / 1000)
    const sent = await sentDuring(() => exploreVersion(first))
    // The rules of time read the table too, by one statement each second.
    expect(sent.filter(text => text.includes('live_events') && !text.startsWith('select array['))).toEqual([])
  }, WITHIN)
})

/** The texts of the statements that the server's pool sent during some work. */
async function sentDuring(work: () => Promise<unknown>): Promise<string[]> {
  const { pool } = testServer.server.database
  const sent: string[] = []
  const query = pool.query.bind(pool)
  const listen = (...args: unknown[]) => {
    const [first] = args as [string | { text: string }]
    sent.push(typeof first === 'string' ? first : first.text)
    return Reflect.apply(query, pool, args)
  }
  Object.assign(pool, { query: listen })
  await work().finally(() => Object.assign(pool, { query }))
  return sent
}
