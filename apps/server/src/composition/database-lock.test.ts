import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { DatabaseInUse, lockDatabase } from '../db/process-lock.ts'
import { createTestDatabase } from '../testing/database.ts'
import { freePort } from '../testing/free-port.ts'
import { serverProcess } from '../testing/server-process.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { missingForSharing } from './database-lock.ts'

const LIMIT_MS = 120_000
const database = await createTestDatabase({ size: 2 })
afterAll(() => database.close())

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const lock = (mode: 'exclusive' | 'shared', onTaken?: () => void) =>
  lockDatabase({ connection: database.connectionString, mode, log, waitMs: 0, onTaken })
const HOLDERS = `from pg_locks where locktype = 'advisory' and granted
  and database = (select oid from pg_database where datname = current_database())`
const holders = async () =>
  (await database.pool.query<{ pid: number; objid: string }>(`select pid, objid ${HOLDERS}`)).rows
const endHolders = () => database.pool.query(`select pg_terminate_backend(pid) ${HOLDERS}`)
const proxy = await severableProxy(database.connectionString)
afterAll(() => proxy.close())

/** Ends the connection that holds the lock, of which another process is the next holder; answers its connection. */
async function replaceHolder(mode: 'exclusive' | 'shared'): Promise<Client> {
  const other = new Client(database.connectionString)
  await other.connect()
  onTestFinished(() => other.end())
  const [held] = await holders()
  const next = mode === 'exclusive' ? 'pg_advisory_lock' : 'pg_advisory_lock_shared'
  const granted = other.query(`select ${next}($1)`, [held?.objid])
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query('select 1 from pg_locks where not granted')
    expect(rowCount).toBe(1)
  }, 60_000)
  await endHolders()
  await granted
  return other
}

/** A way to the database that can be severed so that only one side notices. */
async function severableProxy(connectionString: string) {
  const { username, password, hostname, port, pathname, searchParams } = new URL(connectionString)
  const host = searchParams.get('host') ?? hostname
  const portNumber = Number(searchParams.get('port') ?? port)
  const [sides, upstreams] = [new Set<Socket>(), new Set<Socket>()]
  const server = createServer(side => {
    const upstream = host.startsWith('/')
      ? connect(`${host}/.s.PGSQL.${portNumber}`)
      : connect(portNumber, host)
    sides.add(side)
    upstreams.add(upstream)
    side.on('data', bytes => upstream.write(bytes)).on('error', () => undefined)
    upstream.on('data', bytes => side.write(bytes)).on('error', () => undefined)
    upstream.on('close', () => side.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const destroy = (sockets: Iterable<Socket>) => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    connection: {
      ...{ host: '127.0.0.1', port: (server.address() as AddressInfo).port, database: pathname.slice(1) },
      ...{ user: username, ...(password ? { password } : {}) },
    },
    sever: () => destroy(sides),
    close() {
      destroy([...sides, ...upstreams])
      server.close()
    },
  }
}

describe('what a process lacks to share its database', () => {
  const livekit = { LIVEKIT_URL: 'wss://v.example.org', LIVEKIT_API_KEY: 'k', LIVEKIT_API_SECRET: 's' }
  const redis = { REDIS_URL: 'redis://127.0.0.1' }
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  it.each([
    [{}, ['LIVEKIT_URL', 'REDIS_URL', 'STRIPE_SECRET_KEY']],
    [{ ...stripe, ...redis }, ['LIVEKIT_URL']],
    [{ ...stripe, ...livekit }, ['REDIS_URL']],
    [{ ...redis, ...livekit }, ['STRIPE_SECRET_KEY']],
    [{ ...redis, ...livekit, STRIPE_API_BASE: 'http://127.0.0.1:9' }, []],
    [{ ...stripe, ...redis, ...livekit }, []],
  ])('with %j it is %j', (env, missing) => {
    expect(missingForSharing(readConfig(env))).toEqual(missing)
  })
})

describe('the lock of a process on the database', () => {
  it('lets those in that can share it, and then nobody who must be alone', async () => {
    const sharing = [await lock('shared'), await lock('shared')]
    await expect(lock('exclusive')).rejects.toThrow(DatabaseInUse)
    for (const each of sharing) await each.release()
    const alone = await lock('exclusive')
    await expect(lock('shared')).rejects.toThrow(DatabaseInUse)
    await alone.release()
  })

  it.each([
    ['has ended', async () => void (await endHolders())],
    ['is there for the database still', async () => proxy.sever()],
  ])('is taken again when its connection was lost and %s', async (_how, lose) => {
    const taken = vi.fn()
    const { connection } = proxy
    const alone = await lockDatabase({ connection, mode: 'exclusive', log, waitMs: 10_000, onTaken: taken })
    onTestFinished(() => alone.release())
    const [before] = await holders()
    await lose()
    await vi.waitFor(
      async () => {
        const [after] = await holders()
        expect(after?.pid).toBeDefined()
        expect(after?.pid).not.toBe(before?.pid)
      },
      { timeout: 60_000 },
    )
    await expect(lock('exclusive')).rejects.toThrow(DatabaseInUse)
    expect(taken).not.toHaveBeenCalled()
  })

  it.each([
    ['exclusive', 'exclusive'],
    ['exclusive', 'shared'],
    ['shared', 'exclusive'],
  ] as const)(
    'is never taken again, %s, once another process took it, %s, after its connection was lost',
    async (mode, others) => {
      const taken = vi.fn()
      const first = await lock(mode, taken)
      onTestFinished(() => first.release())
      const other = await replaceHolder(others)
      await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce(), { timeout: 60_000 })
      await other.end()
      await (await lock('exclusive')).release()
    },
  )
})

it(
  'in production a second process with embedded media refuses to begin beside the first, and may when that was killed',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parley-company-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const start = async (name: string) =>
      serverProcess({
        port: await freePort(),
        dataDir: join(dataDir, name),
        env: { DATABASE_URL: database.connectionString, NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
      })
    const [first, second] = [await start('first'), await start('second')]
    onTestFinished(async () => {
      await Promise.all([first, second].map(server => (server.isRunning() ? server.stop() : null)))
    })
    await first.start()
    await expect(second.start()).rejects.toThrow(
      'Another server process uses this database. Stop it first, or set LIVEKIT_URL, REDIS_URL, STRIPE_SECRET_KEY',
    )
    await first.kill()
    await second.start()
    expect(second.isRunning()).toBe(true)
  },
  LIMIT_MS,
)

it(
  'a process that another one replaced, while its connection was lost, exits and says why',
  async () => {
    const dataDir = await temporaryDirectory()
    const server = serverProcess({
      port: await freePort(),
      dataDir,
      env: { DATABASE_URL: database.connectionString, NODE_ENV: 'production', ALLOW_SANDBOX: '1' },
    })
    onTestFinished(async () => void (server.isRunning() && (await server.stop())))
    await server.start()
    await replaceHolder('exclusive')
    await server.exited()
    expect(server.printed()).toMatch(
      /Another server process took this database while its connection was lost\. Stop it first, or set LIVEKIT_URL/,
    )
    expect(server.printed()).not.toMatch(/^\s+at /m)
  },
  LIMIT_MS,
)

it(
  'a second server on one DATA_DIR stops at once and harms nothing, with a Postgres of the operator too',
  async () => {
    const dataDir = await temporaryDirectory()
    const start = async () =>
      serverProcess({
        port: await freePort(),
        dataDir,
        env: { DATABASE_URL: database.connectionString, LOG_LEVEL: 'fatal' },
      })
    const [first, second] = [await start(), await start()]
    onTestFinished(async () => {
      await Promise.all([first, second].map(server => (server.isRunning() ? server.stop() : null)))
    })
    await first.start()
    await expect(second.start()).rejects.toThrow(
      `Another Parley server already uses ${dataDir}. Stop it first`,
    )
    expect((await fetch(`${first.origin}/readyz`)).status).toBe(200)
    await first.kill()
    await second.start()
    expect(await second.stop()).toBe(0)
    await first.start()
  },
  LIMIT_MS,
)
