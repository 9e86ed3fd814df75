import {
  type CreatedUser,
  type Influencer,
  type LiveEvent,
  type Page,
  pence,
  seconds,
} from '@parley/contract'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { call, signUpInfluencer } from '../../testing/people.ts'
import { peopleOfFile } from '../../testing/people-of-file.ts'
import { liveEvents } from './tables.ts'

const server = peopleOfFile()
let star: CreatedUser

beforeAll(async () => {
  star = await signUpInfluencer(server.app, 'star')
  await signUpInfluencer(server.app, 'other')
  const states = ['scheduled', 'live', 'ended', 'cancelled', 'scheduled'] as const
  for (const [i, state] of states.entries()) {
    const at = new Date(server.clock.now().getTime() + i * 1000)
    await server.database.db.insert(liveEvents).values({
      id: newId(),
      slug: `event-${i}`,
      uuid: `event-${i}`,
      influencerId: star.id,
      title: `Event ${i}`,
      description: 'A talk about openings',
      pricePence: pence(550),
      durationSeconds: seconds(3600),
      durationDisplay: 2,
      state,
      ending: state === 'ended' ? ('served' as const) : state === 'cancelled' ? state : null,
      createdAt: at,
      updatedAt: at,
    })
  }
})

const list = (path: string, as: CreatedUser | null = null) =>
  call<Page<LiveEvent>>(server.app, { method: 'GET', url: `/api/parley/${path}`, as })

test('events that are to come or live are listed, the newest first', async () => {
  const { status, body } = await list('star/live_events/')
  expect(status).toBe(200)
  expect(body).toMatchObject({ count: 3, next: null, previous: null })
  expect(body.results.map(event => event.title)).toEqual(['Event 4', 'Event 1', 'Event 0'])
  expect(body.results[0]).toMatchObject({
    slug: 'event-4',
    amount: '5.50',
    duration: 3600,
    duration_display: 2,
    influencer: { user: { id: star.id, username: 'star' } },
  })
  const page = await call<Influencer>(server.app, { method: 'GET', url: '/api/parley/star/' })
  expect(page.body.virtual_events).toEqual(body.results)
})

test('a long list comes in pages', async () => {
  const { body } = await list('star/live_events/?page_size=2')
  expect(body.results).toHaveLength(2)
  const next = await call<Page<LiveEvent>>(server.app, { method: 'GET', url: String(body.next) })
  expect(next.body.results.map(event => event.title)).toEqual(['Event 0'])
  expect(next.body).toMatchObject({ next: null, previous: expect.stringContaining('page=1') })
  // An event that came before the second page was asked for leaves none out and shows none twice.
  const { db } = server.database
  const first = eq(liveEvents.slug, 'event-4')
  await db.update(liveEvents).set({ state: 'cancelled', ending: 'cancelled' }).where(first)
  const again = await call<Page<LiveEvent>>(server.app, { method: 'GET', url: String(body.next) })
  expect(again.body.results.map(event => event.title)).toEqual(['Event 0'])
  await db.update(liveEvents).set({ state: 'scheduled', ending: null }).where(first)
  expect((await list('star/live_events/?page_size=101')).status).toBe(400)
  expect((await list('star/live_events/?page=0')).status).toBe(400)
})

test('the list of a person without events is empty, and an unknown person has no list', async () => {
  expect((await list('other/live_events/')).body).toMatchObject({ count: 0, results: [] })
  expect((await list('nobody/live_events/')).status).toBe(404)
})

test('only the owner sees the events of a private profile', async () => {
  const json = { public_profile: false }
  await call(server.app, { method: 'PATCH', url: '/api/user/me/', as: star, json })
  expect((await list('star/live_events/')).status).toBe(404)
  expect((await list('star/live_events/', star)).status).toBe(200)
})
