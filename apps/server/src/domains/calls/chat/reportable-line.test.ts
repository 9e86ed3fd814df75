import {
  CHAT_LINES_KEPT,
  type LiveEvent,
  messages,
  type Page,
  type StaffCase,
  type StaffReport,
} from '@parley/contract'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'
import { newsWhere, receivesLine, say } from '../testing/chat-client.ts'

let t: TestServer
let event: LiveEvent
const people: Record<'owner' | 'rude' | 'reader' | 'stranger', TestPerson> = {} as never
const sockets: SocketClient[] = []
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
  people.owner = await t.influencer('line-owner')
  event = await eventCaller(t).create(people.owner, { duration: 600 })
  for (const name of ['rude', 'reader', 'stranger'] as const) people[name] = await t.fan(`line-${name}`)
  for (const fan of [people.rude, people.reader]) await eventCaller(t).placeOf(fan, event)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const { socket } of sockets.splice(0)) socket.close()
})
afterAll(() => t?.close())

async function enter(person: TestPerson): Promise<SocketClient> {
  const socket = await eventCaller(t).watch(person, event)
  sockets.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  return socket
}
const report = (by: TestPerson, id: string, uuid: string = crypto.randomUUID()) =>
  t.call<{ id: string }>(by, 'POST /api/reports/', {
    ...{ about: { kind: 'line', id }, reason: 'harassment', uuid },
  })
const stored = async () =>
  (await t.server.database.pool.query('select about_id, reported_id, facts from reports order by id')).rows

test('a line of an event is reported by the person who was there, with its words and no other; a hidden one, one’s own and one elsewhere are not', async () => {
  const { owner, rude, reader, stranger } = people
  const [host, author, viewer] = [await enter(owner), await enter(rude), await enter(reader)]
  say(author, 'You are all so stupid')
  const { id: line } = await receivesLine(viewer, 'You are all so stupid')
  say(author, 'Said beside it')
  const { id: beside } = await receivesLine(viewer, 'Said beside it')
  const id = `${event.slug}:${line}`
  // Attack: reading by reports what is written where one has no place; and reporting oneself.
  for (const who of [stranger, rude]) expect((await report(who, id)).status).toBe(404)
  for (const wrong of [line, `${event.slug}:${event.id}`, `no-such-event:${line}`, `${event.id}:${line}`])
    expect((await report(reader, wrong)).status).toBe(404)
  expect(await stored()).toEqual([])
  const uuid = crypto.randomUUID()
  const made = await report(reader, id, uuid)
  expect(made.status).toBe(201)
  const kept = { about_id: line, reported_id: rude.id, facts: { line: 'You are all so stupid' } }
  expect(await stored()).toEqual([kept])
  expect((await t.server.database.pool.query('select 1 from report_lines')).rowCount).toBe(0)

  // What the owner hid is read by nobody any more, and so by no report either; the report of before has its words.
  host.say({ type: 'moderate', act: 'hide', line: beside })
  await newsWhere(viewer, news => news.gone?.includes(beside) ?? false)
  expect((await report(reader, `${event.slug}:${beside}`)).status).toBe(404)
  host.say({ type: 'moderate', act: 'hide', line })
  await newsWhere(viewer, news => news.gone?.includes(line) ?? false)
  expect((await report(owner, id)).status).toBe(404)
  // Whose first answer was lost asks again: it is answered as the first, and not under another line's id.
  expect(await report(reader, id, uuid)).toMatchObject({ status: 201, body: made.body })
  expect((await report(reader, `${event.slug}:${beside}`, uuid)).status).toBe(409)
  expect(await stored()).toEqual([kept])

  const desk = await staffMember(t, 'line-desk', 'moderator')
  const listed = await t.call<Page<StaffReport>>(desk.person, 'GET /api/staff/reports/')
  expect(listed.body.results).toMatchObject([{ about: 'line', reported: { username: 'line-rude' } }])
  const seen = await t.call<StaffCase>(desk.person, `GET /api/staff/reports/${made.body.id}/`)
  expect(seen.body).toMatchObject({ facts: { line: 'You are all so stupid' }, lines: [], request: null })
})

test('a line that sixty others followed is still reported and hidden, as a page still shows it; who comes later reads the last fifty', async () => {
  const { owner, rude, reader } = people
  const [host, author, viewer] = [await enter(owner), await enter(rude), await enter(reader)]
  say(author, 'Written long ago')
  const { id: line } = await receivesLine(viewer, 'Written long ago')
  // What one socket may send in ten seconds is bounded: each batch comes ten seconds after the one before.
  const elapsedMs = performance.now.bind(performance)
  let laterMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => elapsedMs() + laterMs)
  for (let n = 1; n <= 60; n++) {
    say(host, `and then ${n}`)
    if (n % 10 > 0) continue
    await receivesLine(viewer, `and then ${n}`)
    laterMs += 10_000
  }
  const id = `${event.slug}:${line}`
  expect((await report(reader, id)).status).toBe(201)
  host.say({ type: 'moderate', act: 'hide', line })
  await newsWhere(viewer, news => news.gone?.includes(line) ?? false)
  // The page says why it cannot be reported any more.
  expect(await report(owner, id)).toMatchObject({ status: 404, body: { detail: messages.lineNotKept } })
  const socket = await eventCaller(t).watch(reader, event)
  sockets.push(socket)
  const { lines } = await newsWhere(socket, news => news.from_start === true)
  expect(lines?.map(({ text }) => text)).toEqual(
    Array.from({ length: CHAT_LINES_KEPT }, (_, n) => `and then ${n + 11}`),
  )
})
