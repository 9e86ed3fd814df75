import { HOUR_MS } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { publicDataOf } from './public.ts'

let testServer: TestServer
let pages: ReturnType<typeof publicDataOf>
beforeAll(async () => {
  testServer = await openTestServer()
  pages = publicDataOf(testServer.server.domains.liveEvents)
})
afterAll(() => testServer.close())

const shown = async () =>
  (await pages.onNow()).map(card => (card.kind === 'event' ? card.event.title : card.user.username))

test('the landing page shows the next dated events, then people who host none of them, at most six cards', async () => {
  const { create } = eventCaller(testServer)
  expect(await shown()).toEqual([])
  const hosts: TestPerson[] = []
  for (const name of ['ada', 'bob', 'cleo', 'dan', 'eve', 'fay', 'gus']) {
    hosts.push(await testServer.influencer(name))
  }
  const [ada, gus, fay] = [hosts[0], hosts[6], hosts[5]]
  if (!ada || !gus || !fay) throw new Error('nobody signed up')
  expect(await shown()).toEqual(['gus', 'fay', 'eve', 'dan', 'cleo', 'bob'])
  const before = await pages.onNowVersion()
  const inHours = (hours: number) =>
    new Date(testServer.clock.now().getTime() + hours * HOUR_MS).toISOString()
  await create(gus, { title: 'Later', starts_at: inHours(50) })
  await create(fay, { title: 'Sooner', starts_at: inHours(5) })
  await create(fay, { title: 'Some day' })
  expect(await shown()).toEqual(['Sooner', 'Later', 'eve', 'dan', 'cleo', 'bob'])
  const dated = await pages.onNowVersion()
  expect(dated).not.toBe(before)
  await testServer.call(ada, 'PATCH /api/influencer/ada/', { main_session: { amount: '31.00' } })
  // Her card is not among the six.
  expect(await pages.onNowVersion()).toBe(dated)
})

test('while the database is away the landing page has no cards, and a version of its own', async () => {
  const { pool } = testServer.server.database
  const query = pool.query.bind(pool)
  const refused = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
  Object.assign(pool, { query: refused })
  const found = Promise.all([pages.onNow(), pages.onNowVersion()])
  expect(await found.finally(() => Object.assign(pool, { query }))).toEqual([[], 'away'])
})
