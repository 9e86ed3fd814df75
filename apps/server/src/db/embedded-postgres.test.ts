import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createDataDir, queryOnce, startPostgres } from '../testing/data-dir.ts'
import { startHolder } from '../testing/data-dir-holder.ts'
import { readPostmasterPid } from './embedded-postgres/processes.ts'
import { DataDirInUse, startEmbeddedPostgres } from './embedded-postgres.ts'

test('the first start makes a safe database', async () => {
  const dataDir = await createDataDir()
  const { connectionString } = await startPostgres(dataDir)
  const settings = await queryOnce(
    connectionString,
    `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
       current_setting('max_connections') as connections, current_setting('timezone') as timezone,
       current_setting('server_encoding') as encoding, current_setting('listen_addresses') as addresses,
       (select to_jsonb(d) ->> 'datlocale' from pg_database d where datname = current_database()) as locale, upper('é') as upper`,
  )
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    connections: '200',
    timezone: 'UTC',
    encoding: 'UTF8',
    addresses: '',
    locale: 'C.UTF-8',
    upper: 'É',
  })
})

test('the application cannot start programs or read files through SQL', async () => {
  const { connectionString } = await startPostgres(await createDataDir())
  await expect(queryOnce(connectionString, `copy (select 1) to program 'true'`)).rejects.toThrow(/denied/)
  await expect(queryOnce(connectionString, `select pg_read_file('/etc/passwd')`)).rejects.toThrow(/denied/)
})

test('what was written before a stop is there after the next start', async () => {
  const dataDir = await createDataDir()
  const first = await startPostgres(dataDir)
  await queryOnce(first.connectionString, 'create table kept as select 7 as number')
  await first.stop()
  expect(await readPostmasterPid(join(dataDir, 'postgres'))).toBeUndefined()
  const second = await startPostgres(dataDir)
  expect(await queryOnce(second.connectionString, 'select number from kept')).toEqual({ number: 7 })
})

test('a second server on one DATA_DIR stops at once with a plain sentence and harms nothing', async () => {
  const dataDir = await createDataDir()
  const first = await startPostgres(dataDir)
  await queryOnce(first.connectionString, 'create table kept as select 7 as number')
  const pid = await readPostmasterPid(join(dataDir, 'postgres'))
  const { report, child } = await startHolder(dataDir)
  expect(report).toEqual({ refusal: 'DataDirInUse', message: new DataDirInUse(dataDir).message })
  await expect.poll(() => child.exitCode).toBe(0)
  expect(await readPostmasterPid(join(dataDir, 'postgres'))).toBe(pid)
  expect(await queryOnce(first.connectionString, 'select number from kept')).toEqual({ number: 7 })
})

test('a second start in the same process is refused, and the first still holds afterwards', async () => {
  const dataDir = await createDataDir()
  await startPostgres(dataDir)
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(DataDirInUse)
  expect((await startHolder(dataDir)).report.refusal).toBe('DataDirInUse')
})

test('of two servers started together on an empty DATA_DIR one serves and one is refused', async () => {
  const dataDir = await createDataDir()
  const holders = await Promise.all([startHolder(dataDir), startHolder(dataDir)])
  expect(holders.map(holder => holder.report.refusal ?? 'serves').sort()).toEqual(['DataDirInUse', 'serves'])
})

test('the log of Postgres holds nothing that people entered', async () => {
  const dataDir = await createDataDir()
  const { connectionString } = await startPostgres(dataDir)
  await queryOnce(connectionString, 'create table people (email text primary key)')
  await queryOnce(connectionString, `insert into people values ('ada@example.test')`)
  await expect(queryOnce(connectionString, `insert into people values ('ada@example.test')`)).rejects.toThrow(
    /duplicate/,
  )
  await expect(queryOnce(connectionString, `select 'ada@example.test'::uuid`)).rejects.toThrow(/invalid/)
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toContain('ready to accept connections')
  expect(log).not.toContain('ada@example.test')
})
