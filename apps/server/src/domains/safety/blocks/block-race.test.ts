import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { eventBooker } from '../../../testing/event-caller.ts'
import { openTestServer, type TestServer } from '../../../testing/test-server.ts'
import { blockCaller } from './testing/block-caller.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ connections: 12 })
})
afterAll(() => server.close())

const { pair, block, paidLink, sql, audited } = blockCaller(() => server)

test('a block races with bookings, claims, payments and places over two processes: nothing open is left between the two', async () => {
  const other = await server.openAnother()
  const events = eventBooker(server)
  const left: unknown[] = []
  for (let round = 0; round < 4; round++) {
    const { fan, star } = await pair()
    const link = await paidLink(fan)
    const booked = (await server.book(fan, star)).body
    const paying = (await server.pay(fan, booked)).body
    const evening = await events.create(star)
    const place = (await events.bookPlace(fan, await events.create(star, { title: 'Endgames' }))).body
    const payingPlace = (await server.pay(fan, place)).body
    const by = round % 2 === 0 ? fan : star
    const whom = by === fan ? star : fan
    const rivals = [
      ...Array.from({ length: 3 }, (_, each) => (each % 2 === 0 ? server : other).book(fan, star)),
      other.call(star, `POST /api/parley/prepaid/${link.id}/accept/`),
      server.confirm(paying),
      server.confirm(payingPlace),
      eventBooker(other).bookPlace(fan, evening),
      (round % 3 === 0 ? server : other).call(by, `POST /api/user/${whom.id}/block/`),
    ]
    await Promise.all(rivals)
    for (let again = 0; again < 2; again++)
      await Promise.all([server.server.doDueWork(), other.server.doDueWork()])
    const open = await sql(
      `select request_type, state from session_requests
       where buyer_id = $1 and influencer_id = $2 and state in ('offered', 'accepted')`,
      ...[fan.id, star.id],
    )
    left.push(...open.rows)
    const kept = await sql(
      `select request_type, payment_status from session_requests
       where buyer_id = $1 and payment_status in ('paid', 'processing') and request_type <> 'prepaid'`,
      fan.id,
    )
    left.push(...kept.rows)
  }
  expect(left).toEqual([])
  await other.close()
  await audited()
})

test('a block pays nothing twice when it races with the payment and with itself', async () => {
  const { fan, star } = await pair()
  const booked = (await server.book(fan, star)).body
  const paying = (await server.pay(fan, booked)).body
  await Promise.all([server.confirm(paying), block(fan, star), block(star, fan), block(fan, star)])
  await server.server.doDueWork()
  await server.server.doDueWork()
  expect(['refunded', 'unpaid']).toContain((await server.request(fan, booked.slug)).payment.status)
  await audited()
})

test('nobody blocks somebody whose account is deleted in that moment', async () => {
  const { fan, star } = await pair()
  const held = await server.server.database.pool.connect()
  // The last table that the deletion writes before it takes the name away.
  await held.query('begin; lock table birth_dates in access exclusive mode')
  const assertWaiting = async (count: number) => {
    const { rowCount } = await sql(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rowCount).toBe(count)
  }
  const deleted = server.call(fan, 'DELETE /api/user/me/')
  await vi.waitFor(() => assertWaiting(1), 30_000)
  const blocked = block(star, fan)
  await vi.waitFor(() => assertWaiting(2), 30_000)
  await held.query('commit')
  held.release()
  expect([(await deleted).status, (await blocked).status]).toEqual([200, 404])
  expect((await sql('select from blocks where blocked_id = $1', fan.id)).rowCount).toBe(0)
})
