import type { SessionRequest } from '@parley/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import {
  inTwoDays,
  offersEveryHour,
  openTestServer,
  type TestPerson,
  type TestServer,
} from '../../../testing/test-server.ts'

const BUYERS = 4
const DEADLOCK = '40P01'

let t: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
const { query } = Client.prototype
let deadlocks = 0
beforeAll(async () => {
  // What a transaction that Postgres gave up for another did is done once more: only the error says so.
  Client.prototype.query = function watched(this: Client, ...given: unknown[]) {
    const answer = Reflect.apply(query, this, given)
    if (answer instanceof Promise)
      answer.catch(error => {
        if (error.code === DEADLOCK) deadlocks++
      })
    return answer
  }
  // As many connections as there are rivals, so that all of them are in their transactions at once.
  t = await openTestServer({ connections: 4 * BUYERS })
  stripe = await earningCaller(t).stripe()
})
afterAll(async () => {
  await t?.close()
  Client.prototype.query = query
})

const sql = <T extends object>(text: string, ...values: unknown[]) =>
  t.server.database.pool.query<T>(text, values)
const waiting = async () =>
  (
    await sql(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rowCount

const TALK = { title: 'A talk', description: 'Openings', amount: '5.00', duration: 3600, duration_display: 2 }
async function star(name: string): Promise<{ influencer: TestPerson; place: object }> {
  const influencer = await offersEveryHour(t, name)
  await t.call(influencer, `PATCH /api/influencer/${name}/`, { virtual_event: TALK })
  const { rows } = await sql<{ slug: string }>(
    'select slug from live_events where influencer_id = $1',
    influencer.id,
  )
  return { influencer, place: { slug: rows[0]?.slug, session_request: { amount: '5.00' } } }
}
const halfHour = (nth: number) => ({
  slot: new Date(Date.parse(inTwoDays(t, '08:00')) + nth * 1_800_000).toISOString(),
})
/** A held time whose intent the provider gave up: who goes to pay needs a new one. */
async function held(buyer: TestPerson, influencer: TestPerson, nth: number): Promise<SessionRequest> {
  const { body } = await t.book(buyer, influencer, halfHour(nth))
  const { rows } = await sql<{ intent_id: string }>(
    'select intent_id from payments where request_id = $1',
    body.id,
  )
  await stripe.paymentIntents.cancel(rows[0]?.intent_id ?? '')
  await t.server.doDueWork()
  return body
}
const takePlace = (buyer: TestPerson, influencer: TestPerson, place: object) =>
  t.call(buyer, `POST /api/parley/${influencer.username}/live_event/`, {
    ...place,
    uuid: crypto.randomUUID(),
  })

/** Does something while another holds a lock that it needs, and looks which locks nobody has then. */
async function whileHeld(
  [lock, value]: [string, string],
  act: () => Promise<{ status: number }>,
  free: readonly [string, string][],
): Promise<number> {
  const client = await t.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query(lock, [value])
    const done = act()
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    for (const [text, id] of free) await sql(text, id)
    await client.query('commit')
    return (await done).status
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const ADVISORY = 'select pg_advisory_xact_lock(hashtextextended($1, 0))'
const REQUEST = 'select 1 from session_requests where id = $1 for update nowait'
const PROFILE = 'select 1 from profiles where user_id = $1 for update nowait'

test('who waits for the payer, or for a request of theirs, keeps nobody else waiting', async () => {
  const { influencer, place } = await star('waited-star')
  const buyer = await t.fan('waiting-fan')
  const request = await held(buyer, influencer, 0)
  const payer: [string, string] = [ADVISORY, `payer:${buyer.id}`]
  const profile: [string, string] = [PROFILE, influencer.id]
  expect(await whileHeld(payer, () => t.pay(buyer, request), [[REQUEST, request.id]])).toBe(200)
  expect(await whileHeld(payer, () => takePlace(buyer, influencer, place), [profile])).toBe(201)
  const second = await held(buyer, influencer, 4)
  const another = () => t.book(buyer, influencer, halfHour(8))
  expect(await whileHeld([REQUEST, second.id], another, [profile])).toBe(201)
  expect(await whileHeld(payer, () => t.book(buyer, influencer, halfHour(12)), [profile])).toBe(201)
}, 180_000)

test('a time that is paid while its buyer waits to pick another stays sold to them', async () => {
  const influencer = await offersEveryHour(t, 'crowded-star')
  const [buyer, rival] = [await t.fan('two-tabs-fan'), await t.fan('rival-fan')]
  const start = Date.parse(halfHour(0).slot)
  const timeRange = {
    start: new Date(start).toISOString(),
    end: new Date(start + 15 * 60_000).toISOString(),
  }
  const held = (await t.book(buyer, influencer, { timeRange })).body
  const intent = (await t.pay(buyer, held)).body
  const client = await t.server.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const pair = [buyer.id, influencer.id].sort().join(' ')
    await client.query(ADVISORY, [`pair:${pair}`])
    // It has read by then that nothing was paid, and has no lock of the influencer's time.
    const picking = t.book(buyer, influencer, halfHour(4))
    await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
    await t.confirm(intent)
    await t.server.doDueWork()
    await client.query('commit')
    expect((await picking).status).toBe(201)
  } finally {
    await client.query('rollback')
    client.release()
  }
  expect((await t.request(buyer, held.slug)).payment.status).toBe('paid')
  expect((await t.book(rival, influencer, { timeRange })).status).toBe(409)
  expect(await t.breaches()).toEqual([])
}, 180_000)

test('who pays, picks another time and books a place at once, in many tabs, waits for nobody who waits for them', async () => {
  const { influencer, place } = await star('orderly-star')
  const buyers = await Promise.all(Array.from({ length: BUYERS }, (_, nth) => t.fan(`orderly-fan${nth}`)))
  const rivals: { buyer: TestPerson; request: SessionRequest; nth: number }[] = []
  for (const [nth, buyer] of buyers.entries())
    rivals.push({ buyer, nth, request: await held(buyer, influencer, nth) })
  const answers = await Promise.all(
    rivals.flatMap(({ buyer, nth, request }) => [
      t.book(buyer, influencer, halfHour(nth + BUYERS + 2)),
      t.pay(buyer, request),
      takePlace(buyer, influencer, place),
      t.pay(buyer, request),
    ]),
  )
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  expect(deadlocks).toBe(0)
  expect(await t.breaches()).toEqual([])
}, 180_000)
