import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockDatabase } from '../db/process-lock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { serverFile } from '../testing/server-programs.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'

const LIMIT_MS = 120_000
const PICTURE = 'aa/00000000-0000-0000-0000-0000000000aa/256.webp'

type Command = 'backup' | 'restore' | 'audit'

/** Runs one of the operator's commands as a process of its own. */
async function run(command: Command, place: { databaseUrl?: string; dataDir: string }, ...options: string[]) {
  const file = serverFile(new URL(`../${command}.ts`, import.meta.url))
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
  }
  const child = spawn(process.execPath, [file, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stdout.on('data', chunk => (said += String(chunk)))
  child.stderr.on('data', chunk => (said += String(chunk)))
  const [code] = (await once(child, 'exit')) as [number]
  return { code, said }
}

/** Left out: when the operator's own commands last ran. A backup notes its own end there, after its copy is made. */
const NOTED_BY_COMMANDS = 'operator_runs'

/** Everything in a database that a restore has to bring back, as text. */
async function contents({ pool }: Pick<TestDatabase, 'pool'>): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables.filter(table => table.name !== NOTED_BY_COMMANDS)) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from "${name}" t order by 1`)
    all[name] = rows.map(row => row.line)
  }
  return all
}

let testServer: TestServer
let dataDir: string
let backup: string
let empty: TestDatabase
const place = () => ({
  databaseUrl: testServer.server.config.databaseUrl ?? '',
  dataDir: testServer.server.config.dataDir,
})
const elsewhere = () => ({ databaseUrl: empty.connectionString, dataDir })

beforeAll(async () => {
  testServer = await openTestServer({ env: { SECRETS_KEY: 'a wrapping key of the tests alone' } })
  const [fan, influencer] = [await testServer.fan('fan'), await testServer.influencer('star')]
  const kept = await testServer.bookAndPay(fan, influencer)
  const refused = await testServer.bookAndPay(fan, influencer)
  await testServer.call(influencer, `POST /api/parley/parley_request/${refused.slug}/reject/`)
  await testServer.server.doDueWork()
  expect(kept.id).not.toBe(refused.id)
  const media = join(testServer.server.config.dataDir, 'media')
  await mkdir(join(media, PICTURE, '..'), { recursive: true })
  await writeFile(join(media, PICTURE), 'a picture')
  dataDir = await temporaryDirectory()
  backup = join(await temporaryDirectory(), 'backup')
  const { code, said } = await run('backup', place(), backup)
  expect(code, said).toBe(0)
  empty = await createTestDatabase()
  await empty.pool.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
}, LIMIT_MS)
afterAll(async () => {
  await testServer.close()
  await empty.close()
}, LIMIT_MS)

describe('the restore drill', () => {
  it('brings every row and picture back into an empty database, and the books agree', async () => {
    const { code, said } = await run('restore', elsewhere(), backup)
    expect(code, said).toBe(0)
    expect(said).toContain('The books agree.')
    const [before, after] = [await contents(testServer.server.database), await contents(empty)]
    expect(after).toEqual(before)
    expect(before.postings?.length).toBeGreaterThan(0)
    expect(await readFile(join(dataDir, 'media', PICTURE), 'utf8')).toBe('a picture')
    expect((await run('audit', elsewhere())).code).toBe(0)
  })

  it('leaves the journal as unchangeable and the keys as foreign as they were', async () => {
    await expect(empty.pool.query('delete from postings')).rejects.toThrow()
    const keys = `select count(*) from pg_constraint where contype = 'f' and convalidated`
    const count = async ({ pool }: Pick<TestDatabase, 'pool'>) => (await pool.query(keys)).rows[0]
    expect(await count(empty)).toEqual(await count(testServer.server.database))
  })

  it('does not overwrite people unless it is forced to', async () => {
    await empty.pool.query(`update users set first_name = 'Changed'`)
    const refused = await run('restore', elsewhere(), backup)
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('--force') })
    expect((await run('restore', elsewhere(), backup, '--force')).code).toBe(0)
    expect((await empty.pool.query(`select 1 from users where first_name = 'Changed'`)).rowCount).toBe(0)
  })

  it('does not begin while a server uses the database', async () => {
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const server = await lockDatabase({ connection: empty.connectionString, mode: 'shared', log })
    const refused = await run('restore', elsewhere(), backup, '--force')
    await server.release()
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Another server process') })
  })

  it('moves an installation from the Postgres of its own to another and back', async () => {
    const embedded = { dataDir: await temporaryDirectory() }
    expect(await run('restore', embedded, backup)).toMatchObject({ code: 0 })
    const again = join(await temporaryDirectory(), 'again')
    expect(await run('backup', embedded, again)).toMatchObject({ code: 0 })
    expect((await run('restore', elsewhere(), again, '--force')).code).toBe(0)
    expect(await contents(empty)).toEqual(await contents(testServer.server.database))
  })
})

describe('a backup', () => {
  it('is not written over another', async () => {
    expect(await run('backup', place(), backup)).toMatchObject({
      code: 1,
      said: expect.stringContaining('is there already'),
    })
  })

  it('that the disk does not take fails with a sentence, and names what is left of it', async () => {
    const file = join(await temporaryDirectory(), 'a-file')
    await writeFile(file, '')
    const target = join(file, 'backup')
    const { code, said } = await run('backup', place(), target)
    expect(code).toBe(1)
    expect(said).toContain('The backup could not be written: ENOTDIR')
    expect(said).toContain(`${target}.unfinished`)
    expect(said.trim().split('\n')).toHaveLength(1)
  })

  it('that is damaged is refused before anything is changed', async () => {
    const damaged = join(await temporaryDirectory(), 'damaged')
    await cp(backup, damaged, { recursive: true })
    await appendFile(join(damaged, 'tables', 'users.jsonl.gz'), 'x')
    const before = await contents(empty)
    const refused = await run('restore', elsewhere(), damaged, '--force')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('checksum') })
    expect(await contents(empty)).toEqual(before)
  })

  it('leaves out signing keys that are not encrypted, and a restore says that everybody logs in again', async () => {
    const plain = await openTestServer()
    try {
      await plain.fan('keyless')
      const from = {
        databaseUrl: plain.server.config.databaseUrl ?? '',
        dataDir: plain.server.config.dataDir,
      }
      const parent = await temporaryDirectory()
      const [without, complete] = [join(parent, 'without'), join(parent, 'complete')]
      const said = await run('backup', from, without)
      expect(said).toMatchObject({
        code: 0,
        said: expect.stringContaining('5 signing keys are not in it'),
      })
      const keys = `select kid, value from signing_keys order by 1`
      const stored = (await plain.server.database.pool.query(keys)).rows
      const restored = async (source: string) => {
        const done = await run('restore', elsewhere(), source, '--force')
        expect(done.code, done.said).toBe(0)
        return { said: done.said, keys: (await empty.pool.query(keys)).rows }
      }
      expect(await restored(without)).toMatchObject({
        keys: [],
        said: expect.stringContaining('everybody logs in again'),
      })
      expect((await empty.pool.query('select 1 from users')).rowCount).toBe(1)

      const kept = await run('backup', from, complete, '--with-unencrypted-keys')
      expect(kept, kept.said).toMatchObject({ code: 0 })
      expect(kept.said).not.toContain('signing keys')
      const whole = await restored(complete)
      expect(whole.keys).toEqual(stored)
      expect(whole.said).not.toContain('logs in again')
    } finally {
      await plain.close()
    }
  })

  it('of another version of the product is refused', async () => {
    const other = join(await temporaryDirectory(), 'other')
    await cp(backup, other, { recursive: true })
    const manifest = JSON.parse(await readFile(join(other, 'manifest.json'), 'utf8'))
    manifest.migrations.push('of a later version')
    await writeFile(join(other, 'manifest.json'), JSON.stringify(manifest))
    expect(await run('restore', elsewhere(), other, '--force')).toMatchObject({
      code: 1,
      said: expect.stringContaining('with the version that made it'),
    })
  })
})
