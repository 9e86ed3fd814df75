import type { EventQuestion, LiveEvent, QuestionList } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, say } from '../testing/chat-client.ts'

let t: TestServer
let owner: TestPerson
let ann: TestPerson
let bob: TestPerson
let made = 0
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
  owner = await t.influencer('ivy')
  ann = await t.fan('ann')
  bob = await t.fan('bob')
})
afterAll(() => t.close())

type Answered = EventQuestion & { detail?: string }

async function eventForBoth(): Promise<LiveEvent> {
  const event = await eventCaller(t).create(owner, { duration: 600, title: `Races ${++made}` })
  for (const each of [ann, bob]) await eventCaller(t).placeOf(each, event)
  return event
}
const pathOf = (event: LiveEvent) => `/api/parley/${event.slug}/event/questions/` as const
const ask = (who: TestPerson, event: LiveEvent, text: string) =>
  t.call<Answered>(who, `POST ${pathOf(event)}`, { text, uuid: crypto.randomUUID() })
const textsFor = async (who: TestPerson, event: LiveEvent) =>
  (await t.call<QuestionList>(who, `GET ${pathOf(event)}`)).body.results.map(({ text }) => text)

/** Holds what the request needs last, does something else in the meantime, and lets the request continue. */
async function during<T>(
  held: { text: string; values: unknown[] },
  request: () => Promise<T>,
  inBetween: () => Promise<unknown>,
): Promise<T> {
  const client = await t.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query(held.text, held.values)
    const answer = request()
    const waiting = `select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    const others = async () =>
      (await t.server.database.pool.query<{ waiting: number }>(waiting)).rows[0]?.waiting
    await expect.poll(others, { timeout: 60_000 }).toBe(1)
    await inBetween()
    await client.query('commit')
    return await answer
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const askerOf = ({ id }: TestPerson) => ({
  text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))',
  values: [`asker:${id}`],
})

async function giveBack(who: TestPerson, event: LiveEvent): Promise<void> {
  const place = (await eventCaller(t).ownPlace(who, event)).body
  const cancelled = await t.call(who, `POST /api/influencer/parley_requests/${place.id}/cancel/`)
  expect(cancelled.status).toBe(200)
}

test('who is muted while their question is on its way has not asked it', async () => {
  const event = await eventForBoth()
  const [host, writer] = [await eventCaller(t).watch(owner, event), await eventCaller(t).watch(ann, event)]
  say(writer, 'rude')
  const { id: line } = await receivesLine(host, 'rude')
  const answer = await during(
    askerOf(ann),
    () => ask(ann, event, 'In time?'),
    async () => {
      host.say({ type: 'moderate', act: 'mute', line, until: 'end' })
      await newsWhere(writer, news => news.you?.muted_until === 'end')
    },
  )
  expect([answer.status, answer.body.detail]).toEqual([403, 'The host has muted you.'])
  expect(await textsFor(bob, event)).toEqual([])
  for (const { socket } of [host, writer]) socket.close()
})

test('who gives their place back while their question is on its way has not asked it', async () => {
  const event = await eventForBoth()
  const answer = await during(
    askerOf(ann),
    () => ask(ann, event, 'For nothing?'),
    () => giveBack(ann, event),
  )
  expect([answer.status, answer.body.detail]).toEqual([404, 'There is no such event'])
  expect(await textsFor(bob, event)).toEqual([])
})

test('a vote that is on its way while its place is given back counts nowhere', async () => {
  const event = await eventForBoth()
  const { id } = (await ask(bob, event, 'How many?')).body
  const row = { text: 'select from questions where id = $1 for update', values: [id] }
  const vote = () => t.call<Answered>(ann, `POST ${pathOf(event)}${id}/vote/`, { voted: true })
  const answer = await during(row, vote, () => giveBack(ann, event))
  expect([answer.status, answer.body.detail]).toEqual([404, 'There is no such event'])
  const { rows } = await t.server.database.pool.query(
    'select votes, (select count(*)::int from question_votes where question_id = id) as counted from questions where id = $1',
    [id],
  )
  expect(rows).toEqual([{ votes: 0, counted: 0 }])
})

test('a vote is taken back question first, so that it and the end of a place do not wait for each other', async () => {
  const event = await eventForBoth()
  const { id } = (await ask(bob, event, 'How many?')).body
  const vote = (voted: boolean) => t.call<Answered>(ann, `POST ${pathOf(event)}${id}/vote/`, { voted })
  expect((await vote(true)).body.votes).toBe(1)
  // As what ends a place does it: it has the question, and wants the vote next.
  const row = { text: 'select from questions where id = $1 for update', values: [id] }
  const free = 'select from question_votes where question_id = $1 for update skip locked'
  let votesFree: number | null = null
  const answer = await during(
    row,
    () => vote(false),
    async () => {
      votesFree = (await t.server.database.pool.query(free, [id])).rowCount
    },
  )
  expect(votesFree).toBe(1)
  expect([answer.status, answer.body.votes, answer.body.voted]).toEqual([200, 0, false])
})
