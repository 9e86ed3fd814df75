import { spawn } from 'node:child_process'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDataDir, queryOnce, silentLog, startPostgres } from '../../testing/data-dir.ts'
import { startHolder } from '../../testing/data-dir-holder.ts'
import { createPool } from '../client.ts'
import { clusterDirOf } from './cluster.ts'
import { readPostmasterPid } from './processes.ts'

async function postmasterOf(dataDir: string): Promise<number> {
  const pid = await readPostmasterPid(clusterDirOf(dataDir))
  if (pid === undefined) throw new Error('no postmaster runs')
  return pid
}

/** A connection in the midst of a statement that lasts some seconds after its postmaster's death. */
async function startBusyBackend(connectionString: string | undefined): Promise<number> {
  const client = new Client({ connectionString })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const busy = client.query(`do $$ declare n int8 := 0; begin
    for i in 1..2147483647 loop n := n + 1; exit when clock_timestamp() > now() + interval '3 s'; end loop; end $$`)
  // The backend is killed while the statement runs.
  busy.catch(() => undefined)
  onTestFinished(() => client.end())
  return rows[0]?.pid ?? 0
}

test('a server killed outright leaves Postgres running, and the next server takes it over', async () => {
  const dataDir = await createDataDir()
  const killed = await startHolder(dataDir)
  await queryOnce(killed.report.connectionString, 'create table kept as select 7 as number')
  const pid = await postmasterOf(dataDir)
  await killed.kill()

  const next = await startPostgres(dataDir)
  expect(await postmasterOf(dataDir)).toBe(pid)
  expect(await queryOnce(next.connectionString, 'select number from kept')).toEqual({ number: 7 })
  expect((await startHolder(dataDir)).report.refusal).toBe('DataDirInUse')

  await next.stop()
  expect(await readPostmasterPid(clusterDirOf(dataDir))).toBeUndefined()
})

test('of two servers started together on an orphan one takes it over and one is refused', async () => {
  const dataDir = await createDataDir()
  await (await startHolder(dataDir)).kill()
  const holders = await Promise.all([startHolder(dataDir), startHolder(dataDir)])
  expect(holders.map(holder => holder.report.refusal ?? 'serves').sort()).toEqual(['DataDirInUse', 'serves'])
})

test('an adopted Postgres that dies is started again', async () => {
  const dataDir = await createDataDir()
  await (await startHolder(dataDir)).kill()
  const { connectionString } = await startPostgres(dataDir)
  const pid = await postmasterOf(dataDir)
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => postmasterOf(dataDir).catch(() => pid), { timeout: 60_000 }).not.toBe(pid)
  await expect
    // Postgres restarts; the poll asks again.
    .poll(() => queryOnce(connectionString, 'select 1 as one').catch(() => undefined), { timeout: 60_000 })
    .toEqual({ one: 1 })
})

test('a pool heals after Postgres is killed amid a transaction, and what was committed is there', async () => {
  const dataDir = await createDataDir()
  const { connectionString } = await startPostgres(dataDir)
  const pool = createPool({ connection: connectionString, log: silentLog, size: 3 })
  onTestFinished(() => pool.end())
  await pool.query('create table claims (slot integer primary key)')
  await pool.query('insert into claims values (1)')
  const inUse = await pool.connect()
  await inUse.query('begin; insert into claims values (2)')
  const cutOff = new Promise(resolve => inUse.once('end', resolve))
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  await cutOff
  await expect(inUse.query('commit')).rejects.toThrow()
  inUse.release()

  const rows = () =>
    pool.query('select slot from claims').then(
      result => result.rows,
      () => undefined,
    )
  await expect.poll(rows, { timeout: 60_000 }).toEqual([{ slot: 1 }])
  await Promise.all(Array.from({ length: 9 }, () => pool.query('select pg_sleep(0.01)')))
})

test('a crashed connection process takes the others down but not the server', async () => {
  const dataDir = await createDataDir()
  const { connectionString } = await startPostgres(dataDir)
  const pid = await postmasterOf(dataDir)
  process.kill(await startBusyBackend(connectionString), 'SIGKILL')
  // Postgres restarts; the poll asks again.
  const serves = () => queryOnce(connectionString, 'select 1 as one').catch(() => undefined)
  await expect.poll(serves, { timeout: 60_000 }).toEqual({ one: 1 })
  expect(await postmasterOf(dataDir)).toBe(pid)
})

test('after server and Postgres are both killed, a start waits for the busy remains and serves', async () => {
  const dataDir = await createDataDir()
  const killed = await startHolder(dataDir)
  await queryOnce(killed.report.connectionString, 'create table kept as select 7 as number')
  await startBusyBackend(killed.report.connectionString)
  const pid = await postmasterOf(dataDir)
  process.kill(pid, 'SIGSTOP')
  await killed.kill()
  process.kill(pid, 'SIGKILL')

  const { connectionString } = await startPostgres(dataDir)
  expect(await queryOnce(connectionString, 'select number from kept')).toEqual({ number: 7 })
  const log = await readFile(join(dataDir, 'postgres.log'), 'utf8')
  expect(log).toMatch(/pre-existing shared memory block|lock file ".*" already exists/)
})

test('a note of a dead postmaster whose number another process got does not hinder the start', async () => {
  const dataDir = await createDataDir()
  await (await startPostgres(dataDir)).stop()
  const { uid, gid } = await stat(clusterDirOf(dataDir))
  const stranger = spawn('sleep', ['60'], { cwd: '/', ...(process.geteuid?.() === 0 ? { uid, gid } : {}) })
  onTestFinished(() => void stranger.kill())
  const socket = '.s.PGSQL.5432'
  await writeFile(
    join(clusterDirOf(dataDir), 'postmaster.pid'),
    `${stranger.pid}\n/elsewhere\n1\n5432\n.\n\n`,
  )
  await writeFile(
    join(clusterDirOf(dataDir), `${socket}.lock`),
    `${stranger.pid}\n/elsewhere\n1\n5432\n.\n\n`,
  )
  const { connectionString } = await startPostgres(dataDir)
  expect(await queryOnce(connectionString, 'select 1 as one')).toEqual({ one: 1 })
  expect(stranger.exitCode).toBeNull()
})

test('an orphan with other settings is replaced, not adopted', async () => {
  const dataDir = await createDataDir()
  const killed = await startHolder(dataDir, { durability: 'test' })
  const pid = await postmasterOf(dataDir)
  await killed.kill()
  const { connectionString } = await startPostgres(dataDir)
  expect(await postmasterOf(dataDir)).not.toBe(pid)
  expect(await queryOnce(connectionString, 'show fsync')).toEqual({ fsync: 'on' })
})

test('a first start that was cut short leaves nothing behind that the next one trips over', async () => {
  const dataDir = await createDataDir()
  await mkdir(join(dataDir, 'postgres.unfinished-abc'))
  await writeFile(join(dataDir, 'postgres.unfinished-abc', 'PG_VERSION'), '18\n')
  await startPostgres(dataDir)
  expect((await readdir(dataDir)).sort()).toEqual(['postgres', 'postgres.log', 'server.lock'])
})

test('the server is told when its Postgres cannot be brought back', async () => {
  const dataDir = await createDataDir()
  const gone = Promise.withResolvers<Error>()
  await startPostgres(dataDir, gone.resolve)
  await rm(join(clusterDirOf(dataDir), 'global'), { recursive: true })
  process.kill(await postmasterOf(dataDir), 'SIGKILL')
  expect((await gone.promise).message).toMatch(/does not start: .*pg_control/s)
})

test('data of another major version is refused with a sentence and left as it is', async () => {
  const dataDir = await createDataDir()
  await (await startPostgres(dataDir)).stop()
  await writeFile(join(clusterDirOf(dataDir), 'PG_VERSION'), '17\n')
  await expect(startPostgres(dataDir)).rejects.toThrow(/made by Postgres 17 and this is Postgres 18/)
})
