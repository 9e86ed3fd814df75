import type { ExploreQuery, LiveEvent } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { publicDataOf } from './public.ts'

const PEOPLE: ExploreQuery = { q: '', kind: 'influencers', page: 1, page_size: 20 }
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
}, 60_000)
afterAll(() => testServer.close())

const pages = () => publicDataOf(testServer.server.domains.liveEvents)

test('a place that is sold changes the page of events, which shows how many are left, and no page of people', async () => {
  const { exploreVersion } = pages()
  const before = [await exploreVersion(PEOPLE), await exploreVersion(EVENTS)]
  await eventCaller(testServer).placeOf(fan, event)
  expect(await exploreVersion(PEOPLE)).toBe(before[0])
  expect(await exploreVersion(EVENTS)).not.toBe(before[1])
})

test('a price and a person who hides change the pages that show them, and no other', async () => {
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

test('while nothing has changed no result is read', async () => {
  const { exploreVersion } = pages()
  await exploreVersion(PEOPLE)
  const { pool } = testServer.server.database
  const asked: unknown[] = []
  const query = pool.query.bind(pool)
  const listen = (...args: unknown[]) => {
    asked.push(args[0])
    return Reflect.apply(query, pool, args)
  }
  Object.assign(pool, { query: listen })
  await exploreVersion(PEOPLE).finally(() => Object.assign(pool, { query }))
  expect(asked).toHaveLength(1)
})
