import type { EventQuestion, LiveEvent, QuestionList } from '@parley/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { apiCaller, type TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
let owner: TestPerson
let ann: TestPerson
let bob: TestPerson
let path: `/api/parley/${string}/event/questions/`
let made = 0
beforeAll(async () => {
  t = await openTestServer()
  owner = await t.influencer('ivy')
  ann = await t.fan('ann')
  bob = await t.fan('bob')
})
afterAll(() => t?.close())
beforeEach(async () => {
  const title = `Questions ${++made}`
  const event: LiveEvent = await eventCaller(t).create(owner, { duration: 600, title })
  for (const each of [ann, bob]) await eventCaller(t).placeOf(each, event)
  path = `/api/parley/${event.slug}/event/questions/`
})

const ask = (text: string, key?: string) =>
  apiCaller(t.origin, () => (key ? { 'idempotency-key': key } : {})).call<EventQuestion>(
    ann,
    `POST ${path}`,
    { text },
  )

test.each([
  ['no body', undefined],
  ['an empty body', {}],
])('a vote and an answer with %s are a yes', async (_name, body) => {
  const { id } = (await ask('Which opening first?')).body
  const voted = await t.call<EventQuestion>(bob, `POST ${path}${id}/vote/`, body)
  expect([voted.status, voted.body.voted, voted.body.votes]).toEqual([200, true, 1])
  const answered = await t.call<EventQuestion>(owner, `POST ${path}${id}/answer/`, body)
  expect([answered.status, answered.body.is_answered]).toEqual([200, true])
  const undone = await t.call<EventQuestion>(owner, `POST ${path}${id}/answer/`, { answered: false })
  expect([undone.status, undone.body.is_answered]).toEqual([200, false])
})

test('a question without a key is a new one each time, and one with the key in its header is asked once', async () => {
  const key = 'asked-by-header'
  const [first, again] = [await ask('Only once?', key), await ask('Only once?', key)]
  expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
  expect((await ask('Something else?', key)).status).toBe(409)
  for (let times = 0; times < 2; times++) expect((await ask('And once more?')).status).toBe(201)
  const { body } = await t.call<QuestionList>(ann, `GET ${path}`)
  expect(body.results.map(({ text }) => text)).toEqual(['Only once?', 'And once more?', 'And once more?'])
})
