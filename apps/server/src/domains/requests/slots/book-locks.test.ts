import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTwoDays, offersEveryHour, openTestServer, type TestServer } from '../../../testing/test-server.ts'

let t: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 20 })
})
afterAll(() => t?.close())

const sql = (text: string, values: unknown[] = []) => t.server.database.pool.query(text, values)
const waiting = async () =>
  (
    await sql(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rowCount

// A slot's booking that had the pair would wait for the profile of one that waits for the pair: a buyer could keep the
// lock of an influencer for as long as Postgres takes to see that, again and again.
test('while a booking of any time waits for what its buyer does with this influencer, nobody waits for it', async () => {
  const influencer = await offersEveryHour(t, 'lockstar')
  const buyer = await t.fan('lockfan')
  const range = { start: inTwoDays(t, '10:00'), end: inTwoDays(t, '10:15') }
  const client = await t.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const pair = [influencer.id, buyer.id].sort().join(' ')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`pair:${pair}`])
    const window = t.book(buyer, influencer, { timeRange: range })
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    const slot = t.book(buyer, influencer, { slot: inTwoDays(t, '16:00') })
    await expect.poll(waiting, { timeout: 60_000 }).toBe(2)
    await sql('select 1 from profiles where user_id = $1 for update nowait', [influencer.id])
    await client.query('commit')
    expect((await window).status).toBe(201)
    expect((await slot).status).toBe(201)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
