import type { LiveEvent } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'

const t = await openTestServer({ connections: 20 })
const events = eventCaller(t)
afterAll(t.close)

const sql = (text: string, values: unknown[] = []) => t.server.database.pool.query(text, values)
const waiting = async () =>
  (
    await sql(`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
  ).rowCount

/** What changes while somebody else has the event's lock, and what a booking answers that waited for the lock. */
const CHANGES: [what: string, change: string, answer: { status: number; body: object }][] = [
  [
    'its price is another one',
    `update live_events set price_pence = 600 where slug = $1`,
    { status: 409, body: { offer: { amount: '6.00' } } },
  ],
  [
    'it was cancelled',
    `update live_events set state = 'cancelled', ending = 'cancelled', ended_at = now() where slug = $1`,
    { status: 409, body: { detail: 'This event is over' } },
  ],
  [
    'its last place is sold',
    `update live_events set capacity = 1 where slug = $1`,
    { status: 409, body: { detail: 'This event is sold out' } },
  ],
  [
    'its owner is suspended',
    `update users set suspended_at = now() from live_events e where e.slug = $1 and users.id = e.influencer_id`,
    { status: 404, body: { detail: 'There is no such event' } },
  ],
  [
    'its owner is private',
    `update users set public_profile = false from live_events e where e.slug = $1 and users.id = e.influencer_id`,
    { status: 404, body: { detail: 'There is no such event' } },
  ],
]

let made = 0
async function eventOfTwo(): Promise<{ event: LiveEvent; fan: TestPerson; first: TestPerson }> {
  made++
  const event = await events.create(await t.influencer(`lockhost${made}`), { capacity: 2 })
  return { event, fan: await t.fan(`lockfan${made}`), first: await t.fan(`lockfirst${made}`) }
}

test.each(CHANGES)(
  'a booking that waited for its event is refused where by then %s',
  async (_what, change, answer) => {
    const { event, fan, first } = await eventOfTwo()
    expect((await events.bookPlace(first, event)).status).toBe(201)
    const client = await t.server.database.pool.connect()
    try {
      await client.query('begin')
      await client.query('set local idle_in_transaction_session_timeout = 0')
      await client.query('select 1 from live_events where slug = $1 for update', [event.slug])
      const booking = events.bookPlace(fan, event)
      await expect.poll(waiting, { timeout: 60_000 }).toBe(1)
      await client.query(change, [event.slug])
      await client.query('commit')
      expect(await booking).toMatchObject(answer)
    } finally {
      await client.query('rollback')
      client.release()
    }
    const { rows } = await sql(
      `select 1 from payments where payer_id = $1 union all select 1 from session_requests where buyer_id = $1`,
      [fan.id],
    )
    expect(rows).toEqual([])
  },
)
