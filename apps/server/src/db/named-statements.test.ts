import { eq, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { users } from '../domains/accounts/tables.ts'
import { silentLog } from '../testing/data-dir.ts'
import { createTestDatabase } from '../testing/database.ts'
import { createDatabase, createPool, withTransaction } from './client.ts'

const OFTEN = 30

const { connectionString, close } = await createTestDatabase({ size: 2 })
afterAll(close)

function openPool(prepared: 'on' | 'off') {
  const pool = createPool({ connection: connectionString, log: silentLog, size: 1, prepared })
  onTestFinished(() => pool.end())
  return { pool, db: createDatabase(pool) }
}

/** What the one connection of this pool has prepared. */
async function preparedOn(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map(row => row.statement)
}

const nobody = '01900000-0000-7000-8000-000000000000'

test('a frequent statement is prepared once, outside a transaction and inside', async () => {
  const { pool, db } = openPool('on')
  const byId = () => db.select({ id: users.id }).from(users).where(eq(users.id, nobody))
  await byId()
  expect(await preparedOn(pool)).toEqual([])
  for (let run = 0; run < OFTEN; run++) await byId()
  expect(await preparedOn(pool)).toEqual([byId().toSQL().sql])
  await withTransaction(db, async tx => {
    for (let run = 0; run < OFTEN; run++) {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, nobody)).for('update')
    }
  })
  expect(await preparedOn(pool)).toHaveLength(2)
})

test('behind a pooler that does not know them none is prepared', async () => {
  const { pool, db } = openPool('off')
  for (let run = 0; run < OFTEN; run++) await db.select().from(users).where(eq(users.id, nobody))
  expect(await preparedOn(pool)).toEqual([])
})

test('many different statements fill neither this process nor Postgres', async () => {
  const { pool } = openPool('on')
  const statements = Array.from({ length: 200 }, (_, index) => `select $1::int as one_of_${index}`)
  for (const text of statements) {
    for (let run = 0; run < 21; run++) await pool.query({ text }, [1])
  }
  expect(await preparedOn(pool)).toHaveLength(150)
})

test('a search for words is planned for these words', async () => {
  const { pool, db } = openPool('on')
  for (let run = 0; run < OFTEN; run++) await db.execute(sql`select to_tsquery('simple', ${'chess'})`)
  expect(await preparedOn(pool)).toEqual([])
})

test('a migration that changes what a prepared statement answers fails nobody', async () => {
  const { pool, db } = openPool('on')
  await pool.query('create table scores (name text primary key, points integer not null)')
  await pool.query(`insert into scores values ('ada', 1)`)
  const { pool: migration } = openPool('off')
  const points = () => pool.query({ text: 'select points from scores where name = $1' }, ['ada'])
  for (let run = 0; run < OFTEN; run++) await points()
  await migration.query('alter table scores alter column points type text')
  expect((await points()).rows).toEqual([{ points: '1' }])

  const change = () =>
    withTransaction(db, tx =>
      tx.execute(sql`update scores set points = ${'2'} where name = ${'ada'} returning points`),
    )
  for (let run = 0; run < OFTEN; run++) await change()
  await migration.query('alter table scores alter column points type integer using points::integer')
  await migration.query('alter table scores alter column points type varchar(9)')
  expect((await change()).rows).toEqual([{ points: '2' }])
})
