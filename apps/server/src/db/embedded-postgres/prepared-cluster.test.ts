import { cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDataDir, createScratch, queryOnce, silentLog } from '../../testing/data-dir.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { knownMigrations, MIGRATIONS_FOLDER } from '../migrate.ts'
import { clusterDirOf } from './cluster.ts'
import { preparedCluster, prepareEmptyCluster } from './prepared-cluster.ts'

const MIGRATIONS = 'select count(*)::int as count from drizzle.__drizzle_migrations'

async function start(dataDir: string, prepared: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, prepared: () => prepared })
  onTestFinished(() => postgres.stop())
  return postgres
}

describe('database files that were made in advance', () => {
  test('a new DATA_DIR gets a copy: all migrations, no people, for its user alone', async () => {
    const root = await createScratch()
    await prepareEmptyCluster(root)
    const prepared = preparedCluster(root)
    expect(await readdir(root)).toEqual([basename(prepared)])

    const dataDir = await createDataDir()
    const { connectionString } = await start(dataDir, prepared)
    expect(await queryOnce(connectionString, MIGRATIONS)).toEqual({ count: knownMigrations().length })
    expect(await queryOnce(connectionString, 'select count(*)::int as users from users')).toEqual({
      users: 0,
    })
    const settings = `select current_setting('fsync') as fsync, current_setting('server_encoding') as encoding`
    expect(await queryOnce(connectionString, settings)).toEqual({ fsync: 'on', encoding: 'UTF8' })
    expect((await stat(clusterDirOf(dataDir))).mode & 0o777).toBe(0o700)
    expect(await readdir(dataDir)).not.toContainEqual(expect.stringContaining('unfinished'))

    // What one server writes reaches neither the prepared files nor the next copy.
    await queryOnce(connectionString, 'create table kept as select 7 as number')
    const other = await start(await createDataDir(), prepared)
    await expect(queryOnce(other.connectionString, 'select number from kept')).rejects.toThrow(/not exist/)
  })

  test.each([
    ['of another Postgres', (prepared: string) => writeFile(join(prepared, 'PG_VERSION'), '9\n')],
    ['that cannot be copied', (prepared: string) => mkdir(join(prepared, 'PG_VERSION'))],
  ])('a DATA_DIR is made without files %s', async (_, spoil) => {
    const prepared = join(await createScratch(), 'prepared')
    await mkdir(prepared)
    await spoil(prepared)
    const dataDir = await createDataDir()
    const { connectionString } = await start(dataDir, prepared)
    expect(await queryOnce(connectionString, 'select 1 as one')).toEqual({ one: 1 })
    expect(await readFile(join(clusterDirOf(dataDir), 'PG_VERSION'), 'utf8')).not.toBe('9\n')
  })

  test('a DATA_DIR with a database keeps it', async () => {
    const dataDir = await createDataDir()
    const first = await start(dataDir, '/nowhere')
    await queryOnce(first.connectionString, 'create table kept as select 7 as number')
    await first.stop()
    const root = await createScratch()
    await prepareEmptyCluster(root)
    const second = await start(dataDir, preparedCluster(root))
    expect(await queryOnce(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
  })

  test('those of other migrations have another place, and the older ones are removed', async () => {
    const root = await createScratch()
    const folder = join(await createScratch(), 'migrations')
    await cp(MIGRATIONS_FOLDER, folder, { recursive: true })
    const journal = join(folder, 'meta/_journal.json')
    const read = JSON.parse(await readFile(journal, 'utf8'))
    await writeFile(journal, JSON.stringify({ ...read, entries: read.entries.slice(0, -1) }))

    await prepareEmptyCluster(root, folder)
    expect(preparedCluster(root, folder)).not.toBe(preparedCluster(root))
    await prepareEmptyCluster(root)
    expect(await readdir(root)).toEqual([basename(preparedCluster(root))])
  })
})
