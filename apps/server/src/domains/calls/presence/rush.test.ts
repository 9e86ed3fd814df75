import type { LiveEvent } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTransaction } from '../../../db/client.ts'
import { openSocket, type SocketClient } from '../../../realtime/testing/socket-client.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { recordQueries } from '../../../testing/growth/record-queries.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { beginLogin } from '../../accounts/login/begin-login.ts'
import { createSocketAuthentication, users } from '../../accounts/public.ts'
import { paidRequest, somebody } from '../testing/call-requests.ts'
import { holdTimers } from '../testing/held-timers.ts'

const VIEWERS = 60
/** Between two tellings of who is there. */
const SENT_EVERY_MS = 300
const PATH = '/stream/any/'
const WITHIN = { timeout: 60_000, interval: 50 }

let t: TestServer
let event: LiveEvent
let url = ''
const bearers: string[] = []
const names: string[] = []
const queries = recordQueries()

beforeAll(async () => {
  t = await openTestServer()
  const owner = await t.influencer('ivy')
  event = await eventCaller(t).create(owner, { title: 'A rush' })
  url = `${t.origin}/stream/${event.slug}/`
  const core = { db: t.server.database.db, clock: t.clock }
  for (let n = 0; n < VIEWERS; n++) {
    const buyerId = await somebody(core, `viewer${n}`)
    const place = { requestType: 'broadcast' as const, liveEventId: event.id, influencerId: owner.id }
    await paidRequest(core, { ...place, buyerId, durationSeconds: event.duration })
    const [row] = await core.db.select({ username: users.username }).from(users).where(eq(users.id, buyerId))
    names.push(row?.username ?? '')
    const login = { userId: buyerId, device: 'a test' }
    const { access } = await withTransaction(core.db, tx => beginLogin(t.server.domains.accounts, tx, login))
    bearers.push(`Bearer ${access}`)
  }
})
afterAll(async () => {
  queries.stop()
  await t.close()
})

/** Opens one socket at the path, as long as no test moves the clock. */
async function ticketOf(bearer: string): Promise<string> {
  const answer = await fetch(`${t.origin}/api/ws-ticket/`, {
    method: 'POST',
    headers: { authorization: bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ path: PATH }),
  })
  return ((await answer.json()) as { ticket: string }).ticket
}

async function callSockets(): Promise<number> {
  const text = await (await fetch(`${t.origin}/metrics`)).text()
  return Number(/^parley_call_sockets (\d+)/m.exec(text)?.[1])
}

test('sixty who come to an event at once are told of each other seldom, each with their own name', async () => {
  const rest = holdTimers(SENT_EVERY_MS)
  let intervals = 1
  const sockets: SocketClient[] = await Promise.all(bearers.map(bearer => openSocket(url, { t: bearer })))
  const received = (socket: SocketClient) =>
    socket.messages.filter(({ handler }) => handler === 'MESSAGE_PRESENCE_STATS')
  // Within the first interval all come, and nobody gets two messages.
  await expect.poll(callSockets).toBe(VIEWERS)
  expect(Math.max(...sockets.map(socket => received(socket).length))).toBeLessThanOrEqual(intervals)
  await vi.waitFor(() => {
    if (rest.count() > 0) intervals++
    rest.release()
    for (const [n, socket] of sockets.entries())
      expect(received(socket).at(-1)?.payload).toEqual({ lurkers: VIEWERS, users: [names[n]] })
  }, WITHIN)
  expect(Math.max(...sockets.map(socket => received(socket).length))).toBeLessThanOrEqual(intervals)
  for (const { socket } of sockets) socket.close()
})

test('sixty who show their login at once are found by a few queries', async () => {
  const authenticate = createSocketAuthentication(t.server.domains.accounts)
  const tickets = await Promise.all(bearers.map(ticketOf))
  queries.take()
  // Each ticket is requested in the call itself. The signature of a bearer is verified beside it, and a busy machine
  // verifies the last one after the first ones have been found.
  const people = await Promise.all(tickets.map(ticket => authenticate(ticket, PATH)))
  expect(people.map(person => person?.username)).toEqual(names)
  const found = queries.take().filter(({ text }) => text.includes('from "logins" inner join "users"'))
  expect(found.length).toBeLessThanOrEqual(5)
})

test('who is asked for together is let in or not by their own place', async () => {
  const stream = t.server.domains.calls.channels.find(({ name }) => name === 'stream')
  const stranger = {
    id: crypto.randomUUID(),
    username: 'x',
    firstName: 'X',
    isInfluencer: false,
    loginId: 'x',
  }
  const { rows } = await t.server.database.pool.query<{ id: string }>(
    'select buyer_id as id from session_requests where live_event_id = $1',
    [event.id],
  )
  await t.server.database.pool.query(
    `update session_requests set payment_status = 'refunded' where buyer_id = $1`,
    [rows[0]?.id],
  )
  const people = rows.flatMap(({ id }) => [
    { ...stranger, id },
    { ...stranger, id: crypto.randomUUID() },
  ])
  queries.take()
  const decided = await Promise.all(people.map(person => stream?.admit(person, event.slug)))
  const sent = queries.take().length
  const isIn = decided.map(each => each !== undefined && 'enter' in each)
  expect(isIn).toEqual(people.map((_, n) => n % 2 === 0 && n > 0))
  // Each by themselves would ask five and more questions.
  expect(sent).toBeLessThan(people.length / 2)
})
