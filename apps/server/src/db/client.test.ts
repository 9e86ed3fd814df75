import { sql } from 'drizzle-orm'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import {
  afterCommit,
  createDatabase,
  createPool,
  type Db,
  type PoolOptions,
  withTransaction,
} from './client.ts'
import { isDatabaseAway } from './database-away.ts'
import { isUniqueViolation, postgresErrorOf } from './postgres-errors.ts'

const { db, pool, connectionString, close } = await createTestDatabase({ size: 10 })
afterAll(close)
await pool.query('create table balances (owner text primary key, pence integer not null)')

async function setBalances(first: number, second: number): Promise<void> {
  await pool.query('delete from balances')
  await pool.query(`insert into balances values ('ada', $1), ('bob', $2)`, [first, second])
}

async function balanceOf(on: Pick<Db, 'execute'>, owner: string): Promise<number> {
  const { rows } = await on.execute<{ pence: number }>(sql`select pence from balances where owner = ${owner}`)
  return rows[0]?.pence ?? Number.NaN
}

function openPool(size: number, more: Partial<PoolOptions> = {}) {
  const own = createPool({ connection: connectionString, log: silentLog, size, ...more })
  onTestFinished(() => own.end())
  return own
}

test('a transaction that fails leaves nothing behind and gives its connection back', async () => {
  await setBalances(100, 0)
  const own = openPool(1)
  const failing = withTransaction(createDatabase(own), async tx => {
    await tx.execute(sql`update balances set pence = 0`)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await balanceOf(createDatabase(own), 'ada')).toBe(100)
})

test('what follows a commit runs once, after the commit, and never if the transaction fails', async () => {
  await setBalances(100, 0)
  const followed: Promise<number>[] = []
  const follow = () => void followed.push(balanceOf(db, 'ada'))
  const failing = withTransaction(db, async tx => {
    afterCommit(tx, follow)
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(followed).toEqual([])
  await withTransaction(db, async tx => {
    afterCommit(tx, follow)
    await tx.execute(sql`update balances set pence = 40 where owner = 'ada'`)
    afterCommit(tx, follow)
    expect(followed).toEqual([])
  })
  // Another connection reads what was committed.
  expect(await Promise.all(followed)).toEqual([40])
})

test('two transfers that lock each other out both arrive', async () => {
  await setBalances(100, 100)
  const bothHoldOne = Promise.withResolvers<void>()
  let holding = 0
  let attempts = 0
  const transfer = (from: string, to: string) =>
    withTransaction(db, async tx => {
      attempts++
      await tx.execute(sql`update balances set pence = pence - 10 where owner = ${from}`)
      if (++holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await tx.execute(sql`update balances set pence = pence + 10 where owner = ${to}`)
    })
  await Promise.all([transfer('ada', 'bob'), transfer('bob', 'ada')])
  expect([await balanceOf(db, 'ada'), await balanceOf(db, 'bob')]).toEqual([100, 100])
  // One of them tried again, on a busy machine more than once.
  expect(attempts).toBeGreaterThanOrEqual(3)
})

test('serializable transactions in each other’s way are run again until all are counted', async () => {
  await setBalances(0, 0)
  const add = () =>
    withTransaction(
      db,
      async tx => {
        const before = await balanceOf(tx, 'ada')
        await tx.execute(sql`update balances set pence = ${before + 1} where owner = 'ada'`)
      },
      { isolationLevel: 'serializable' },
    )
  await Promise.all([add(), add(), add()])
  expect(await balanceOf(db, 'ada')).toBe(3)
})

test('a transaction that always fails to serialize is given up after five attempts', async () => {
  let attempts = 0
  const hopeless = withTransaction(db, async tx => {
    attempts++
    await tx.execute(sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`)
  })
  await expect(hopeless).rejects.toSatisfy(error => postgresErrorOf(error)?.code === '40001')
  expect(attempts).toBe(5)
})

test('any other failure is not tried again', async () => {
  await setBalances(0, 0)
  let attempts = 0
  const failing = withTransaction(db, async tx => {
    attempts++
    await tx.execute(sql`insert into balances values ('ada', 1)`)
  })
  await expect(failing).rejects.toSatisfy(error => isUniqueViolation(error, 'balances_pkey'))
  await expect(failing).rejects.not.toSatisfy(error => isUniqueViolation(error, 'another_key'))
  expect(attempts).toBe(1)
})

test('a connection whose transaction could not begin is not lost to the pool', async () => {
  const own = openPool(1)
  own.once('acquire', client => {
    client.query = () => Promise.reject(new Error('cannot begin'))
  })
  await expect(withTransaction(createDatabase(own), async () => 'done')).rejects.toThrow()
  expect(own.idleCount).toBe(own.totalCount)
})

test('connections limit what they do and say whose they are', async () => {
  const { rows } = await pool.query(
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle,
       current_setting('application_name') as name`,
  )
  expect(rows).toEqual([{ statement: '15s', lock: '10s', idle: '10s', name: 'parley' }])
})

test("the operator's own commands read for as long as it takes", async () => {
  const own = openPool(1, { limits: 'none' })
  const { rows } = await own.query(
    `select current_setting('statement_timeout') as statement,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('lock_timeout') as lock`,
  )
  expect(rows).toEqual([{ statement: '0', idle: '0', lock: '10s' }])
})

/** Ends the connection that runs a statement with these words, once it does and after `before`. */
async function cutOff(words: string, before: () => Promise<unknown> = async () => undefined): Promise<void> {
  const running = `from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like $1`
  await vi.waitFor(
    async () => {
      const { rows } = await pool.query(`select pid ${running}`, [`%${words}%`])
      expect(rows).toHaveLength(1)
      await before()
      const { rowCount } = await pool.query(`select pg_terminate_backend(pid) ${running}`, [`%${words}%`])
      expect(rowCount).toBe(1)
    },
    { timeout: 60_000, interval: 20 },
  )
}

test('a read whose connection went is asked again', async () => {
  const own = openPool(1)
  // Long enough for a busy machine to find it; the second one is short.
  await pool.query('create table how_long as select 10 as seconds')
  const read = own.query(`select 7 as answer, pg_sleep(seconds) as asked_twice from how_long`)
  await cutOff('asked_twice', () => pool.query('update how_long set seconds = 0'))
  expect((await read).rows).toMatchObject([{ answer: 7 }])
})

test('a write whose connection went is not done again, and is known for an outage', async () => {
  await pool.query('create table written (what text)')
  const own = openPool(1)
  const write = own.query(`insert into written select 'once' from pg_sleep(10)`)
  const failed = expect(write).rejects.toSatisfy(isDatabaseAway)
  await cutOff('insert into written')
  await failed
  expect((await own.query('select * from written')).rows).toEqual([])
})

test('a transaction that could not begin on a lost connection begins on another', async () => {
  const own = openPool(1)
  own.once('acquire', client => {
    client.query = () => Promise.reject(new Error('Connection terminated unexpectedly'))
  })
  expect(await withTransaction(createDatabase(own), async () => 'done')).toBe('done')
})

test('a statement that takes too long is an outage, and its connection is not given to another', async () => {
  const own = openPool(1)
  const slow = withTransaction(createDatabase(own), async tx => {
    await tx.execute(sql`set local statement_timeout = 50`)
    await tx.execute(sql`select pg_sleep(5)`)
  })
  await expect(slow).rejects.toSatisfy(isDatabaseAway)
  expect(own.idleCount).toBe(0)
})

test('a lost connection is logged, and not while all are being closed', async () => {
  const log = { ...silentLog, warn: vi.fn() }
  const own = createPool({ connection: connectionString, log, size: 1 })
  const client = await own.connect()
  client.release()
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where pid = ${Reflect.get(client, 'processID')}`,
  )
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce(), { timeout: 60_000 })
  await own.end()
  // Postgres may stop before it has read that they are closed.
  own.emit('error', new Error('terminating connection due to administrator command'), client)
  expect(log.warn).toHaveBeenCalledOnce()
})

test('a caller who waits for a connection in vain gets an outage', async () => {
  const own = openPool(1, { waitMs: 100 })
  const held = await own.connect()
  onTestFinished(() => held.release())
  await expect(own.query('select 1')).rejects.toSatisfy(isDatabaseAway)
})

test.each([
  ['a key that exists', '23505'],
  ['a mistake in a statement', '42601'],
])('%s is no outage', async (_what, code) => {
  const failing = pool.query(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`)
  await expect(failing).rejects.not.toSatisfy(isDatabaseAway)
})

test('a connection cut off while in use fails its work and not the process', async () => {
  const own = openPool(2)
  const cut = withTransaction(createDatabase(own), async tx => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`)
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await tx.execute(sql`select 1`)
  })
  await expect(cut).rejects.toThrow()
  expect((await own.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  expect(own.totalCount).toBe(1)
})
