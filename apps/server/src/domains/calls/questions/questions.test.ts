import type { EventQuestion, LiveEvent, QuestionList, QuestionNews } from '@parley/contract'
import { QUESTIONS_EVERY_MS } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { type RedisServer, startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, say } from '../testing/chat-client.ts'
import { holdTimers } from '../testing/held-timers.ts'

const SOON = { timeout: 60_000, interval: 200 }
const FANS = ['ann', 'bob', 'cat', 'dan'] as const
/** With a Redis two processes serve the event; without one a single process does. */
const hasRedis = findServerProgram('redis-server') !== null
let redis: RedisServer | undefined
let t: TestServer
let other: TestServer
let owner: TestPerson
let fans: Record<(typeof FANS)[number], TestPerson>
const sockets: SocketClient[] = []
let made = 0

beforeAll(async () => {
  redis = hasRedis ? await startRedisServer() : undefined
  const env = redis ? { REDIS_URL: redis.url } : {}
  t = await openTestServer({ connections: 20, env })
  other = redis ? await t.openAnother({ env: { ...env, PUBLIC_ORIGIN: t.origin }, connections: 10 }) : t
  owner = await t.influencer('ivy')
  const people = await Promise.all(FANS.map(async name => [name, await t.fan(name)] as const))
  fans = Object.fromEntries(people) as typeof fans
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  if (other !== t) await other.close()
  await t.close()
  await redis?.close()
})

/** An event of its own, with a paid place for each of these. */
async function eventFor(...people: TestPerson[]): Promise<LiveEvent> {
  const event = await eventCaller(t).create(owner, { duration: 600, title: `Questions ${++made}` })
  for (const each of people) await eventCaller(t).placeOf(each, event)
  return event
}

const pathOf = (event: LiveEvent) => `/api/parley/${event.slug}/event/questions/` as const
type Answered = EventQuestion & { detail?: string; text?: string | string[] }

const list = async (who: TestPerson, event: LiveEvent, server = t) =>
  server.call<QuestionList & { detail?: string }>(who, `GET ${pathOf(event)}`)
const ask = (
  who: TestPerson,
  event: LiveEvent,
  text: string,
  more: { uuid?: string; on?: TestServer } = {},
) =>
  (more.on ?? t).call<Answered>(who, `POST ${pathOf(event)}`, {
    text,
    uuid: more.uuid ?? crypto.randomUUID(),
  })
const vote = (who: TestPerson, event: LiveEvent, id: string, voted = true, server = t) =>
  server.call<Answered>(who, `POST ${pathOf(event)}${id}/vote/`, { voted })
const act = (who: TestPerson, event: LiveEvent, id: string, what: 'answer' | 'hide' | 'show') =>
  t.call<Answered>(
    who,
    `POST ${pathOf(event)}${id}/${what}/`,
    what === 'answer' ? { answered: true } : undefined,
  )
const votesOf = async (id: string) =>
  (
    await t.server.database.pool.query<{ votes: number; counted: number }>(
      `select votes, (select count(*)::int from question_votes where question_id = q.id) as counted
       from questions q where id = $1`,
      [id],
    )
  ).rows[0]

async function watch(person: TestPerson, event: LiveEvent, server = t): Promise<SocketClient> {
  const socket = await eventCaller(server).watch(person, event)
  sockets.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  return socket
}
const newsOf = (socket: SocketClient): QuestionNews[] =>
  socket.messages
    .filter(message => message.handler === 'MESSAGE_QUESTIONS')
    .map(message => message.payload as QuestionNews)
const receivesNews = (socket: SocketClient, passes: (news: QuestionNews) => boolean) =>
  socket.received('MESSAGE_QUESTIONS', message => passes(message.payload as QuestionNews))

describe('asking at an event', () => {
  test('all see what one asks, by name, those with the most votes first, one’s own and one’s votes marked', async () => {
    const { ann, bob, cat } = fans
    const event = await eventFor(ann, bob, cat)
    const first = (await ask(ann, event, '  Which opening\nfirst? ')).body
    expect(first).toMatchObject({ from: 'ann', text: 'Which opening first?', votes: 0, is_own: true })
    const second = (await ask(bob, event, 'And with black?')).body
    expect((await vote(cat, event, second.id)).body).toMatchObject({ votes: 1, voted: true })
    const seen = (await list(cat, event, other)).body
    expect(seen.results.map(({ text, votes, is_own, voted }) => [text, votes, is_own, voted])).toEqual([
      ['And with black?', 1, false, true],
      ['Which opening first?', 0, false, false],
    ])
    expect((await list(ann, event)).body).toMatchObject({ results: [{ voted: false }, { is_own: true }] })
    expect(seen).toMatchObject({ count: 2, next: null, previous: null })
    expect(JSON.stringify(seen)).not.toContain(ann.id)
    await act(owner, event, second.id, 'answer')
    expect((await list(ann, event)).body.results.map(each => [each.text, each.is_answered])).toEqual([
      ['Which opening first?', false],
      ['And with black?', true],
    ])
  })

  test.each([
    ['', 'text', 'Please write a question'],
    ['x'.repeat(281), 'text', 'Please use at most 280 characters'],
    ['why evil.com?', 'text', 'Links and addresses are not allowed here.'],
    ['call 0770 0900123?', 'text', 'Long numbers, such as phone numbers, are not allowed here.'],
  ])('%s is refused: %s, %s', async (text, field, sentence) => {
    const event = await eventFor(fans.ann)
    const refused = await ask(fans.ann, event, text)
    expect([refused.status, refused.body]).toEqual([400, { [field]: [sentence] }])
    expect((await list(fans.ann, event)).body.results).toEqual([])
    expect((await ask(fans.ann, event, '💜'.repeat(280))).status).toBe(201)
  })

  test('the words that the host refuses in the chat are refused here too', async () => {
    const event = await eventFor(fans.ann)
    const host = await watch(owner, event)
    host.say({ type: 'moderate', act: 'rules', words: ['spoiler'] })
    await newsWhere(host, news => news.room?.words?.length === 1)
    const refused = await ask(fans.ann, event, 'Is it a SPOILER?', { on: other })
    expect([refused.status, refused.body.text]).toEqual([
      400,
      ['The host does not want one of these words here.'],
    ])
  })

  test('a question that is sent again is asked once; its key asks nothing else', async () => {
    const { ann } = fans
    const [event, another] = [await eventFor(ann), await eventFor(ann)]
    const uuid = crypto.randomUUID()
    const answers = await Promise.all(
      [t, other, t, other].map(on => ask(ann, event, 'Only once?', { uuid, on })),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await ask(ann, event, 'Another?', { uuid })).status).toBe(409)
    expect((await ask(ann, another, 'Only once?', { uuid })).status).toBe(409)
    expect((await list(ann, event)).body.results).toHaveLength(1)
  })

  test('three of one person wait at most, by any number of tabs and processes; an answer makes room', async () => {
    const { ann } = fans
    const event = await eventFor(ann)
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(ann, event, `Question ${n}?`, { on: n % 2 ? t : other })),
    )
    const asked = answers.filter(({ status }) => status === 201)
    expect(asked).toHaveLength(3)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    expect((await list(ann, event)).body.results).toHaveLength(3)
    await act(owner, event, asked[0]?.body.id ?? '', 'answer')
    expect((await ask(ann, event, 'One more?')).status).toBe(201)
    expect((await ask(ann, event, 'And another?')).status).toBe(409)
  })
})

describe('votes', () => {
  test('a person has one for each question, by any number of tabs and processes, and takes it back', async () => {
    const { ann, bob, cat } = fans
    const event = await eventFor(ann, bob, cat)
    const { id } = (await ask(ann, event, 'How many?')).body
    const twelve = Array.from({ length: 12 }, (_, n) => (n % 2 ? t : other))
    await Promise.all([
      ...twelve.map(server => vote(bob, event, id, true, server)),
      ...twelve.map(server => vote(cat, event, id, true, server)),
    ])
    expect(await votesOf(id)).toEqual({ votes: 2, counted: 2 })
    const back = await Promise.all(twelve.map(server => vote(bob, event, id, false, server)))
    expect(back.every(({ status }) => status === 200)).toBe(true)
    expect(await votesOf(id)).toEqual({ votes: 1, counted: 1 })
    expect((await list(bob, event)).body.results[0]).toMatchObject({ votes: 1, voted: false })
  })

  test('an answered question keeps the votes it has, and the host has none', async () => {
    const { ann, bob } = fans
    const event = await eventFor(ann, bob)
    const { id } = (await ask(ann, event, 'Answered?')).body
    await vote(bob, event, id)
    expect((await vote(owner, event, id)).status).toBe(403)
    await act(owner, event, id, 'answer')
    expect((await vote(ann, event, id)).body).toMatchObject({ votes: 1, voted: false, is_answered: true })
    expect((await vote(bob, event, id, false)).body).toMatchObject({ votes: 1, voted: true })
    const again = await t.call<Answered>(owner, `POST ${pathOf(event)}${id}/answer/`, { answered: false })
    expect(again.body.is_answered).toBe(false)
    expect((await vote(ann, event, id)).body.votes).toBe(2)
  })

  test('a place that is paid back takes its votes and its open questions along; the person asks and votes no more', async () => {
    const { ann, bob, cat } = fans
    const event = await eventFor(ann, bob, cat)
    const others = (await ask(ann, event, 'From ann?')).body
    const own = (await ask(bob, event, 'From bob?')).body
    const answered = (await ask(bob, event, 'Answered, from bob?')).body
    await act(owner, event, answered.id, 'answer')
    await Promise.all([vote(bob, event, others.id), vote(cat, event, others.id), vote(cat, event, own.id)])
    const watching = await watch(cat, event, other)
    const place = (await eventCaller(t).ownPlace(bob, event)).body
    const cancelled = await t.call(bob, `POST /api/influencer/parley_requests/${place.id}/cancel/`)
    expect(cancelled.status).toBe(200)
    for (const refused of [
      await list(bob, event),
      await ask(bob, event, 'Still?'),
      await vote(bob, event, others.id),
    ])
      expect([refused.status, refused.body.detail]).toEqual([404, 'There is no such event'])
    await t.server.doDueWork()
    // On a busy machine the processes may lose each other, and the page is asked to fetch the questions.
    await receivesNews(watching, ({ gone, again }) => gone.includes(own.id) || again === true)
    expect(await votesOf(others.id)).toEqual({ votes: 1, counted: 1 })
    expect((await list(cat, event)).body.results.map(({ text }) => text)).toEqual([
      'From ann?',
      'Answered, from bob?',
    ])
  })
})

describe('whose it is', () => {
  test('nobody reads, asks or votes without a place; a question of another event is none of this one', async () => {
    const { ann, bob, cat } = fans
    const [event, another] = [await eventFor(ann), await eventFor(bob)]
    const { id } = (await ask(bob, another, 'At the other event?')).body
    for (const answer of [
      await list(bob, event),
      await ask(bob, event, 'Here?'),
      await vote(bob, event, id),
      await vote(cat, another, id),
      await vote(ann, event, id),
      await act(owner, event, id, 'answer'),
      await act(owner, event, id, 'hide'),
      await vote(ann, event, 'no-id'),
    ])
      expect(answer.status).toBe(404)
    expect((await list(ann, event)).body.results).toEqual([])
    expect(await votesOf(id)).toEqual({ votes: 0, counted: 0 })
    for (const what of ['answer', 'hide'] as const)
      expect((await act(bob, another, id, what)).status).toBe(403)
    expect((await eventCaller(t).bookPlace(cat, event)).status).toBe(201)
    expect((await list(cat, event)).status).toBe(402)
  })

  test('before a dated event opens and after it ended nothing is read or asked', async () => {
    const { ann } = fans
    const starts_at = new Date(t.clock.now().getTime() + 3_600_000).toISOString()
    const event = await eventCaller(t).create(owner, { title: `Later ${++made}`, duration: 600, starts_at })
    await eventCaller(t).placeOf(ann, event)
    expect((await ask(ann, event, 'Early?')).status).toBe(409)
    t.clock.advance(3_000)
    expect((await ask(ann, event, 'On time?')).status).toBe(201)
    await eventCaller(t).cancel(owner, event)
    expect((await list(owner, event)).status).toBe(409)
  })

  test('who is muted asks nothing, and what they asked goes; a hidden question is there for nobody', async () => {
    const { ann, bob } = fans
    const event = await eventFor(ann, bob)
    const [host, reader] = [await watch(owner, event), await watch(bob, event, other)]
    const writer = await watch(ann, event)
    const { id } = (await ask(ann, event, 'Rude?')).body
    say(writer, 'rude')
    const line = await receivesLine(host, 'rude')
    host.say({ type: 'moderate', act: 'mute', line: line.id, until: 'soon' })
    await receivesNews(reader, ({ gone }) => gone.includes(id))
    const refused = await ask(ann, event, 'Again?', { on: other })
    expect([refused.status, refused.body.detail]).toEqual([403, 'The host has muted you.'])
    expect((await list(bob, event)).body.results).toEqual([])
    const more = (await ask(bob, event, 'Something else?')).body
    expect((await act(owner, event, more.id, 'hide')).status).toBe(204)
    await receivesNews(reader, ({ gone }) => gone.includes(more.id))
    expect((await list(owner, event)).body.results).toEqual([])
    expect((await vote(bob, event, more.id)).status).toBe(404)
  })

  test('two of whom one has blocked the other do not read each other, in the list or as it changes', async () => {
    const { ann, bob, dan } = fans
    const event = await eventFor(ann, bob, dan)
    await t.call(ann, `POST /api/user/${bob.id}/block/`)
    const [apart, reader] = [await watch(bob, event, other), await watch(dan, event, other)]
    const { id } = (await ask(ann, event, 'From ann?')).body
    const own = (await ask(bob, event, 'From bob?')).body
    await receivesNews(apart, ({ changed }) => changed.some(each => each.id === own.id))
    await receivesNews(reader, ({ changed }) => changed.some(each => each.id === id))
    expect(JSON.stringify(newsOf(apart))).not.toContain('From ann?')
    expect((await list(bob, event)).body.results.map(({ text }) => text)).toEqual(['From bob?'])
    expect((await vote(bob, event, id)).status).toBe(404)
    await t.call(ann, `DELETE /api/user/${bob.id}/block/`)
  })
})

test('many votes are few messages, the same to all, on both processes', async () => {
  const { ann, bob, cat, dan } = fans
  const event = await eventFor(ann, bob, cat, dan)
  const here = [await watch(ann, event), await watch(bob, event)]
  const there = [await watch(cat, event, other), await watch(dan, event, other)]
  const { id } = (await ask(ann, event, 'How often?')).body
  const voters = [ann, bob, cat, dan]
  const rest = holdTimers(QUESTIONS_EVERY_MS)
  const before = newsOf(here[0] as SocketClient).length
  for (let n = 0; n < 40; n++) {
    const voter = voters[n % 4] ?? ann
    await vote(voter, event, id, Math.floor(n / 4) % 2 === 0, n % 2 ? t : other)
  }
  const { version } = (await vote(ann, event, id)).body
  const all = [...here, ...there]
  // A second that had begun before may end, and one more does not.
  for (const each of all) expect(newsOf(each).length).toBeLessThanOrEqual(before + 2)
  let seconds = 2
  await vi.waitFor(() => {
    if (rest.count() > 0) seconds++
    rest.release()
    for (const each of all)
      expect(newsOf(each).some(({ changed }) => changed.some(one => one.version === version))).toBe(true)
  }, SOON)
  for (const each of all) expect(newsOf(each).length).toBeLessThanOrEqual(before + seconds)
  expect(newsOf(here[0] as SocketClient)).toEqual(newsOf(here[1] as SocketClient))
  expect(version).toBe(42)
})

test('a day after it was asked a question is deleted, with its votes', async () => {
  const { ann } = fans
  const event = await eventFor(ann)
  const { id } = (await ask(ann, event, 'Until tomorrow?')).body
  await vote(ann, event, id)
  t.clock.advance(24 * 3_600 - 1)
  await t.server.domains.cleanUp()
  expect(await votesOf(id)).toEqual({ votes: 1, counted: 1 })
  t.clock.advance(2)
  await t.server.domains.cleanUp()
  expect(await votesOf(id)).toBeUndefined()
})

describe('a question that was hidden', () => {
  test('is shown again by the owner alone, with its votes, to everybody', async () => {
    const { ann, bob } = fans
    const event = await eventFor(ann, bob)
    const { id } = (await ask(ann, event, 'Hidden by mistake?')).body
    await vote(bob, event, id)
    const page = await watch(bob, event, other)
    expect((await act(owner, event, id, 'hide')).status).toBe(204)
    await receivesNews(page, ({ gone }) => gone.includes(id))
    expect((await act(ann, event, id, 'show')).status).toBe(403)
    expect((await act(owner, event, id, 'show')).body).toMatchObject({ text: 'Hidden by mistake?', votes: 1 })
    await receivesNews(page, ({ changed }) => changed.some(each => each.id === id))
    // Twice is the same as once.
    expect((await act(owner, event, id, 'show')).status).toBe(200)
    expect((await list(bob, event)).body.results.map(each => [each.id, each.voted])).toEqual([[id, true]])
  })
})

describe('a report of a question', () => {
  const report = (who: TestPerson, id: string) =>
    t.call<{ id?: string }>(who, 'POST /api/reports/', {
      about: { kind: 'question', id },
      ...{ reason: 'harassment', text: '', uuid: crypto.randomUUID() },
    })

  test('is made by the person who was at the event, also of one that is hidden; its words are kept for the desk', async () => {
    const { ann, bob, cat } = fans
    const event = await eventFor(ann, bob)
    const { id } = (await ask(ann, event, 'Why are you so ugly?')).body
    await act(owner, event, id, 'hide')
    // Attack: reading by reports what is asked where one has no place; and reporting oneself.
    for (const who of [cat, ann]) expect((await report(who, id)).status).toBe(404)
    expect((await report(bob, 'no-such-question')).status).toBe(404)
    for (const who of [bob, owner]) expect((await report(who, id)).status).toBe(201)
    const { rows } = await t.server.database.pool.query(
      'select reported_id, about_kind, facts from reports where about_id = $1',
      [id],
    )
    const kept = { reported_id: ann.id, about_kind: 'question', facts: { question: 'Why are you so ugly?' } }
    expect(rows).toEqual([kept, kept])
  })

  test('is made also by the person who had a paid place, and by nobody who only booked one', async () => {
    const { ann, bob, cat } = fans
    const event = await eventFor(ann, bob)
    const { id } = (await ask(ann, event, 'Why are you so ugly?')).body
    expect((await eventCaller(t).bookPlace(cat, event)).status).toBe(201)
    const { pool } = t.server.database
    const refunded = `update session_requests set payment_status = 'refunded' where live_event_id = $1 and buyer_id = $2`
    await pool.query(refunded, [event.id, bob.id])
    expect((await report(cat, id)).status).toBe(404)
    expect((await report(bob, id)).status).toBe(201)
  })
})
