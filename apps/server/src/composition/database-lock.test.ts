import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const lock = (mode: 'exclusive' | 'shared') =>
  lockDatabase({ connection: database.connectionString, mode, log, waitMs: 0 })

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

  it('is taken again when its connection was lost', async () => {
    const alone = await lock('exclusive')
    onTestFinished(() => alone.release())
    const holders = async () => {
      const { rows } = await database.pool.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
      return rows.map(row => row.pid)
    }
    const [before] = await holders()
    await database.pool.query('select pg_terminate_backend($1)', [before])
    await vi.waitFor(
      async () => {
        const [after] = await holders()
        expect(after).toBeDefined()
        expect(after).not.toBe(before)
      },
      { timeout: 60_000 },
    )
    await expect(lock('exclusive')).rejects.toThrow(DatabaseInUse)
  })
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
