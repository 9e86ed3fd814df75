import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCESS_TOKEN_TTL_SECONDS, HOUR_MS, type TokenPair } from '@parley/contract'
import type { Pool } from 'pg'
import type { Bus } from '../../domains/calls/bus.ts'
import { createMemoryBus } from '../../providers/bus-memory/memory-bus.ts'
import { createRedisBus } from '../../providers/bus-redis/redis-bus.ts'
import { RedisLink } from '../../providers/bus-redis/redis-link.ts'
import { type ApiCaller, apiCaller, type TestPerson } from '../api-caller.ts'
import { createTestDatabase } from '../database.ts'
import { freePort } from '../free-port.ts'
import { startRedisServer } from '../redis-server.ts'
import { type ServerProcess, serverProcess } from '../server-process.ts'

const ignore = () => undefined
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore }
const NAMES = ['one', 'other'] as const

/** Two server processes on one database and one Redis, either of which may die by SIGKILL and start again. */
export interface LineProcesses {
  pool: Pool
  connectionString: string
  /** The application's time; both processes have the same. */
  nowMs(): number
  advance(seconds: number): Promise<void>
  /** Those that run. */
  alive(): number[]
  at(nth: number): ApiCaller
  /** Gives a person a new access token where theirs expires soon, as their page would. */
  renew(nth: number, person: TestPerson): Promise<void>
  /** Which of the processes wait for a lock of the database now. */
  waiting(): Promise<number[]>
  kill(nth: number): Promise<void>
  start(nth: number): Promise<void>
  /** Who has the page of an event open, and at which process. */
  openPage(eventId: string, person: TestPerson, nth: number): Promise<void>
  closePage(eventId: string, person: TestPerson): Promise<void>
  pagesAt(nth: number): string[]
  close(): Promise<void>
}

/** The first has the payment sandbox. */
export async function openLineProcesses(): Promise<LineProcesses> {
  const undo: (() => unknown)[] = []
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-line-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await createTestDatabase({ size: 4 })
  undo.push(() => database.close())
  const redis = await startRedisServer()
  undo.push(() => redis.close())
  const link = await RedisLink.open(redis.url, log)
  const bus: Bus = createRedisBus({ link, own: createMemoryBus(), log })
  undo.push(() => bus.close())

  const ports = [await freePort(), await freePort()] as const
  const first = `http://localhost:${ports[0]}`
  const env = { REDIS_URL: redis.url, PUBLIC_ORIGIN: first, LOG_LEVEL: 'fatal' }
  const servers: ServerProcess[] = NAMES.map((name, nth) => {
    const address = new URL(database.connectionString)
    address.searchParams.set('application_name', name)
    const ofSecond = nth === 0 ? {} : { STRIPE_API_BASE: `${first}/sandbox/stripe` }
    return serverProcess({
      ...{ port: ports[nth] ?? 0, dataDir: join(dataDir, name) },
      env: { ...env, ...ofSecond, DATABASE_URL: address.href },
    })
  })
  undo.push(() => Promise.all(servers.map(server => server.isRunning() && server.kill())))
  await Promise.all(servers.map(server => server.start()))

  const callers = servers.map(({ origin }) => apiCaller(origin))
  const at = (nth: number) => callers[nth] as ApiCaller
  const alive = () => servers.flatMap((server, nth) => (server.isRunning() ? [nth] : []))
  const pages = new Map<string, number>()
  const renewedMs = new Map<string, number>()
  let offsetMs = 0
  const nowMs = () => Date.now() + offsetMs

  const entryOf = ({ id: personId, username }: TestPerson) => ({
    ...{ connectionId: `page-${personId}`, personId, username, sinceMs: 0 },
  })

  /** Logging in costs a hash of the password each time. */
  async function renew(nth: number, person: TestPerson): Promise<void> {
    const wasMs = renewedMs.get(person.id)
    if (wasMs !== undefined && nowMs() - wasMs < (ACCESS_TOKEN_TTL_SECONDS * 1000) / 2) return
    // Two presses of one person at once use one refresh token once.
    renewedMs.set(person.id, nowMs())
    const { refresh } = person
    const { status, body } = await at(nth).call<TokenPair>(null, 'POST /api/auth/jwt/refresh/', { refresh })
    if (status === 200) Object.assign(person, body)
  }

  return {
    ...{ pool: database.pool, connectionString: database.connectionString, nowMs, alive, at, renew },
    async advance(seconds) {
      offsetMs += seconds * 1000
      const moved = alive().map(nth => at(nth).call(null, 'POST /sandbox/clock/advance/', { seconds }))
      for (const { status } of await Promise.all(moved))
        if (status !== 200) throw new Error(`the clock of a process was not moved: ${status}`)
    },
    async waiting() {
      const { rows } = await database.pool.query<{ name: string }>(
        `select distinct application_name as name from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return NAMES.flatMap((name, nth) => (rows.some(row => row.name === name) ? [nth] : []))
    },
    kill: async nth => servers[nth]?.kill(),
    start: async nth => servers[nth]?.start(),
    async openPage(eventId, person, nth) {
      pages.set(person.id, nth)
      await bus.enter(eventId, entryOf(person), HOUR_MS * 24)
    },
    async closePage(eventId, person) {
      pages.delete(person.id)
      await bus.leave(eventId, entryOf(person))
    },
    pagesAt: nth => [...pages].flatMap(([personId, where]) => (where === nth ? personId : [])),
    async close() {
      for (const step of undo.reverse()) await step()
    },
  }
}
