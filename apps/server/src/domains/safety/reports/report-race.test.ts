import type { SessionRequest } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { beginCall, completeCall } from '../../requests/public.ts'

let t: TestServer
let other: TestServer
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  const env = { PUBLIC_ORIGIN: t.origin, STRIPE_API_BASE: `${t.origin}/sandbox/stripe` }
  other = await t.openAnother({ connections: 8, env })
}, 60_000)
afterAll(async () => {
  await other?.close()
  await t?.close()
})

const ROUNDS = 4
const LINK = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
const sql = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await t.server.database.pool.query<Row>(text, values)).rows
const workBoth = async () => {
  for (let again = 0; again < 2; again++)
    await Promise.all([t, other].map(({ server }) => server.doDueWork()))
}

interface Sale {
  id: string
  state: string
  status: string
  settled_by: string | null
  open: boolean
  refunded: number
}

/** A call of the two that has begun and is still on, beside a link that is paid and two bookings that are not. */
async function between(fan: TestPerson, star: TestPerson) {
  const link = (await t.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', LINK)).body
  await t.confirm((await t.pay(fan, link)).body)
  const running = await t.bookAndPay(fan, star)
  await beginCall(t.server.domains.requests, running.id)
  const booked = (await t.book(fan, star)).body
  return { link, running, booked, intent: (await t.pay(fan, booked)).body }
}

test('a call that is ended and reported while it is used up, and while others are booked, paid and claimed, over two processes: it is settled once, and no other money waits', async () => {
  const settledBy = new Set<string | null>()
  for (let round = 0; round < ROUNDS; round++) {
    const [fan, star] = [await t.fan(`report-fan${round}`), await t.influencer(`report-star${round}`)]
    const { link, running, booked, intent } = await between(fan, star)
    const about = { kind: 'request', id: running.slug }
    const by = round % 2 === 0 ? fan : star
    const report = { about, reason: 'harassment', end: true, uuid: crypto.randomUUID() }
    const press = (at: TestServer) => at.call<{ id: string }>(by, 'POST /api/reports/', report)
    const [first, second, claimed, , anew] = await Promise.all([
      press(t),
      press(other),
      other.call(star, `POST /api/parley/prepaid/${link.id}/accept/`),
      t.confirm(intent),
      other.book(fan, star),
      round < ROUNDS / 2 ? completeCall(other.server.domains.requests, running.id) : null,
    ])
    expect([first.status, second.status, claimed.status, anew.status]).toEqual([201, 201, 200, 201])
    expect(second.body.id).toBe(first.body.id)
    expect(await sql('select 1 from reports where reporter_id = $1', by.id)).toHaveLength(1)
    await workBoth()
    const sales = await sql<Sale>(
      `select id, state, payment_status as status, settled_by, problem_open as open, refunded_pence as refunded
       from session_requests where buyer_id = $1`,
      fan.id,
    )
    const sale = (id: string) => sales.find(each => each.id === id)
    const ended = sale(running.id)
    settledBy.add(ended?.settled_by ?? null)
    expect(ended).toMatchObject({ state: 'completed', status: 'paid', refunded: 0 })
    // Whichever ended it, one did: the money waits where it was the report, and nowhere else.
    expect(ended?.open).toBe(ended?.settled_by === 'reported')
    expect(await sql('select 1 from problems where request_id = $1', running.id)).toHaveLength(
      ended?.open ? 1 : 0,
    )
    // Attack: by the report of one call the money of all others is held up, or given up.
    expect(sale(link.id)).toMatchObject({ state: 'accepted', status: 'paid', open: false, refunded: 0 })
    expect(sale(booked.id)).toMatchObject({ state: 'offered', status: 'paid', open: false, refunded: 0 })
    expect(sale(anew.body.id)).toMatchObject({ state: 'offered', status: 'unpaid', open: false })
  }
  expect([...settledBy].every(rule => rule === 'reported' || rule === 'used_up')).toBe(true)
  expect(settledBy).toContain('reported')
  const { checks, balances } = await t.audit()
  expect(checks.filter(check => check.breaches > 0)).toEqual([])
  expect(Object.values(balances).reduce((sum, pence) => sum + pence, 0)).toBe(0)
}, 120_000)
