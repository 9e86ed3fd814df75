import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { vacuumWhole } from './vacuum-whole.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ size: 2 })
})
afterAll(() => database.close())

const opened = async () => {
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  return client
}

test('a vacuum is repeated while another session has an older snapshot, until each page is in the visibility map', async () => {
  const [holder, client] = [await opened(), await opened()]
  await holder.query('begin isolation level repeatable read')
  await holder.query('select count(*) from users')
  await client.query('create table filled as select n from generate_series(1, 5000) n')
  const vacuums = vi.spyOn(client, 'query')
  const done = vacuumWhole(client)
  await vi.waitFor(() => expect(vacuums.mock.calls.length).toBeGreaterThan(2), 60_000)
  await holder.query('commit')
  await done
  const { rows } = await client.query(
    `select relpages > 0 as "hasPages", relallvisible = relpages as "isWhole" from pg_class where relname = 'filled'`,
  )
  expect(rows).toEqual([{ hasPages: true, isWhole: true }])
  await Promise.all([holder.end(), client.end()])
})
