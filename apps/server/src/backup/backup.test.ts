import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createPool } from '../db/client.ts'
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { lockDatabase } from '../db/process-lock.ts'
import type { S3Settings } from '../providers/files-s3/s3-client.ts'
import { openS3Images } from '../providers/files-s3/s3-images.ts'
import { type ObjectStore, objectStore } from '../providers/files-s3/testing/object-store.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { findServerProgram, serverFile } from '../testing/server-programs.ts'
import { withAdmin } from '../testing/template.ts'
import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'

const LIMIT_MS = 120_000
const PICTURE = 'aa/00000000-0000-0000-0000-0000000000aa/256.webp'

type Command = 'backup' | 'restore' | 'audit' | 'reconcile'

/** Runs one of the operator's commands as a process of its own. */
async function run(
  command: Command,
  place: { databaseUrl?: string; dataDir: string; env?: Record<string, string>; disk?: 'full' },
  ...options: string[]
) {
  const file = serverFile(new URL(`../${command}.ts`, import.meta.url))
  const env = {
    ...process.env,
    ...place.env,
    NODE_ENV: 'test',
    DATA_DIR: place.dataDir,
    DATABASE_URL: place.databaseUrl ?? '',
  }
  // No file may have more than 2 kB: to the process that is a disk that takes no more.
  const full = place.disk === 'full' ? ['sh', '-c', 'ulimit -f 4; exec "$@"', 'sh'] : []
  const [program = '', ...given] = [...full, process.execPath, file, ...options]
  const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS })
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

  it('says in a sentence that the user of the database may not create tables', async () => {
    const { adminUrl } = inject('testDatabases')
    const user = `parley_weak_${process.pid}`
    const weak = new URL(empty.connectionString)
    weak.username = user
    await withAdmin(adminUrl, admin => admin.query(`create role ${user} login`))
    const refused = await run('restore', { databaseUrl: weak.href, dataDir }, backup, '--force')
    await withAdmin(adminUrl, admin => admin.query(`drop role ${user}`))
    expect(refused).toMatchObject({
      code: 1,
      said: expect.stringContaining('its user may not create tables'),
    })
    expect(refused.said.trim().split('\n')).toHaveLength(1)
  })

  it('does not begin while a server runs on the embedded Postgres', async () => {
    const at = { dataDir: await temporaryDirectory() }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const running = await startEmbeddedPostgres({ ...at, log, durability: 'test' })
    await migrateDatabase(running.connection)
    const refused = await run('restore', at, backup, '--force')
    const pool = createPool({ connection: running.connection, log, size: 1 })
    const people = await pool.query('select 1 from users')
    await pool.end()
    await running.stop()
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Another Parley server already') })
    expect(refused.said.trim().split('\n')).toHaveLength(1)
    expect(people.rowCount).toBe(0)
    expect((await run('restore', at, backup, '--force')).code).toBe(0)
  })

  it.each([
    ['is cut off', '{"format": 1, "takenAt'],
    ['is empty', ''],
    ['is something else', '[]'],
  ])('says in a sentence that the manifest of a backup %s', async (_how, manifest) => {
    const source = join(await temporaryDirectory(), 'broken')
    await mkdir(source)
    await writeFile(join(source, 'manifest.json'), manifest)
    const refused = await run('restore', elsewhere(), source, '--force')
    expect(refused.code).toBe(1)
    expect(refused.said.trim()).toMatch(/^\S+manifest\.json is not one that this version reads[^\n]*$/)
  })

  it('moves an installation from the Postgres of its own to another and back', async () => {
    const embedded = { dataDir: await temporaryDirectory() }
    expect(await run('restore', embedded, backup)).toMatchObject({ code: 0 })
    // A command that fails leaves no Postgres that keeps the folder from the next one.
    const other = {
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
    }
    expect(await run('reconcile', { ...embedded, env: other })).toEqual({
      code: 1,
      said: expect.stringMatching(/^STRIPE_SECRET_KEY leads to Stripe with test keys[^\n]*\n$/),
    })
    const again = join(await temporaryDirectory(), 'again')
    expect(await run('backup', embedded, again)).toMatchObject({ code: 0 })
    expect((await run('restore', elsewhere(), again, '--force')).code).toBe(0)
    expect(await contents(empty)).toEqual(await contents(testServer.server.database))
  })
})

const gateway = findServerProgram('versitygw')

describe.skipIf(!gateway)('pictures that were on a disk', () => {
  let store: ObjectStore
  beforeAll(async () => {
    store = await objectStore(gateway ?? '')
    await store.start()
  })
  afterAll(() => store?.stop())

  const envOf = ({ bucket, endpoint, credentials }: S3Settings) => ({
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint ?? '',
    S3_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
    S3_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
  })

  it('go into the bucket when a restore has one, and a backup from there has none', async () => {
    const settings = await store.newBucket()
    const withBucket = { ...elsewhere(), env: envOf(settings) }
    const done = await run('restore', withBucket, backup, '--force')
    expect(done.code, done.said).toBe(0)
    const images = openS3Images(settings)
    const found = await images.open(PICTURE.split('/')[1] ?? '', { widthPx: 256, format: 'webp' })
    expect(found && (await text(found.stream))).toBe('a picture')
    images.close()

    const later = join(await temporaryDirectory(), 'later')
    expect((await run('backup', withBucket, later)).code).toBe(0)
    expect(await run('restore', elsewhere(), later, '--force')).toMatchObject({
      code: 1,
      said: expect.stringContaining(`in the bucket ${settings.bucket}: set S3_BUCKET to it`),
    })
  })

  it('change nothing while the bucket does not work', async () => {
    const settings = { ...(await store.newBucket()), bucket: 'no-such-bucket' }
    const before = await contents(empty)
    const refused = await run('restore', { ...elsewhere(), env: envOf(settings) }, backup, '--force')
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed') })
    expect(refused.said.trim().split('\n')).toHaveLength(1)
    expect(await contents(empty)).toEqual(before)
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

  it('that fills the disk leaves nothing there, so that the next one has room', async () => {
    const folder = await temporaryDirectory()
    const { code, said } = await run('backup', { ...place(), disk: 'full' }, join(folder, 'backup'))
    expect(code).toBe(1)
    expect(said).toContain('The backup could not be written')
    expect(said).toContain('What was written of it is removed.')
    expect(await readdir(folder)).toEqual([])
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
