import {
  CHAT_KEPT_AFTER_END_MS,
  type ChatNews,
  type LiveEvent,
  MESSAGE_ERROR,
  MESSAGE_REACTIONS,
} from '@parley/contract'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import type { SocketClient } from '../../../realtime/testing/socket-client.ts'
import { stillElapsedTime } from '../../../realtime/testing/still-elapsed-time.ts'
import type { TestPerson } from '../../../testing/api-caller.ts'
import { eventCaller } from '../../../testing/event-caller.ts'
import { startRedisServer } from '../../../testing/redis-server.ts'
import { findServerProgram } from '../../../testing/server-programs.ts'
import { openTestServer } from '../../../testing/test-server.ts'
import { beginTurnOf, queueCast, WITHIN } from '../../queue/testing/queue-caller.ts'
import { newsWhere, receivesLine, refusal, texts } from '../testing/chat-client.ts'

/** With a Redis two processes serve the line; without one a single process does. */
const redis = findServerProgram('redis-server') === null ? null : await startRedisServer()
const env = redis ? { REDIS_URL: redis.url } : {}
const logged: string[] = []
const t = await openTestServer({
  ...{ connections: 40, env: { ...env, LOG_LEVEL: 'trace' } },
  logTo: { write: line => void logged.push(line) },
})
/** Before its first call: what is measured of a port keeps the method that it was called by. */
const ends = vi.spyOn(t.server.domains.bus, 'endIn')
const other = redis
  ? await t.openAnother({ connections: 10, env: { ...env, PUBLIC_ORIGIN: t.origin } })
  : null
afterAll(async () => {
  await redis?.close()
})
// Closed before the first server: hooks run from the last to the first.
const cast = queueCast(t, ['fred', 'gina', 'uma'])
afterAll(() => other?.close())
const { owner, queues } = cast
const { fred, gina, uma } = cast.fans

let said = 0
/** Says a line in the room of a turn, or of whatever is named so; answers its id. */
function write(client: SocketClient, text: string, session?: string): string {
  const id = `line-${++said}`
  client.say({ type: 'chat', id, text, session })
  return id
}

const there: SocketClient[] = []
afterEach(() => {
  for (const { socket } of there.splice(0)) socket.close()
})

/** Opens the page of the line on the other process. */
async function enterThere(person: TestPerson, event: LiveEvent): Promise<SocketClient> {
  other?.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
  const socket = await eventCaller(other ?? t).watch(person, event)
  there.push(socket)
  await newsWhere(socket, news => news.from_start === true)
  return socket
}

/** The socket asks for the way into its turn, as each page does. */
const comeIn = (socket: SocketClient) => queues.turnTicket(socket)
/** The messages about one turn that a socket received. */
const newsOf = (client: SocketClient, session: string) =>
  client.messages.filter(message => message.session === session && message.handler === 'MESSAGE_CHAT')
const reactionsOf = ({ messages }: SocketClient) =>
  messages.filter(({ handler }) => handler === MESSAGE_REACTIONS)

/** Fred's turn runs: the host is on one process, the fans and an usher are on the other. Gina comes next. */
async function fredInTurn() {
  const { event, places } = await queues.queueOf(`Lines ${cast.nth}`, [fred, gina])
  await t.call(owner, `PUT /api/parley/${event.slug}/event/crew/`, { ushers: [uma.username] })
  const sockets = {
    host: await queues.enter(owner, event),
    fred: await enterThere(fred, event),
    gina: await enterThere(gina, event),
    uma: await enterThere(uma, event),
  }
  for (const fan of [fred, gina]) await queues.ready(fan, event)
  await queues.press(event, 'open')
  const [first = '', second = ''] = places.map(({ id }) => id)
  await beginTurnOf(t, event, first)
  for (const socket of [sockets.host, sockets.fred]) await comeIn(socket)
  /** The host presses Next, and Gina's turn runs. */
  const next = async () => {
    expect((await queues.press(event, 'next')).status).toBe(200)
    await beginTurnOf(t, event, second)
    for (const socket of [sockets.host, sockets.gina]) await comeIn(socket)
  }
  return { event, first, second, next, ...sockets }
}

describe('the chat of a turn', () => {
  test('is of its two alone, names the turn, and the next fan gets none of it', async () => {
    const line = await fredInTurn()
    const { host, first, second } = line
    write(line.fred, 'Hello from Fred', first)
    expect(await receivesLine(host, 'Hello from Fred')).toMatchObject({ from: fred.username, role: 'member' })
    write(host, 'Hello Fred', first)
    expect(await receivesLine(line.fred, 'Hello Fred')).toMatchObject({ from: owner.username, role: 'owner' })
    expect(newsOf(host, first).length).toBeGreaterThanOrEqual(3)
    await line.next()
    const { lines } = await newsWhere(
      line.gina,
      news => news.from_start === true && news.you?.role === 'member',
    )
    expect(lines).toEqual([])
    write(line.gina, 'Hello from Gina', second)
    await receivesLine(host, 'Hello from Gina')
    write(host, 'Hello Gina', second)
    await receivesLine(line.gina, 'Hello Gina')
    // The bus keeps the order: all other messages came before.
    expect(texts(line.gina)).toEqual(['Hello from Gina', 'Hello Gina'])
    expect(texts(line.fred)).toEqual(['Hello from Fred', 'Hello Fred'])
    expect(texts(line.uma)).toEqual([])
    expect(newsOf(line.gina, first)).toEqual([])
    expect(newsOf(line.fred, second)).toEqual([])
  })

  test('is read again by a fan who comes back in the turn, and by nobody after it', async () => {
    const line = await fredInTurn()
    write(line.fred, 'before the break', line.first)
    await receivesLine(line.host, 'before the break')
    const back = await enterThere(fred, line.event)
    await comeIn(back)
    await vi.waitFor(() => expect(texts(back)).toEqual(['before the break']), WITHIN)
    const hosts = await queues.enter(owner, line.event)
    await comeIn(hosts)
    await vi.waitFor(() => expect(texts(hosts)).toEqual(['before the break']), WITHIN)
    await queues.press(line.event, 'next')
    for (const person of [fred, owner]) {
      const later = await enterThere(person, line.event)
      later.say({ handler: 'get_session', handler_kwargs: {} })
      await vi.waitFor(
        () =>
          expect(later.messages.some(({ handler, token }) => handler === MESSAGE_ERROR || token)).toBe(true),
        WITHIN,
      )
      expect(texts(later)).toEqual([])
    }
  })

  test('has the rules of calls: length, links, and what its host allows holds for the turns after it', async () => {
    const line = await fredInTurn()
    const { host, first, second } = line
    for (const [text, why] of [
      ['x'.repeat(301), 'long'],
      ['', 'empty'],
      ['see evil.com', 'link'],
      ['0770 0900123', 'number'],
    ] as const)
      expect(await refusal(line.fred, write(line.fred, text, first))).toMatchObject({ why })
    expect(newsOf(line.fred, first).at(-1)?.payload).toMatchObject({ refused: { why: 'number' } })
    // Attack: a fan who sets the rules.
    line.fred.say({ type: 'moderate', act: 'rules', links: 'allowed' })
    expect((await newsWhere(line.fred, news => news.refused?.id === null)).refused?.why).toBe('not_yours')
    host.say({ type: 'moderate', act: 'rules', links: 'allowed', words: ['spoiler'] })
    await newsWhere(line.fred, news => news.room?.links === 'allowed')
    write(line.fred, 'see example.com', first)
    await receivesLine(host, 'see example.com')
    await line.next()
    await newsWhere(line.gina, news => news.room?.links === 'allowed')
    expect(await refusal(line.gina, write(line.gina, 'a spoiler', second))).toMatchObject({ why: 'word' })
    // Between two turns nobody is there whom the rules are for.
    await queues.press(line.event, 'next')
    host.say({ type: 'moderate', act: 'rules', links: 'refused' })
    await vi.waitFor(() => {
      const refused = host.messages.map(({ payload }) => (payload as ChatNews | undefined)?.refused?.why)
      expect(refused).toContain('closed')
    }, WITHIN)
  })

  test('holds back who floods, and says so of the turn', async () => {
    const line = await fredInTurn()
    stillElapsedTime()
    for (let n = 0; n < 30; n++) write(line.fred, `flood ${n}`, line.first)
    await newsWhere(line.fred, news => news.refused?.why === 'slow')
    const received = newsOf(line.fred, line.first).filter(
      ({ payload }) => (payload as ChatNews).refused?.why === 'slow',
    )
    expect(received).not.toEqual([])
  })

  test('is in no table and in no log', async () => {
    const line = await fredInTurn()
    write(line.fred, 'persimmon', line.first)
    await receivesLine(line.host, 'persimmon')
    await line.next()
    await t.server.doDueWork()
    const { pool } = t.server.database
    const tables = await pool.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'public'`,
    )
    expect(tables.rows.length).toBeGreaterThan(20)
    for (const { name } of tables.rows) {
      const found = await pool.query(`select 1 from ${name} as each where each::text like '%persimmon%'`)
      expect(found.rowCount, name).toBe(0)
    }
    expect(logged.join('')).toContain('"level":10')
    expect(logged.join('')).not.toContain('persimmon')
  })
})

describe('a changed page', () => {
  type Line = Awaited<ReturnType<typeof fredInTurn>>
  const attacks: [string, (line: Line) => [SocketClient, string | undefined]][] = [
    ['of who waits, into the turn that runs', ({ gina: waits, first }) => [waits, first]],
    ['of who waits, into their own turn to come', ({ gina: waits, second }) => [waits, second]],
    ['of who waits, without a turn', ({ gina: waits }) => [waits, undefined]],
    ['of who waits, into the line', ({ gina: waits, event }) => [waits, event.id]],
    ['of who waits, into a made-up room', ({ gina: waits }) => [waits, crypto.randomUUID()]],
    ['of an usher, into the turn that runs', ({ uma: usher, first }) => [usher, first]],
    ['of an usher, without a turn', ({ uma: usher }) => [usher, undefined]],
    ['of the fan in the turn, into the next one', ({ fred: fan, second }) => [fan, second]],
    ['of the fan in the turn, into a made-up room', ({ fred: fan }) => [fan, 'nothing']],
    ['of the fan in the turn, into none', ({ fred: fan }) => [fan, undefined]],
    ['of the host, into the next turn', ({ host, second }) => [host, second]],
    ['of the host, into the line', ({ host, event }) => [host, event.id]],
  ]

  test('writes nothing into a room other than that of its own turn', async () => {
    const line = await fredInTurn()
    for (const [whose, by] of attacks) {
      const [writer, session] = by(line)
      const closed = { why: 'closed' }
      const first = write(writer, `I should not be here: ${whose}`, session)
      expect(await refusal(writer, first), whose).toMatchObject(closed)
      writer.say({ type: 'react', reaction: 'heart', session })
      expect(await refusal(writer, write(writer, `nor here: ${whose}`, session)), whose).toMatchObject(closed)
    }
    write(line.host, 'the end', line.first)
    await receivesLine(line.fred, 'the end')
    await line.next()
    write(line.host, 'the end of the next', line.second)
    await receivesLine(line.gina, 'the end of the next')
    expect([texts(line.host), texts(line.fred), texts(line.gina), texts(line.uma)]).toEqual([
      ['the end', 'the end of the next'],
      ['the end'],
      ['the end of the next'],
      [],
    ])
    for (const each of [line.host, line.fred, line.gina, line.uma]) expect(reactionsOf(each)).toEqual([])
  })

  test('whose turn is over, of the fan and of the host, writes and reacts no more there', async () => {
    const line = await fredInTurn()
    write(line.fred, 'in time', line.first)
    await receivesLine(line.host, 'in time')
    await line.next()
    for (const writer of [line.fred, line.host]) {
      expect(await refusal(writer, write(writer, 'too late', line.first))).toMatchObject({ why: 'closed' })
      writer.say({ type: 'react', reaction: 'heart', session: line.first })
    }
    expect(await refusal(line.fred, write(line.fred, 'in hers', line.second))).toMatchObject({
      why: 'closed',
    })
    write(line.host, 'the end', line.second)
    await receivesLine(line.gina, 'the end')
    expect([texts(line.fred), texts(line.gina)]).toEqual([['in time'], ['the end']])
    for (const each of [line.host, line.fred, line.gina]) expect(reactionsOf(each)).toEqual([])
  })

  test('that was put out by a newer one writes nothing', async () => {
    const line = await fredInTurn()
    line.fred.socket.pause()
    const newer = await enterThere(fred, line.event)
    await comeIn(newer)
    write(line.fred, 'from who was put out', line.first)
    for (const text of ['one', 'two', 'three']) {
      write(newer, text, line.first)
      await receivesLine(line.host, text)
    }
    expect(texts(line.host)).toEqual(['one', 'two', 'three'])
    line.fred.socket.terminate()
  })
})

test('reactions of a turn are told to its two, without names, and to nobody else', async () => {
  const line = await fredInTurn()
  line.fred.say({ type: 'react', reaction: 'heart', session: line.first })
  const one = { handler: MESSAGE_REACTIONS, payload: { heart: 1 }, session: line.first }
  for (const each of [line.fred, line.host])
    await vi.waitFor(() => expect(reactionsOf(each)).toEqual([one]), WITHIN)
  await line.next()
  line.gina.say({ type: 'react', reaction: 'clap', session: line.second })
  const clap = { handler: MESSAGE_REACTIONS, payload: { clap: 1 }, session: line.second }
  await vi.waitFor(() => expect(reactionsOf(line.host)).toEqual([one, clap]), WITHIN)
  await vi.waitFor(() => expect(reactionsOf(line.gina)).toEqual([clap]), WITHIN)
  expect([reactionsOf(line.fred), reactionsOf(line.uma)]).toEqual([[one], []])
})

test('who waited connected for their turn reads what is written in it from its first line on, and nothing of the one before', async () => {
  const line = await fredInTurn()
  for (const socket of [line.host, line.gina]) await queues.earlyTicket(socket)
  write(line.host, 'for Fred alone', line.first)
  await receivesLine(line.fred, 'for Fred alone')
  await queues.press(line.event, 'next')
  await beginTurnOf(t, line.event, line.second)
  // Neither asks for the way in: they wait connected.
  write(line.host, 'for Gina', line.second)
  await receivesLine(line.host, 'for Gina')
  write(line.gina, 'for Ivy', line.second)
  await receivesLine(line.host, 'for Ivy')
  await vi.waitFor(() => expect(new Set(texts(line.gina))).toEqual(new Set(['for Gina', 'for Ivy'])), WITHIN)
  expect(texts(line.fred)).toEqual(['for Fred alone'])
})

test('who waited connected reads what is written while they are called, before any media, and reacts', async () => {
  const line = await fredInTurn()
  for (const socket of [line.host, line.gina]) await queues.earlyTicket(socket)
  await queues.press(line.event, 'next')
  write(line.host, 'Your camera is off', line.second)
  await receivesLine(line.gina, 'Your camera is off')
  line.gina.say({ type: 'react', reaction: 'heart', session: line.second })
  const heart = { handler: MESSAGE_REACTIONS, payload: { heart: 1 }, session: line.second }
  for (const each of [line.gina, line.host])
    await vi.waitFor(() => expect(reactionsOf(each)).toEqual([heart]), WITHIN)
  expect([texts(line.fred), reactionsOf(line.fred)]).toEqual([[], []])
})

test('the lines of a turn are kept for ten minutes from its end on; of one whose rest is to come, from the end of that on', async () => {
  const { event, first, host } = await fredInTurn()
  write(host, 'until soon', first)
  await receivesLine(host, 'until soon')
  const endsOf = (place: string) => ends.mock.calls.filter(([name]) => name === `chat:${place}`)
  const { pool } = t.server.database
  // He dropped out: the rest of his turn comes at the end of the line.
  await pool.query(`update queue_turns set state = 'waiting', is_rest = true where request_id = $1`, [first])
  await t.server.domains.calls.onRoomChanged(first)
  expect(endsOf(first)).toEqual([])
  expect((await queues.call(fred, event, ['leave', {}])).status).toBe(200)
  await vi.waitFor(async () => {
    await t.server.doDueWork()
    expect(endsOf(first)).toEqual([[`chat:${first}`, CHAT_KEPT_AFTER_END_MS]])
  }, WITHIN)
})
