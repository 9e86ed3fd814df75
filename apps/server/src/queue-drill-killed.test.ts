/**
 * A line over two server processes on one database and one Redis. Everybody is at the second one, which dies by SIGKILL
 * in the middle of a turn, with the media of its room; they come back at the first one, which has the payment sandbox.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LiveEvent, QueueShown } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { VideoTestClient } from './domains/calls/video-provider.contract.ts'
import { joinNatively } from './providers/video-embedded/testing/harness.ts'
import { openSocket, type SocketClient } from './realtime/testing/socket-client.ts'
import { type ApiCaller, apiCaller, type TestPerson } from './testing/api-caller.ts'
import { createTestDatabase } from './testing/database.ts'
import { auditOf } from './testing/drill/books.ts'
import { eventBooker } from './testing/event-caller.ts'
import { freePort } from './testing/free-port.ts'
import { startRedisServer } from './testing/redis-server.ts'
import { serverProcess } from './testing/server-process.ts'
import { findServerProgram } from './testing/server-programs.ts'

const LIMIT_MS = 300_000
const WITHIN = { timeout: 60_000, interval: 200 }
const TURN_SECONDS = 30
const PRICE_PENCE = 700
/** How each of them ends. */
const ENDS = { fred: 'part', gina: 'served', hans: 'left', ines: 'unserved', jana: 'skipped' } as const
type Name = keyof typeof ENDS
const NAMES = Object.keys(ENDS) as Name[]

describe.skipIf(!findServerProgram('redis-server'))('a line whose process is killed in a turn', async () => {
  const ports = [await freePort(), await freePort()] as const
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-line-'))
  const undo: (() => unknown)[] = [() => rm(dataDir, { recursive: true, force: true })]
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let servers: ReturnType<typeof serverProcess>[]
  let event: LiveEvent
  let owner: TestPerson
  const fans = {} as Record<Name, TestPerson>
  /** Who answers the pages now. */
  let at: ApiCaller
  let origin: string
  const pages = new Map<string, { socket: SocketClient; media: VideoTestClient | null }>()

  beforeAll(async () => {
    database = await createTestDatabase({ size: 2 })
    undo.push(() => database.close())
    const redis = await startRedisServer()
    undo.push(() => redis.close())
    const first = `http://localhost:${ports[0]}`
    const env = { DATABASE_URL: database.connectionString, REDIS_URL: redis.url, PUBLIC_ORIGIN: first }
    const atFirst = { STRIPE_API_BASE: `${first}/sandbox/stripe` }
    servers = ports.map((port, nth) =>
      serverProcess({
        ...{ port, dataDir: join(dataDir, String(nth)) },
        env: nth === 0 ? env : { ...env, ...atFirst },
      }),
    )
    undo.push(() => Promise.all(servers.map(server => server.isRunning() && server.stop())))
    await Promise.all(servers.map(server => server.start()))
    turnTo(0)
    owner = await at.influencer('ivy')
    const starts_at = new Date(Date.now() + 40 * 60_000).toISOString()
    event = await eventBooker(at).create(owner, {
      ...{ title: 'The line', format: 'queue', absent: 'keep', amount: '7.00', starts_at },
      ...{ capacity: NAMES.length, duration: TURN_SECONDS },
    })
    for (const name of NAMES) fans[name] = await paidPlace(name)
    for (const server of servers) await advance(server.origin, 40 * 60)
  }, LIMIT_MS)
  afterAll(async () => {
    for (const page of pages.values()) close(page)
    for (const step of undo.reverse()) await step()
  }, LIMIT_MS)

  function turnTo(nth: number): void {
    origin = servers[nth]?.origin ?? ''
    at = apiCaller(origin)
  }
  async function advance(where: string, seconds: number): Promise<void> {
    const { status } = await apiCaller(where).call(null, 'POST /sandbox/clock/advance/', { seconds })
    expect(status).toBe(200)
  }

  async function paidPlace(name: Name): Promise<TestPerson> {
    const fan = await at.fan(name)
    const { body } = await eventBooker(at).bookPlace(fan, event)
    await at.confirm((await at.pay(fan, body)).body)
    const paid = async () => expect((await at.request(fan, body.slug)).payment.status).toBe('paid')
    await vi.waitFor(paid, WITHIN)
    return fan
  }

  async function sit(person: TestPerson): Promise<void> {
    // Access tokens expire when the clock moves: any request logs in again.
    expect((await at.call(person, 'GET /api/user/me/')).status).toBe(200)
    const socket = await openSocket(`${origin}/stream/${event.slug}/`, { t: `Bearer ${person.access}` })
    pages.set(person.username, { socket, media: null })
  }
  function close({ socket, media }: { socket: SocketClient; media: VideoTestClient | null }): void {
    media?.leave()
    socket.socket.close()
  }

  /** Joins the turn that is theirs now; until then the page is answered that it is not. */
  async function joinTurn(person: TestPerson): Promise<void> {
    const page = pages.get(person.username)
    if (!page) throw new Error('nobody joins without a page')
    page.media?.leave()
    const before = page.socket.messages.length
    const { url, token, session } = await vi.waitFor(() => {
      page.socket.say({ handler: 'get_session', handler_kwargs: {} })
      const given = page.socket.messages
        .slice(before)
        .find(({ handler }) => handler === 'MESSAGE_PARLEY_SESSION')
      expect(given).toBeDefined()
      return given ?? {}
    }, WITHIN)
    // The ticket names the public origin: whatever stands before the processes leads each person to one of them.
    const mediaUrl = Object.assign(new URL(String(url)), { port: new URL(origin).port }).href
    const ticket = {
      provider: 'embedded',
      url: mediaUrl,
      token: String(token),
      room: String(session),
    } as const
    page.media = await joinNatively(ticket)
  }

  const look = async (person: TestPerson) =>
    (await at.call<QueueShown>(person, `GET /api/parley/${event.slug}/queue/`)).body
  const press = async (person: TestPerson, step: string, more: object = {}) => {
    const { version } = await look(person)
    const { status } = await at.call(person, `POST /api/parley/${event.slug}/queue/${step}/`, {
      version,
      ...more,
    })
    expect([step, status]).toEqual([step, 200])
  }
  const becomes = (name: Name, state: string) =>
    vi.waitFor(async () => expect((await look(fans[name])).you?.state).toBe(state), WITHIN)
  const rows = async <Row extends object>(text: string): Promise<Row[]> =>
    (await database.pool.query<Row>(text)).rows
  /** Both send, and the clock of paid time has written so much of it. */
  const proven = (seconds: number) =>
    vi.waitFor(async () => {
      const found = await rows(
        `select 1 from live_intervals where ended_at is null
           and proven_until >= started_at + interval '${seconds} seconds'`,
      )
      expect(found).toHaveLength(1)
    }, WITHIN)

  async function meet(name: Name): Promise<void> {
    await Promise.all([joinTurn(fans[name]), joinTurn(owner)])
    await becomes(name, 'in_turn')
  }

  it(
    'ends each fan in one way, and paid is what went back, was earned and is the fee',
    async () => {
      turnTo(1)
      for (const person of [owner, fans.fred, fans.gina, fans.hans]) await sit(person)
      for (const name of ['fred', 'gina', 'hans'] as const)
        await press(fans[name], 'ready', { camera: true, microphone: true })
      await press(owner, 'open')
      await meet('fred')
      await proven(2)
      await press(owner, 'next')
      await meet('gina')
      await proven(4)

      await servers[1]?.kill()
      turnTo(0)
      for (const page of pages.values()) close(page)
      for (const person of [owner, fans.gina, fans.hans]) await sit(person)
      await meet('gina')
      const { line } = await look(owner)
      await press(owner, 'skip', { place: line?.find(({ name }) => name === 'jana')?.place })
      await press(fans.hans, 'leave')
      await becomes('gina', 'served')
      await press(owner, 'end')
      for (const page of pages.values()) close(page)

      // Each place is settled before the clock moves: its money is released 48 h later.
      await vi.waitFor(async () => {
        const ended = await rows<{ name: Name; state: string; isOpen: boolean }>(
          `select u.username as name, q.state, r.state in ('offered', 'accepted') as "isOpen" from queue_turns q
             join session_requests r on r.id = q.request_id join users u on u.id = r.buyer_id order by u.username`,
        )
        expect(ended.map(({ name, state, isOpen }) => [name, state, isOpen])).toEqual(
          NAMES.map(name => [name, ENDS[name], false]),
        )
      }, WITHIN)
      await advance(origin, 49 * 3600)
      await vi.waitFor(async () => {
        const held = await rows(
          `select account from postings where account like 'held:%' or account = 'refund_transit'
             group by account having sum(amount_pence) <> 0`,
        )
        expect(held).toEqual([])
      }, WITHIN)
      const [money] = await rows<{ paid: number; back: number; earned: number }>(
        `select sum(price_pence)::int as paid, sum(refunded_pence)::int as back, (select -sum(amount_pence)::int
           from postings where account = 'fee_revenue' or account like 'payable:%') as earned from session_requests`,
      )
      expect(money?.paid).toBe(NAMES.length * PRICE_PENCE)
      expect(money?.paid).toBe((money?.back ?? 0) + (money?.earned ?? 0))
      expect(await auditOf({ connectionString: database.connectionString })).toEqual([])
    },
    LIMIT_MS,
  )
})
