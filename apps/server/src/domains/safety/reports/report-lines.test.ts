import { CHAT_LINES_KEPT, type SessionRequest, type StaffCase } from '@parley/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSocket, type SocketClient } from '../../../realtime/testing/socket-client.ts'
import { stillElapsedTime } from '../../../realtime/testing/still-elapsed-time.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { newsWhere, receivesLine, say } from '../../calls/testing/chat-client.ts'
import { staffMember } from '../../staff/testing/staff-member.ts'

let t: TestServer
const sockets: SocketClient[] = []
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
})
afterEach(() => {
  for (const { socket } of sockets.splice(0)) socket.close()
})
afterAll(() => t?.close())

async function enter(person: TestPerson, { slug }: SessionRequest): Promise<SocketClient> {
  const socket = await openSocket(`${t.origin}/chat/${slug}/`, { t: `Bearer ${person.access}` })
  sockets.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  return socket
}

test('a report of a call in which sixty lines were written has its last fifty, and none of another call of the two', async () => {
  const [fan, star] = [await t.fan('lines-fan'), await t.influencer('lines-star')]
  const [call, another] = [await t.bookAndPay(fan, star), await t.bookAndPay(fan, star)]
  const elsewhere = await enter(fan, another)
  say(elsewhere, 'said in the other call')
  await receivesLine(elsewhere, 'said in the other call')
  const [left, right] = [await enter(fan, call), await enter(star, call)]
  const written: string[] = []
  // What one socket may send in ten seconds is bounded: each batch comes ten seconds after the one before.
  const time = stillElapsedTime()
  for (const author of [left, right, left, right, left, right]) {
    for (let n = 0; n < 10; n++) {
      written.push(`line ${written.length}`)
      say(author, written.at(-1) ?? '')
    }
    // The last of a batch is there, and so is all of it before: the order of all lines is known.
    await receivesLine(author, written.at(-1) ?? '')
    time.advance(10_000)
  }
  expect(written).toHaveLength(60)
  const made = await t.call<{ id: string }>(star, 'POST /api/reports/', {
    ...{ about: { kind: 'request', id: call.slug }, reason: 'harassment', uuid: crypto.randomUUID() },
  })
  expect(made.status).toBe(201)
  const { pool } = t.server.database
  const stored = await pool.query<{ text: string; author_id: string }>(
    'select text, author_id from report_lines where report_id = $1 order by position',
    [made.body.id],
  )
  expect(stored.rows.map(({ text }) => text)).toEqual(written.slice(-CHAT_LINES_KEPT))
  expect(CHAT_LINES_KEPT).toBe(50)
  const authorOf = (n: number) => (Math.floor(n / 10) % 2 === 0 ? fan.id : star.id)
  expect(stored.rows.map(each => each.author_id)).toEqual(written.map((_, n) => authorOf(n)).slice(-50))
  // What is said after the report is in no table.
  say(left, 'said after the report')
  await receivesLine(right, 'said after the report')
  expect((await pool.query('select 1 from report_lines')).rowCount).toBe(50)
  const desk = await staffMember(t, 'lines-desk', 'moderator')
  const seen = await t.call<StaffCase>(desk.person, `GET /api/staff/reports/${made.body.id}/`)
  expect(seen.body.lines.map(({ text }) => text)).toEqual(written.slice(-50))
})
