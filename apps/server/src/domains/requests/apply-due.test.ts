import { HOUR_SECONDS, UNPAID_EXPIRES_AFTER_MS } from '@parley/contract'
import { afterAll, expect, test } from 'vitest'
import { eventCaller } from '../../testing/event-caller.ts'
import { openTestServer } from '../../testing/test-server.ts'

const t = await openTestServer()
afterAll(t.close)

test('a request whose rule fails holds back no other, and is done once it can be', async () => {
  const { pool } = t.server.database
  const ivy = await t.influencer('ivy')
  const broken = await t.book(await t.fan('ann'), ivy)
  // Due a moment later.
  t.clock.advance(1)
  const sound = await t.book(await t.fan('ben'), ivy)
  await pool.query(`
    create function refuse_one() returns trigger language plpgsql as
      $$ begin raise exception 'this row cannot change'; end $$;
    create trigger refuse_one before update on session_requests
      for each row when (old.id = '${broken.body.id}') execute function refuse_one()`)
  const stateOf = async (id: string) =>
    (await pool.query<{ state: string }>('select state from session_requests where id = $1', [id])).rows[0]
  t.clock.advance(UNPAID_EXPIRES_AFTER_MS / 1000 + 1)
  await expect(t.server.doDueWork()).rejects.toMatchObject({ cause: { message: 'this row cannot change' } })
  expect(await stateOf(broken.body.id)).toEqual({ state: 'offered' })
  expect(await stateOf(sound.body.id)).toEqual({ state: 'expired' })
  await pool.query('drop trigger refuse_one on session_requests')
  await t.server.doDueWork()
  expect(await stateOf(broken.body.id)).toEqual({ state: 'expired' })
})

test('a place does not stay taken where a bank refused its payment and the event about that was lost', async () => {
  const { faults } = t.sandbox
  const events = eventCaller(t)
  const [fan, next, ivy] = [await t.fan('first'), await t.fan('next'), await t.influencer('ivana')]
  const event = await events.create(ivy, { capacity: 1 })
  const { body: place } = await events.bookPlace(fan, event)
  const { body: intent } = await t.pay(fan, place)
  faults.add({ action: 'processing', method: 'POST', path: '/v1/payment_intents/*/confirm' })
  await t.confirm(intent)
  await t.server.doDueWork()
  await t.advance(HOUR_SECONDS)
  expect((await t.request(fan, place.slug)).payment.status).toBe('processing')
  expect((await events.bookPlace(next, event)).status).toBe(409)
  faults.webhooks.add({ action: 'drop', times: 50 })
  faults.endProcessing(intent.payment_intent ?? '', 'failed')
  faults.webhooks.hold()
  // The rule has the provider asked, and ends the booking when it looks again.
  await t.advance(HOUR_SECONDS)
  await t.advance(HOUR_SECONDS / 4)
  expect(await t.request(fan, place.slug)).toMatchObject({ state: 'expired', outcome: 'unpaid' })
  expect((await events.bookPlace(next, event)).status).toBe(201)
  faults.clear()
  expect(await t.breaches()).toEqual([])
})
