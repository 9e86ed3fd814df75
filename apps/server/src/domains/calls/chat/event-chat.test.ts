import { type Crew, type LiveEvent, messages, type StaffStandingPerson } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openSocket, type SocketClient } from '../../../realtime/testing/socket-client.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { type RedisServer, startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { chatNews, newsWhere, receivesLine, refusal, say, texts } from '../testing/chat-client.ts'
import { holdTimers } from '../testing/held-timers.ts'

const FANS = ['ann', 'bob', 'cat'] as const
/** With a Redis two processes serve the event; without one a single process does. */
const hasRedis = findServerProgram('redis-server') !== null
let redis: RedisServer | undefined
let t: TestServer
let other: TestServer
let owner: TestPerson
let fans: TestPerson[]
let event: LiveEvent
const sockets: SocketClient[] = []

beforeAll(async () => {
  redis = hasRedis ? await startRedisServer() : undefined
  const env = redis ? { REDIS_URL: redis.url } : {}
  t = await openTestServer({ connections: 20, env })
  other = redis ? await t.openAnother({ env: { ...env, PUBLIC_ORIGIN: t.origin }, connections: 10 }) : t
  owner = await t.influencer('ivy')
  fans = []
  event = await eventCaller(t).create(owner, { duration: 600 })
  for (const name of FANS) {
    const fan = await t.fan(name)
    fans.push(fan)
    await eventCaller(t).placeOf(fan, event)
  }
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  if (other !== t) await other.close()
  await t.close()
  await redis?.close()
})

/** The owner and some viewers are on one process, the others on the other. */
async function enter(person: TestPerson, event: LiveEvent, server = t): Promise<SocketClient> {
  const socket = await eventCaller(server).watch(person, event)
  sockets.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  return socket
}

/** The owner and all viewers come again, with the rules as they are at first. */
async function crowd() {
  const [ann, bob, cat] = fans as [TestPerson, TestPerson, TestPerson]
  const host = await enter(owner, event)
  host.say({ type: 'moderate', act: 'rules', slow_seconds: 0, words: [] })
  return {
    ...{ host, people: { ann, bob, cat } },
    ann: await enter(ann, event),
    bob: await enter(bob, event, other),
    cat: await enter(cat, event, other),
  }
}

/** The lines that a socket received since it came, each once: after a moment without Redis all comes again. */
function fresh(client: SocketClient): string[] {
  const all = chatNews(client)
  const start = all.findIndex(news => news.from_start)
  const lines = new Map(
    all.slice(start + 1).flatMap(news => (news.lines ?? []).map(({ id, text }) => [id, text])),
  )
  for (const { id } of all[start]?.lines ?? []) lines.delete(id)
  return [...lines.values()]
}

describe('the chat of an event', () => {
  test('all read what one writes; links are refused whatever the owner says', async () => {
    const { host, ann, bob } = await crowd()
    say(ann, 'Hello all')
    for (const each of [host, bob])
      expect(await receivesLine(each, 'Hello all')).toMatchObject({ from: 'ann' })
    host.say({ type: 'moderate', act: 'rules', links: 'allowed' })
    await newsWhere(host, news => news.room !== undefined && !news.from_start)
    expect(await refusal(bob, say(bob, 'evil.com'))).toMatchObject({ why: 'link' })
  })

  test('slow mode holds over tabs and processes, for viewers alone', async () => {
    const { people, host, ann } = await crowd()
    host.say({ type: 'moderate', act: 'rules', slow_seconds: 60 })
    await newsWhere(ann, news => news.room?.slow_seconds === 60)
    say(ann, 'first')
    await receivesLine(host, 'first')
    const refused = await refusal(ann, say(ann, 'second'))
    expect(refused).toMatchObject({ why: 'slow' })
    expect(refused?.wait_seconds).toBeGreaterThan(30)
    const tab = await enter(people.ann, event, other)
    expect(await refusal(tab, say(tab, 'from another process'))).toMatchObject({ why: 'slow' })
    say(host, 'one')
    say(host, 'two')
    await receivesLine(tab, 'two')
    host.say({ type: 'moderate', act: 'rules', slow_seconds: 0 })
    await newsWhere(tab, news => news.room?.slow_seconds === 0 && !news.from_start)
    say(tab, 'fast again')
    await receivesLine(host, 'fast again')
    expect(fresh(host)).toEqual(['first', 'one', 'two', 'fast again'])
  })

  test('who is muted writes nothing for five minutes, by no tab and no process; what they wrote goes', async () => {
    const { people, host, ann, bob } = await crowd()
    say(bob, 'rude')
    const { id } = await receivesLine(ann, 'rude')
    host.say({ type: 'moderate', act: 'mute', line: id, until: 'soon' })
    expect((await newsWhere(ann, news => news.gone !== undefined)).gone).toEqual([id])
    expect(await refusal(bob, say(bob, 'more'))).toMatchObject({ why: 'muted' })
    const tab = await enter(people.bob, event)
    expect((await newsWhere(tab, news => news.from_start === true)).you?.muted_until).not.toBeNull()
    expect(texts(tab)).not.toContain('rude')
    expect(await refusal(tab, say(tab, 'by another process'))).toMatchObject({ why: 'muted' })
    t.clock.advance(5 * 60)
    const later = await enter(people.bob, event)
    say(later, 'sorry')
    const { id: sorry } = await receivesLine(host, 'sorry')
    host.say({ type: 'moderate', act: 'mute', line: sorry, until: 'end' })
    await newsWhere(later, news => news.you?.muted_until === 'end')
    t.clock.advance(3_600)
    expect(await refusal(later, say(later, 'still?'))).toMatchObject({ why: 'muted' })
    host.say({ type: 'moderate', act: 'unmute', username: 'bob' })
    await newsWhere(later, news => news.you?.muted_until === null && !news.from_start)
  })

  test('a moderator hides and mutes viewers, and nobody else; five at most, named by the owner', async () => {
    const { host, ann, bob, cat } = await crowd()
    say(ann, 'I help')
    say(cat, 'I am rude')
    const [help, rude] = [await receivesLine(host, 'I help'), await receivesLine(bob, 'I am rude')]
    bob.say({ type: 'moderate', act: 'hide', line: rude.id })
    expect(await refusal(bob, null)).toMatchObject({ why: 'not_yours' })
    host.say({ type: 'moderate', act: 'add_moderator', line: help.id })
    await newsWhere(ann, news => news.you?.role === 'moderator')
    ann.say({ type: 'moderate', act: 'hide', line: rude.id })
    expect((await newsWhere(cat, news => news.gone !== undefined)).gone).toEqual([rude.id])
    say(host, 'I am the host')
    const hosts = await receivesLine(ann, 'I am the host')
    ann.say({ type: 'moderate', act: 'mute', line: hosts.id, until: 'end' })
    expect(await refusal(ann, null)).toMatchObject({ why: 'not_yours' })
    for (const act of [
      { act: 'rules', is_on: false },
      { act: 'remove', line: hosts.id },
      { act: 'add_moderator', line: hosts.id },
    ])
      ann.say({ type: 'moderate', ...act })
    await expect
      .poll(() => ann.messages.filter(each => JSON.stringify(each).includes('not_yours')).length)
      .toBe(4)
    host.say({ type: 'moderate', act: 'remove_moderator', username: 'ann' })
    await newsWhere(ann, news => news.you?.role === 'member' && !news.from_start)
  })

  test('moderators are named before the event too, and one list holds those of both ways', async () => {
    const { people, host, ann, bob, cat } = await crowd()
    const path = `/api/parley/${event.slug}/event/crew/` as const
    const name = (who: TestPerson, moderators: string[]) => t.call<Crew>(who, `PUT ${path}`, { moderators })
    expect((await name(people.bob, ['bob'])).status).toBe(403)
    expect((await name(owner, ['nobody-here'])).status).toBe(400)
    expect((await name(owner, ['bob'])).status).toBe(200)
    await t.server.doDueWork()
    await newsWhere(bob, news => news.you?.role === 'moderator')
    say(cat, 'rude again')
    const rude = await receivesLine(bob, 'rude again')
    bob.say({ type: 'moderate', act: 'mute', line: rude.id, until: 'soon' })
    await newsWhere(cat, news => (news.you?.muted_until ?? null) !== null)
    say(ann, 'me too')
    host.say({ type: 'moderate', act: 'add_moderator', line: (await receivesLine(host, 'me too')).id })
    await newsWhere(ann, news => news.you?.role === 'moderator')
    expect((await t.call<Crew>(owner, `GET ${path}`)).body.moderators).toEqual(['ann', 'bob'])
    expect((await name(owner, [])).status).toBe(200)
    await t.server.doDueWork()
    for (const each of [ann, bob])
      await newsWhere(each, news => news.you?.role === 'member' && !news.from_start)
    host.say({ type: 'moderate', act: 'unmute', username: 'cat' })
    await newsWhere(cat, news => news.you?.muted_until === null && !news.from_start)
  })

  test('a sixth moderator is refused, from a line and in the form, until there is a place again', async () => {
    const { host, ann } = await crowd()
    const helpers = await Promise.all(Array.from({ length: 5 }, (_, n) => t.fan(`helper${n}`)))
    const five = helpers.map(({ username }) => username)
    const path = `/api/parley/${event.slug}/event/crew/` as const
    const name = (moderators: string[]) => t.call<Crew>(owner, `PUT ${path}`, { moderators })
    const named = async () => (await t.call<Crew>(owner, `GET ${path}`)).body.moderators
    expect((await name(five)).status).toBe(200)
    expect(await name([...five, 'ann'])).toMatchObject({
      status: 400,
      body: { moderators: [messages.tooManyModerators] },
    })
    say(ann, 'I would help too')
    const { id } = await receivesLine(host, 'I would help too')
    host.say({ type: 'moderate', act: 'add_moderator', line: id })
    expect(await refusal(host, null)).toEqual({ id: null, why: 'moderators_full' })
    expect(await named()).toEqual(five)
    expect((await name(five.slice(1))).status).toBe(200)
    host.say({ type: 'moderate', act: 'add_moderator', line: id })
    await newsWhere(ann, news => news.you?.role === 'moderator')
    expect(await named()).toEqual(['ann', ...five.slice(1)])
    expect((await name([])).status).toBe(200)
    await t.server.doDueWork()
    await newsWhere(ann, news => news.you?.role === 'member' && !news.from_start)
  })

  test('two of whom one has blocked the other do not read each other, now or later', async () => {
    const { people, host, ann, bob, cat } = await crowd()
    await t.call(people.ann, `POST /api/user/${people.bob.id}/block/`)
    say(bob, 'from bob')
    await receivesLine(cat, 'from bob')
    say(ann, 'from ann')
    await receivesLine(host, 'from ann')
    say(host, 'from the host')
    await Promise.all([receivesLine(ann, 'from the host'), receivesLine(bob, 'from the host')])
    expect(fresh(ann)).toEqual(['from ann', 'from the host'])
    expect(fresh(bob)).toEqual(['from bob', 'from the host'])
    const before = texts(await enter(people.ann, event)).filter(text => text.startsWith('from '))
    expect(before).toEqual(['from ann', 'from the host'])
    await t.call(people.ann, `DELETE /api/user/${people.bob.id}/block/`)
  })

  test('at most twenty lines of viewers a second reach a page, the owner’s and a moderator’s always, and each author their own', async () => {
    const full = await eventCaller(t).create(owner, { title: 'Full', duration: 600 })
    const [dan, eve] = [await t.fan('dan'), await t.fan('eve')]
    for (const each of [...fans, dan, eve]) await eventCaller(t).placeOf(each, full)
    const crew = `PUT /api/parley/${full.slug}/event/crew/` as const
    expect((await t.call(owner, crew, { moderators: ['eve'] })).status).toBe(200)
    const viewers = await Promise.all(fans.map(each => enter(each, full)))
    const [reader, moderator] = [await enter(dan, full), await enter(eve, full)]
    const host = await enter(owner, full)
    const lineEnds = holdTimers(250)
    say(host, 'welcome')
    const { id: welcome } = await receivesLine(host, 'welcome')
    /** Waits until all is done that one said: what nobody may do is refused after it. */
    const isDone = async (client: SocketClient) => {
      const refusals = () => chatNews(client).filter(({ refused }) => refused?.id === null).length
      const before = refusals()
      client.say({ type: 'moderate', act: 'mute', line: welcome, until: 'end' })
      await expect.poll(refusals).toBe(before + 1)
    }
    // Four quarters of a second are a second.
    for (let quarter = 0; quarter < 4; quarter++) {
      for (let n = 0; n < 5; n++)
        for (const [place, each] of viewers.entries()) say(each, `${FANS[place]} ${quarter} ${n}`)
      say(host, `host ${quarter}`)
      say(moderator, `moderator ${quarter}`)
      await Promise.all([...viewers, host, moderator].map(isDone))
      expect(lineEnds.count()).toBeGreaterThan(0)
      lineEnds.release()
      await Promise.all([...viewers, reader].map(each => receivesLine(each, `moderator ${quarter}`)))
    }
    const read = (client: SocketClient) => chatNews(client).flatMap(({ lines }) => lines ?? [])
    const fromOthers = (client: SocketClient) =>
      read(client).filter(({ role, own }) => role === 'member' && own === undefined)
    expect(fromOthers(reader)).toHaveLength(20)
    for (const [place, each] of viewers.entries()) {
      const own = read(each).filter(({ from }) => from === FANS[place])
      expect(own).toHaveLength(20)
      expect(fromOthers(each).length).toBeLessThanOrEqual(20)
    }
    for (const from of ['ivy', 'eve'])
      expect(read(reader).filter(line => line.from === from && line.id !== welcome)).toHaveLength(4)
  })

  test('what a viewer wrote goes when staff suspend them, from open pages and from later ones', async () => {
    const late = await t.fan('late-rude')
    await eventCaller(t).placeOf(late, event)
    const { host, ann, cat } = await crowd()
    const rude = await enter(late, event, other)
    say(ann, 'be kind')
    say(rude, 'threats')
    const { id } = await receivesLine(cat, 'threats')
    await receivesLine(host, 'threats')
    const desk = await staffMember(t, 'chat-desk', 'moderator')
    const path = `/api/staff/people/${late.id}/` as const
    const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
    const act = { reason: 'They threatened the host', version }
    expect((await t.call(desk.person, `POST ${path}suspend/`, act)).status).toBe(204)
    await expect
      .poll(
        async () => {
          await t.server.doDueWork()
          return [host, cat].map(each => chatNews(each).some(news => news.gone?.includes(id)))
        },
        { timeout: 20_000 },
      )
      .toEqual([true, true])
    const tab = await enter(owner, event)
    expect(texts(tab)).not.toContain('threats')
    expect(texts(tab)).toContain('be kind')
  })

  test('a viewer whom the owner removes is out, has the unseen money back, and comes back by no tab', async () => {
    const { people, host, ann, cat } = await crowd()
    const { pool } = t.server.database
    // The event began, and nothing of it was broadcast yet.
    await pool.query(`update live_events set state = 'live', begun_at = $2 where id = $1`, [
      event.id,
      t.clock.now(),
    ])
    await pool.query(`update session_requests set begun_at = $2 where live_event_id = $1`, [
      event.id,
      t.clock.now(),
    ])
    say(cat, 'rude')
    const { id } = await receivesLine(host, 'rude')
    host.say({ type: 'moderate', act: 'remove', line: id })
    await newsWhere(ann, news => news.gone?.includes(id) ?? false)
    await expect
      .poll(
        async () => {
          await t.server.doDueWork()
          await other.server.doDueWork()
          return (await eventCaller(t).ownPlace(people.cat, event)).body.payment?.status
        },
        { timeout: 60_000 },
      )
      .toBe('refunded')
    // The removal may have been written while the last round of work was ending: its refund was found, the rest was not
    // yet.
    await t.server.doDueWork()
    expect(await cat.closed).toBe(4403)
    const again = await eventCaller(t).watch(people.cat, event)
    sockets.push(again)
    expect(await again.closed).toBe(4403)
    expect(await t.breaches()).toEqual([])
  })
})

test('a report in a call takes the last lines along, and the desk reads them', async () => {
  const [ann] = fans as [TestPerson]
  const { slug } = await t.bookAndPay(ann, owner)
  const { staffMember } = await import('../../staff/testing/staff-member.ts')
  const socket = await openSocket(`${t.origin}/chat/${slug}/`, { t: `Bearer ${ann.access}` })
  sockets.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  say(socket, 'tamarillo one')
  say(socket, 'tamarillo two')
  await receivesLine(socket, 'tamarillo two')
  const stored = async () =>
    (await t.server.database.pool.query('select text from report_lines order by position')).rows.map(
      row => row.text,
    )
  expect(await stored()).toEqual([])
  const about = { kind: 'request', id: slug }
  const made = await t.call<{ id: string }>(ann, 'POST /api/reports/', {
    ...{ about, reason: 'harassment', text: 'They shouted', uuid: crypto.randomUUID() },
  })
  expect(made.status).toBe(201)
  expect(await stored()).toEqual(['tamarillo one', 'tamarillo two'])
  const desk = await staffMember(t, 'moddy', 'moderator')
  const seen = await t.call<{ lines: object[] }>(desk.person, `GET /api/staff/reports/${made.body.id}/`)
  expect(seen.body.lines).toMatchObject([
    { from: 'ann', text: 'tamarillo one' },
    { from: 'ann', text: 'tamarillo two' },
  ])
})

test('who gave a call away takes none of its lines into a report; who attends does', async () => {
  const [ann, bob] = fans as [TestPerson, TestPerson]
  const request = await t.bookAndPay(ann, owner)
  const { pool } = t.server.database
  await pool.query('update session_requests set attendee_id = $2 where id = $1', [request.id, bob.id])
  // The clock was moved: this logs in again.
  await t.call(bob, 'GET /api/user/me/')
  const socket = await openSocket(`${t.origin}/chat/${request.slug}/`, { t: `Bearer ${bob.access}` })
  sockets.push(socket)
  say(socket, 'quietly, between us')
  await receivesLine(socket, 'quietly, between us')
  const linesOfReportBy = async (by: TestPerson) => {
    const made = await t.call<{ id: string }>(by, 'POST /api/reports/', {
      ...{ about: { kind: 'request', id: request.id }, reason: 'harassment', text: 'They shouted' },
      uuid: crypto.randomUUID(),
    })
    expect(made.status).toBe(201)
    const stored = await pool.query('select text from report_lines where report_id = $1', [made.body.id])
    return stored.rows.map(row => row.text)
  }
  expect(await linesOfReportBy(ann)).toEqual([])
  expect(await linesOfReportBy(bob)).toEqual(['quietly, between us'])
})
