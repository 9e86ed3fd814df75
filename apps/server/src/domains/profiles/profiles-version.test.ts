import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'
import { profilesVersion } from './profiles-version.ts'

let testServer: TestServer
let ivy: TestPerson
let fan: TestPerson
beforeAll(async () => {
  testServer = await openTestServer({ connections: 6 })
  ivy = await testServer.influencer('ivy')
  fan = await testServer.fan('fan')
})
afterAll(() => testServer.close())

const version = () => profilesVersion(testServer.server.database.db)

async function connection() {
  const client = await testServer.server.database.pool.connect()
  const touch = (username: string) =>
    client.query(
      'update profiles set version = version + 1 where user_id = (select id from users where username = $1)',
      [username],
    )
  return { client, touch }
}

test('the version does not change while no profile changes, whatever is booked for private calls', async () => {
  // The version also names running transactions of other databases.
  const newest = async () => (await version()).split(' ')[0]
  const before = await newest()
  await testServer.bookAndPay(fan, ivy)
  expect(await newest()).toBe(before)
})

test.each<[string, () => Promise<unknown>]>([
  ['a new influencer', () => testServer.influencer('new-here')],
  [
    'a new price',
    () =>
      testServer.call(ivy, `PATCH /api/influencer/${ivy.username}/`, { main_session: { amount: '31.00' } }),
  ],
  ['a new event', () => eventCaller(testServer).create(ivy, { title: 'Openings' })],
  ['a profile that is hidden', () => testServer.call(ivy, 'PATCH /api/user/me/', { public_profile: false })],
])('%s makes it another one', async (_what, change) => {
  const before = await version()
  await change()
  expect(await version()).not.toBe(before)
})

test('deleting an account changes the version, which never gets an old value again', async () => {
  const leaving = await testServer.influencer('leaving')
  const seen = [await version()]
  const { client } = await connection()
  await client.query('delete from profiles where user_id = (select id from users where username = $1)', [
    leaving.username,
  ])
  client.release()
  seen.push(await version())
  await testServer.influencer('after-that')
  seen.push(await version())
  expect(new Set(seen).size).toBe(3)
})

test('a change that began first and committed last changes the version, although a newer change was seen before', async () => {
  await testServer.influencer('early')
  await testServer.influencer('late')
  const [early, late] = [await connection(), await connection()]
  await early.client.query('begin')
  await early.touch('early')
  await late.touch('late')
  const between = await version()
  await early.client.query('commit')
  expect(await version()).not.toBe(between)
  for (const { client } of [early, late]) client.release()
})

test('changes are seen in a database that was restored from an older one and has transaction ids of the future', async () => {
  const { client, touch } = await connection()
  await client.query(`update profile_changes set changed_in = '999999999999' where user_id <> $1`, [ivy.id])
  const before = await version()
  await touch('early')
  const after = await version()
  expect(after).not.toBe(before)
  await touch('early')
  expect(await version()).not.toBe(after)
  client.release()
})
