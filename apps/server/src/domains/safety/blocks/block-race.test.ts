import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventBooker } from '../../../testing/event-caller.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ connections: 12 })
})
afterAll(() => server.close())

let made = 0
async function pair(): Promise<{ fan: TestPerson; star: TestPerson }> {
  made++
  return { fan: await server.fan(`fan${made}`), star: await server.influencer(`star${made}`) }
}

const block = (by: TestPerson, whom: TestPerson) => server.call(by, `POST /api/user/${whom.id}/block/`)
const paidLink = async (fan: TestPerson) => {
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const request = (await server.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)).body
  await server.confirm((await server.pay(fan, request)).body)
  await server.server.doDueWork()
  return request
}
const sql = (text: string, ...values: unknown[]) => server.server.database.pool.query(text, values)
async function audited() {
  const { checks } = await server.audit()
  expect(checks.filter(check => check.breaches > 0)).toEqual([])
}

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
