import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

const PLACES = 250
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

test('a large event that is cancelled is settled in pieces, each place once, by two processes at the same time', async () => {
  const owner = await server.influencer('owner')
  const event = await eventCaller(server).create(owner)
  // What its creation left to do is done before there are places.
  await server.server.doDueWork()
  const { pool } = server.server.database
  await pool.query(
    `insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
       'username', 'viewer' || n, 'email', 'viewer' || n || '@example.org', 'is_influencer', false))).*
     from users u cross join generate_series(1, $1::int) n where u.username = 'owner'`,
    [PLACES],
  )
  await pool.query(
    `insert into session_requests (id, slug, uuid, fingerprint, request_type, state, payment_status, buyer_id, influencer_id,
       live_event_id, description, price_pence, fee_basis_points, duration_seconds, duration_display, created_at, due_at)
     select gen_random_uuid(), 'place-' || id, id::text, '', 'broadcast', 'offered', 'unpaid', id, $1, $2, '', 500, 1000, 900, 2,
       $3, $3::timestamptz + interval '1 year' from users where username like 'viewer%'`,
    [owner.id, event.id, server.clock.now()],
  )
  const other = await server.openAnother()
  const cancelled = await server.call(owner, `POST /api/parley/${event.slug}/cancel-event/`)
  expect(cancelled.status).toBe(200)
  await Promise.all([server.server.doDueWork(), other.server.doDueWork()])
  await server.server.doDueWork()
  const count = async (sql: string) =>
    Number((await pool.query(`select count(*) as n from ${sql}`)).rows[0]?.n)
  expect(await count(`outbox where topic = 'requests.places-follow' and done_at is not null`)).toBe(3)
  expect(await count(`session_requests where state = 'expired'`)).toBe(PLACES)
  expect(await count(`request_audit where action = 'event'`)).toBe(PLACES)
  expect(await count(`outbox where done_at is null`)).toBe(0)
  await other.close()
})
