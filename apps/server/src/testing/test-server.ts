import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SessionRequest } from '@parley/contract'
import type { StripeSandbox } from '@parley/stripe-sandbox'
import { type AuditResult, runAudit } from '../audit/run-audit.ts'
import { type ComposeOptions, compose, type ParleyServer } from '../composition.ts'
import { readConfig } from '../config.ts'
import { type MovableClock, movableClock, stillClock } from '../core/clock.ts'
import { imageMakerOfTests } from '../domains/profiles/testing/made-images.ts'
import { type ApiCaller, apiCaller, type TestPerson } from './api-caller.ts'
import { CHEAP_HASH } from './cheap-hash.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

export type { Answer, TestPerson } from './api-caller.ts'

/** The whole server on its own database, listening, with a stopped clock; tests run the background work. */
export interface TestServer extends ApiCaller {
  server: ParleyServer
  clock: MovableClock
  sandbox: StripeSandbox
  origin: string
  /** The folder of its mails and images. */
  dataDir: string
  /** Books and pays. */
  bookAndPay(fan: TestPerson, influencer: TestPerson, more?: Record<string, unknown>): Promise<SessionRequest>
  advance(seconds: number): Promise<void>
  audit(): Promise<AuditResult>
  /** The checks of the audit that found something wrong. */
  breaches(): Promise<AuditResult['checks']>
  /** Opens the parts of another server process on the same database; it is closed before this one. */
  openAnother(options?: OpenOptions): Promise<TestServer>
  close(): Promise<void>
}

type Ground = Pick<TestDatabase, 'connectionString' | 'close'>
interface OpenOptions extends Pick<ComposeOptions, 'socialNetworks' | 'logTo'> {
  /** Left out by default; a test that is served pages needs the built web. */
  pages?: 'served'
  connections?: number
  env?: Record<string, string>
  /** `runs`: the machine's time, and time rules and outbox work without a call of the test, for calls with media. */
  time?: 'stands' | 'runs'
}

export async function openTestServer(options: OpenOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase({ size: 2 })
  return openServerOn(database, options)
}

async function openServerOn(database: Ground, options: OpenOptions): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-server-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const config = readConfig({
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database.connectionString,
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: origin,
    ...options.env,
  })
  const isRunning = options.time === 'runs'
  const clock = isRunning ? movableClock() : stillClock()
  const testServer = await compose(config, {
    onLost: error => {
      throw error
    },
    background: isRunning ? 'automatic' : 'manual',
    clock,
    pages: options.pages ?? 'left out',
    passwordCost: CHEAP_HASH,
    imageMaker: imageMakerOfTests(),
    durability: 'test',
    ...(options.socialNetworks ? { socialNetworks: options.socialNetworks } : {}),
    ...(options.logTo ? { logTo: options.logTo } : {}),
    ...(options.connections ? { connections: options.connections } : {}),
  })
  await testServer.listen()
  const { sandbox } = testServer
  if (!sandbox) throw new Error('the test server has the sandbox')
  const caller = apiCaller(origin)
  const audit = () => runAudit(testServer.database.pool, { now: clock.now(), scope: 'everything' })
  return {
    ...caller,
    server: testServer,
    clock,
    sandbox,
    origin,
    dataDir,
    async bookAndPay(fan, influencer, more) {
      const booked = await caller.book(fan, influencer, more)
      await caller.confirm((await caller.pay(fan, booked.body)).body)
      await testServer.doDueWork()
      return caller.request(fan, booked.body.slug)
    },
    async advance(seconds) {
      clock.advance(seconds)
      await testServer.doDueWork()
    },
    audit,
    breaches: async () => (await audit()).checks.filter(check => check.breaches > 0),
    openAnother: (more = {}) =>
      openServerOn({ connectionString: database.connectionString, close: async () => undefined }, more),
    async close() {
      await testServer.stop()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const ALWAYS = [{ from: '00:00', to: '24:00' }]
const WEEKLY = Object.fromEntries(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, ALWAYS]))

/** A new influencer who can be booked at every hour of the week; `more` changes the offer. */
export async function offersEveryHour(
  t: TestServer,
  username: string,
  more: object = {},
): Promise<TestPerson> {
  const influencer = await t.influencer(username)
  const hours = { mode: 'offered', zone: 'Europe/London', weekly: WEEKLY, version: 0, ...more }
  await t.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  return influencer
}

/** This time of day, in two days. */
export function inTwoDays({ clock }: TestServer, time: string): string {
  return `${new Date(clock.now().getTime() + 48 * 3_600_000).toISOString().slice(0, 10)}T${time}:00.000Z`
}
