import { CHAT_LINES_KEPT, type StaffCase } from '@parley/contract'
import { expect, test } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import { stillElapsedTime } from '../../../realtime/testing/still-elapsed-time.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { receivesLine } from '../../calls/testing/chat-client.ts'
import { beginTurnOf, queueCast } from '../../queue/testing/queue-caller.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

const t = await openTestServer({ connections: 30 })
const cast = queueCast(t, ['fred', 'gina'])
const { owner, queues } = cast
const { fred, gina } = cast.fans

/** Fred's turn runs, and Gina comes next. */
async function fredInTurn() {
  const { event, places } = await queues.queueOf(`Kept ${cast.nth}`, [fred, gina])
  const sockets = {
    host: await queues.enter(owner, event),
    fred: await queues.enter(fred, event),
    gina: await queues.enter(gina, event),
  }
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  await queues.press(event, 'open')
  const [first = '', second = ''] = places.map(({ id }) => id)
  await beginTurnOf(t, event, first)
  for (const socket of [sockets.host, sockets.fred]) await queues.turnTicket(socket)
  return { event, first, second, ...sockets }
}

let said = 0
const write = (client: SocketClient, text: string, session: string) =>
  client.say({ type: 'chat', id: `line-${++said}`, text, session })

async function report(by: TestPerson, place: string) {
  const { status, body } = await t.call<{ id: string }>(by, 'POST /api/reports/', {
    ...{ about: { kind: 'request', id: place }, reason: 'harassment', uuid: crypto.randomUUID() },
  })
  expect(status).toBe(201)
  const query = 'select text, author_id from report_lines where report_id = $1 order by position'
  const { rows } = await t.server.database.pool.query<{ text: string; author_id: string }>(query, [body.id])
  return { id: body.id, texts: rows.map(({ text }) => text), authors: rows.map(row => row.author_id) }
}

test('a report in a turn has the last fifty lines of its two, and none of the turn after it', async () => {
  const { event, first, second, host, ...fans } = await fredInTurn()
  const written: string[] = []
  // What one socket may send in ten seconds is bounded: each batch comes ten seconds after the one before.
  const time = stillElapsedTime()
  for (const author of [fans.fred, host, fans.fred, host, fans.fred, host]) {
    for (let n = 0; n < 10; n++) {
      written.push(`line ${written.length}`)
      write(author, written.at(-1) ?? '', first)
    }
    await receivesLine(author, written.at(-1) ?? '')
    time.advance(10_000)
  }
  const last = written.slice(-CHAT_LINES_KEPT)
  const ofFred = await report(fred, first)
  expect(ofFred.texts).toEqual(last)
  expect(new Set(ofFred.authors)).toEqual(new Set([fred.id, owner.id]))
  // Attack: who waits reads by a report what the two of now write.
  expect((await report(gina, second)).texts).toEqual([])
  const foreign = { about: { kind: 'request', id: first }, reason: 'other', uuid: crypto.randomUUID() }
  expect((await t.call(gina, 'POST /api/reports/', foreign)).status).toBe(404)
  expect((await queues.press(event, 'next')).status).toBe(200)
  await beginTurnOf(t, event, second)
  for (const socket of [host, fans.gina]) await queues.turnTicket(socket)
  write(fans.gina, 'of Gina', second)
  await receivesLine(host, 'of Gina')
  // A report that was begun in the turn is sent after it.
  expect((await report(owner, first)).texts).toEqual(last)
  expect((await report(owner, second)).texts).toEqual(['of Gina'])
  const desk = await staffMember(t, 'turn-lines-desk', 'moderator')
  const seen = await t.call<StaffCase>(desk.person, `GET /api/staff/reports/${ofFred.id}/`)
  expect(seen.body.lines.map(({ text }) => text)).toEqual(last)
})
