import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCaller } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'

const PLACES = 250
/** How many pieces of its kind may begin before the work of one person. */
const FEW = 20

let t: TestServer
beforeAll(async () => {
  t = await openTestServer()
})
afterAll(() => t?.close())

const rowsOf = async <Row>(text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query(text, values)).rows as Row[]

/** Copies of a paid place, each of a buyer of its own. The provider knows none of their payments. */
async function copyPlace(place: { id: string }, copies: number): Promise<void> {
  await rowsOf(
    `with person as (
       insert into users select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(),
         'username', 'viewer' || n, 'email', 'viewer' || n || '@example.org'))).*
       from users u cross join generate_series(1, $2::int) n where u.username = 'first-viewer' returning id),
     place as (
       insert into session_requests select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
         'slug', 'place-' || person.id, 'uuid', person.id, 'buyer_id', person.id))).*
       from session_requests r cross join person where r.id = $1 returning id, buyer_id)
     insert into payments select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
       'request_id', place.id, 'payer_id', place.buyer_id, 'intent_id', 'pi_copied_' || place.id))).*
     from payments p cross join place where p.request_id = $1`,
    ...[place.id, copies],
  )
}

/** Writes down each piece of work as it begins, and lets what is written wait until `begin` is called. */
async function holdWork(): Promise<{ begin(): Promise<unknown> }> {
  await rowsOf(`create table begun (nth serial, topic text, subscriber text, payload jsonb)`)
  await rowsOf(`create function note_begun() returns trigger language plpgsql as $$ begin
    insert into begun (topic, subscriber, payload) values (new.topic, new.subscriber, new.payload);
    return new; end $$`)
  await rowsOf(`create function wait_for_test() returns trigger language plpgsql as $$ begin
    if new.topic not in ('live-events.changed', 'requests.places-follow') then new.locked_until = 'infinity'; end if;
    return new; end $$`)
  await rowsOf(`create trigger wait before insert on outbox for each row execute function wait_for_test()`)
  return {
    begin: async () => {
      await rowsOf('drop trigger wait on outbox')
      await rowsOf(`create trigger begun after update of attempts on outbox for each row
        when (new.attempts > old.attempts) execute function note_begun()`)
      await rowsOf(`update outbox set locked_until = null where locked_until = 'infinity'`)
      await t.server.doDueWork()
    },
  }
}

/** How many pieces of its kind began before the first one for which this holds; all if there is none. */
async function begunBefore(kind: string, isTheirs: string): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    `select count(*)::int as count from begun where (${kind})
       and nth < coalesce((select min(nth) from begun where (${kind}) and (${isTheirs})), 1e9)`,
  )
  return row?.count ?? Number.NaN
}

test('one person’s refund and password reset begin beside those of an event of many places that was cancelled before', async () => {
  const events = eventCaller(t)
  const [owner, star] = [await t.influencer('owner'), await t.influencer('star')]
  const [viewer, fan] = [await t.fan('first-viewer'), await t.fan('fan')]
  const event = await events.create(owner)
  await copyPlace(await events.placeOf(viewer, event), PLACES - 1)
  const own = await t.bookAndPay(fan, star)
  await t.server.doDueWork()

  expect((await events.cancel(owner, event)).status).toBe(200)
  // The places follow their event; what they leave to do waits.
  const { begin } = await holdWork()
  await t.server.doDueWork()
  const refund = `topic = 'payments.refund'`
  expect(await rowsOf(`select 1 from outbox where ${refund} and done_at is null`)).toHaveLength(PLACES)
  t.clock.advance(1)
  expect((await t.call(fan, `POST /api/influencer/parley_requests/${own.id}/cancel/`)).status).toBe(200)
  const reset = await t.call(null, 'POST /api/user/password-reset/', { email: 'fan@example.org' })
  expect(reset.status).toBe(202)
  await begin()

  const ofFan = `payload ->> 'refundId' in (select id::text from refunds where request_id = '${own.id}')`
  expect(await begunBefore(refund, ofFan)).toBeLessThan(FEW)
  const mail = `subscriber = 'notifications' or topic = 'notifications.mail'`
  const isReset = `payload ->> 'template' = 'password-reset'`
  expect(await begunBefore(mail, isReset)).toBeLessThan(FEW)
  // And those of the places were not kept waiting for ever.
  expect(await begunBefore(refund, 'false')).toBe(PLACES + 1)
  expect(await begunBefore(mail, 'false')).toBeGreaterThan(PLACES)
  expect(
    await rowsOf(
      `select topic from outbox where done_at is null and attempts = 0 and run_at <= $1`,
      t.clock.now(),
    ),
  ).toEqual([])
})
