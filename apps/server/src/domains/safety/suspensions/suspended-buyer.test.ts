import type { PayAnswer, SessionRequest, StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let other: TestServer
let stripe: Awaited<ReturnType<ReturnType<typeof earningCaller>['stripe']>>
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 12 })
  // Both processes have one payment provider.
  other = await t.openAnother({ connections: 8, env: { STRIPE_API_BASE: `${t.origin}/sandbox/stripe` } })
  stripe = await earningCaller(t).stripe()
  desk = await staffMember(t, 'payer-desk', 'moderator')
})
afterAll(async () => {
  await other?.close()
  await t?.close()
})

async function suspend(whom: TestPerson): Promise<number> {
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  const act = { reason: 'They threatened an influencer', version }
  return (await t.call(desk.person, `POST ${path}suspend/`, act)).status
}
/** What the provider kept of a payment, by its own records, in pence. */
async function keptOf({ payment_intent: intent }: PayAnswer): Promise<number> {
  const charges = await stripe.charges.list({ payment_intent: intent ?? 'none' })
  return charges.data
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)
}
async function workBoth() {
  for (let again = 0; again < 3; again++)
    await Promise.all([t, other].map(({ server }) => server.doDueWork()))
}
const rowOf = async ({ id }: SessionRequest) =>
  (
    await t.server.database.pool.query('select state, payment_status from session_requests where id = $1', [
      id,
    ])
  ).rows[0] as { state: string; payment_status: string }

test('a suspended buyer who pays at that moment, or afterwards with what their page has, has nothing open and all of it back', async () => {
  const star = await t.influencer('payer-star')
  const seen: string[] = []
  for (let round = 0; round < 4; round++) {
    const fan = await t.fan(`payer-fan${round}`)
    const [first, second] = [(await t.book(fan, star)).body, (await t.book(fan, star)).body]
    const [paying, later] = [(await t.pay(fan, first)).body, (await t.pay(fan, second)).body]
    const rivals = [
      () => t.confirm(paying),
      () => suspend(fan),
      // Their other tab, which is logged in still.
      () => other.pay(fan, first).catch(() => null),
      () => other.server.doDueWork(),
    ]
    // Each of them is first once.
    await Promise.all([...rivals.slice(round), ...rivals.slice(0, round)].map(rival => rival()))
    // A page that is open has the secret of the payment, and the provider knows nothing of a suspension.
    const byPage = await t.confirm(later)
    await workBoth()
    for (const [request, paid] of [
      [first, paying],
      [second, later],
    ] as const) {
      const row = await rowOf(request)
      seen.push(row.payment_status)
      expect(['cancelled', 'rejected', 'expired']).toContain(row.state)
      expect(['unpaid', 'refunded']).toContain(row.payment_status)
      expect(await keptOf(paid)).toBe(0)
    }
    expect([200, 400, 402]).toContain(byPage.status)
    expect((await t.call(null, 'POST /api/auth/jwt/refresh/', { refresh: fan.refresh })).status).toBe(401)
  }
  expect(seen).toHaveLength(8)
  expect(await t.breaches()).toEqual([])
})
