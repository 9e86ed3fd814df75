import type { ExploreCard, Page, Slots } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { publicDataOf } from './public.ts'

const ALL_DAY = [{ from: '00:00', to: '24:00' }]
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const PEOPLE = { q: '', kind: 'influencers', page: 1, page_size: 20 } as const

let testServer: TestServer
let fan: TestPerson
const queries = recordQueries()
beforeAll(async () => {
  testServer = await openTestServer()
  fan = await testServer.fan('fan')
})
afterAll(async () => {
  queries.stop()
  await testServer.close()
})

/** An influencer who offers times. */
async function offering(name: string, hours: Record<string, unknown> = {}): Promise<TestPerson> {
  const host = await testServer.influencer(name)
  const weekly = Object.fromEntries(WEEKDAYS.map(day => [day, ALL_DAY]))
  const settings = {
    mode: 'offered',
    zone: 'Europe/London',
    weekly,
    step: 60,
    notice: 60,
    version: 0,
    ...hours,
  }
  await testServer.call(host, 'PUT /api/influencer/me/availability/', settings)
  return host
}

const nextFree = async () => {
  const { body } = await testServer.call<Page<ExploreCard>>(null, 'GET /api/explore/')
  return Object.fromEntries(
    body.results.flatMap(card => (card.kind === 'influencer' ? [[card.user.username, card.next_free]] : [])),
  )
}
const nextSlot = async ({ username }: TestPerson) =>
  (await testServer.call<Slots>(null, `GET /api/parley/${username}/slots/`)).body.next_slot?.start ?? null

test('a card shows the next free time that the profile shows; a sold time is on it no more', async () => {
  const tom = await offering('tom')
  await offering('far', { weekly: { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] } })
  await offering('few', { daily_limit: 2 })
  await testServer.influencer('free')
  const first = await nextSlot(tom)
  expect(first).not.toBeNull()
  expect(await nextFree()).toEqual({ tom: first, far: null, few: null, free: null })
  const { exploreVersion } = publicDataOf(testServer.server.domains.liveEvents)
  const before = await exploreVersion(PEOPLE)
  await testServer.book(fan, tom, { slot: first })
  const second = await nextSlot(tom)
  expect(second).not.toBe(first)
  expect((await nextFree()).tom).toBe(second)
  await testServer.advance(60)
  // The kept page is at most a minute old.
  expect(await exploreVersion(PEOPLE)).not.toBe(before)
})

test('the next times of a page of cards cost one statement, however many people offer times', async () => {
  const count = async () => {
    await nextFree()
    queries.take()
    await nextFree()
    return queries.take().filter(({ text }) => text.includes('"availability"')).length
  }
  expect(await count()).toBe(1)
  for (const name of ['one', 'two', 'three', 'four']) await offering(name)
  expect(await count()).toBe(1)
})
