import type { ExploreCard, Page } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { recordQueries } from '../../testing/growth/record-queries.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../testing/test-server.ts'

/** A page of Explore reads up to so many people whom a block separates from its reader. */
const APART_READ_MAX = 100

let t: TestServer
let star: TestPerson
const queries = recordQueries()
beforeAll(async () => {
  t = await openTestServer()
  star = await t.influencer('apart-star')
  for (const name of ['apart-ann', 'apart-bob', 'apart-cid']) {
    const person = await t.influencer(name)
    await eventCaller(t).create(person, { title: `Openings of ${name}` })
    if (name !== 'apart-cid') continue
    await t.call(person, `POST /api/user/${star.id}/block/`)
  }
})
afterAll(async () => {
  queries.stop()
  await t?.close()
})

/** What the star finds, and the longest list of people that a statement got. */
async function found(query: string) {
  queries.take()
  const { body } = await t.call<Page<ExploreCard>>(star, `GET /api/explore/?${query}`)
  const sent = queries.take()
  const lists = sent.flatMap(({ values }) => values.filter(Array.isArray).map(value => value.length))
  const names = body.results.map(card =>
    card.kind === 'event' ? card.event.influencer.user.username : card.user.username,
  )
  return { names: names.sort(), count: body.count, mostPeople: Math.max(0, ...lists) }
}

const PEOPLE = ['apart-ann', 'apart-bob', 'apart-star']
const SEARCHES: [string, string[]][] = [
  ['', PEOPLE],
  ['page_size=1&page=4', []],
  ['q=apart', PEOPLE],
  ['kind=events', ['apart-ann', 'apart-bob']],
  ['kind=events&q=openings', ['apart-ann', 'apart-bob']],
]

async function findAll(): Promise<number> {
  let most = 0
  for (const [query, names] of SEARCHES) {
    const answer = await found(query)
    expect(answer, query).toMatchObject({ names, count: names.length || PEOPLE.length })
    most = Math.max(most, answer.mostPeople)
  }
  return most
}

test('who is apart from the reader is not found, and a page reads no list of thousands who blocked them', async () => {
  await findAll()
  await t.server.database.pool.query(
    `with made as (
       insert into users select u.* from users s, generate_series(1, 600) n, jsonb_populate_record(s, jsonb_build_object(
         'id', gen_random_uuid(), 'username', 'rival-' || n, 'email', 'rival-' || n || '@example.org')) u
       where s.id = $1 returning id)
     insert into blocks (blocker_id, blocked_id, created_at) select id, $1, now() from made`,
    [star.id],
  )
  expect(await findAll()).toBeLessThanOrEqual(APART_READ_MAX)
})
