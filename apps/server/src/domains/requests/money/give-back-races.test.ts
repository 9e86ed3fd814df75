import { DAY_SECONDS, type SessionRequest } from '@parley/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'

/** Ends what hangs. */
const LIMIT_MS = 180_000
/** Of 25.00, and what of that the influencer bears where 5.00 went back. */
const SHARE = 2250
const SHARE_OF_FIVE = 450

let t: TestServer
let other: TestServer
let money: ReturnType<typeof earningCaller>
let stripe: Awaited<ReturnType<typeof money.stripe>>
let fan: TestPerson
beforeAll(async () => {
  t = await openTestServer({ connections: 16 })
  // Another process on the same database, with the same payment provider.
  other = await t.openAnother({ connections: 8, env: { STRIPE_API_BASE: `${t.origin}/sandbox/stripe` } })
  money = earningCaller(t)
  stripe = await money.stripe()
  fan = await t.fan('racing-fan')
})
afterEach(async () => {
  await workBoth()
  const { checks, balances } = await t.audit()
  expect(checks.filter(check => check.breaches > 0)).toEqual([])
  const { available, pending } = await stripe.balance.retrieve()
  expect(balances.psp_clearing).toBe([...available, ...pending].reduce((sum, fund) => sum + fund.amount, 0))
})
afterAll(async () => {
  await other?.close()
  await t?.close()
})

/** Both processes at one moment. */
function advanceBoth(seconds: number): void {
  t.clock.advance(seconds)
  other.clock.advance(t.clock.offsetSeconds() - other.clock.offsetSeconds())
}
const work = () => Promise.all([t, other].map(({ server }) => server.doDueWork()))
async function workBoth(): Promise<void> {
  for (let again = 0; again < 3; again++) await work()
}
const giveBack = (
  at: TestServer,
  { star, request }: { star: TestPerson; request: SessionRequest },
  uuid: string = crypto.randomUUID(),
) =>
  at.call<SessionRequest>(star, `POST /api/influencer/requests/${request.id}/give-back/`, {
    amount: '5.00',
    uuid,
  })

interface Sums {
  refunded: number
  charged_back: number
  status: string
  /** What went to the buyer by the refunds that the books have. */
  booked: number
}
async function sumsOf({ id }: SessionRequest): Promise<Sums> {
  const { rows } = await t.server.database.pool.query<Sums>(
    `select refunded_pence as refunded, charged_back_pence as charged_back, r.payment_status as status,
       (select coalesce(sum(f.amount_pence), 0)::int from refunds f join payments p on p.id = f.payment_id
        where p.request_id = r.id) as booked
     from session_requests r where id = $1`,
    [id],
  )
  return rows[0] as Sums
}
/** What the provider gave back of a payment, by its own records. */
async function refundedAtProvider(request: SessionRequest): Promise<number> {
  const charges = await stripe.charges.list({ payment_intent: await money.intentOf(request) })
  return charges.data.reduce((sum, { amount_refunded: back }) => sum + back, 0)
}
/** What an influencer has at the provider, by the provider's own records. */
async function sentTo(star: TestPerson): Promise<number> {
  const { data } = await stripe.transfers.list({ destination: await money.accountOf(star), limit: 100 })
  return data.reduce((sum, { amount, amount_reversed: back }) => sum + amount - back, 0)
}

describe('a sale that is given back while its bank disputes it, over two processes', () => {
  test.each([
    ['held', 'won'],
    ['held', 'lost'],
    ['released', 'won'],
    ['released', 'lost'],
  ] as const)(
    '%s, and the dispute is %s: nobody has the money twice',
    async (where, outcome) => {
      const star = await t.influencer(`disputed-${where}-${outcome}`)
      const request = await money.served(fan, star)
      if (where === 'released') {
        advanceBoth(RELEASE_SECONDS)
        await workBoth()
      }
      const intent = await money.intentOf(request)
      const uuid = crypto.randomUUID()
      const it = { star, request }
      let disputeId = ''
      const [first, again, second] = await Promise.all([
        giveBack(t, it, uuid),
        giveBack(other, it, uuid),
        giveBack(other, it),
        (async () => {
          disputeId = t.sandbox.faults.openDispute(intent)
          await work()
        })(),
      ])
      // Each was there before the bank, or is refused; the same key has one answer of each kind at most.
      for (const answer of [first, again, second]) expect([200, 409]).toContain(answer.status)
      await workBoth()
      expect((await sumsOf(request)).status).toBe('disputed')
      expect((await giveBack(t, it)).status).toBe(409)
      const before = await sumsOf(request)
      expect([0, 500, 1000]).toContain(before.refunded)
      expect(before.refunded).toBe(
        500 * (Number(first.status === 200 || again.status === 200) + Number(second.status === 200)),
      )
      t.sandbox.faults.closeDispute(disputeId, outcome)
      await workBoth()
      // The provider repeats for a day what it answered during the dispute; then it is asked again.
      advanceBoth(DAY_SECONDS + 3_600)
      await workBoth()
      const { refunded, charged_back, status } = await sumsOf(request)
      const back = await refundedAtProvider(request)
      if (outcome === 'won') {
        expect([refunded, charged_back]).toEqual([before.refunded, 0])
        expect(status).toBe(refunded === 0 ? 'paid' : 'partly_refunded')
        expect(back).toBe(before.refunded)
      } else {
        // The buyer has all of it, a part from us at most, and not a penny more.
        expect([refunded + charged_back, status]).toEqual([2500, 'charged_back'])
        expect(back).toBe(refunded)
      }
    },
    LIMIT_MS,
  )
})

describe('a sale that is given back while it is paid out, over two processes', () => {
  test.each(['first', 'last', 'between'] as const)(
    'the influencer has their share of the rest, whichever was first (given back %s)',
    async when => {
      const star = await t.influencer(`paid-out-${when}`)
      await money.verify(star)
      const request = await money.served(fan, star)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      advanceBoth(PAYOUT_SECONDS)
      const it = { star, request }
      const uuid = crypto.randomUUID()
      const given = async () => {
        const answers = await Promise.all([
          giveBack(t, it, uuid),
          giveBack(other, it, uuid),
          giveBack(other, it),
        ])
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      }
      const rivals = {
        first: [given, work],
        last: [work, given],
        // The payout is decided while the money goes back, and the provider's first answer to it is lost.
        between: [() => t.server.domains.applyDue(), given, work],
      }
      if (when === 'between')
        t.sandbox.faults.add({ method: 'POST', path: '/v1/transfers', action: 'drop', times: 1 })
      await Promise.all(rivals[when].map(rival => rival()))
      for (let hour = 0; hour < 2; hour++) {
        await workBoth()
        advanceBoth(3_600)
      }
      await workBoth()
      expect(await sumsOf(request)).toMatchObject({ refunded: 1000, booked: 1000, charged_back: 0 })
      expect(await refundedAtProvider(request)).toBe(1000)
      expect(await sentTo(star)).toBe(SHARE - 2 * SHARE_OF_FIVE)
      expect(await money.earnings(star)).toMatchObject({ debt: '0.00', payable: '0.00', paid_out: '13.50' })
    },
    LIMIT_MS,
  )

  test(
    'a debt of one sale comes off another once, while both are given back and the other is paid out',
    async () => {
      const star = await t.influencer('netted-star')
      await money.verify(star)
      const paid = await money.served(fan, star)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      const due = await money.served(fan, star)
      advanceBoth(PAYOUT_SECONDS)
      await workBoth()
      expect(await sentTo(star)).toBe(SHARE)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      // Their money at the provider is spent: what they owe can only come off what they earn next.
      t.sandbox.faults.add({
        ...{ method: 'POST', path: '/v1/transfers/*/reversals', action: 'fail' },
        ...{ status: 400, code: 'balance_insufficient', times: 50 },
      })
      advanceBoth(PAYOUT_SECONDS)
      const uuids = [crypto.randomUUID(), crypto.randomUUID()]
      const answers = await Promise.all([
        giveBack(t, { star, request: paid }, uuids[0]),
        giveBack(other, { star, request: due }, uuids[1]),
        work(),
        giveBack(other, { star, request: paid }, uuids[0]),
        giveBack(t, { star, request: due }, uuids[1]),
      ])
      for (const answer of answers.filter(each => !Array.isArray(each)))
        expect(answer).toMatchObject({ status: 200 })
      t.sandbox.faults.clear()
      for (let hour = 0; hour < 3; hour++) {
        await workBoth()
        advanceBoth(3_600)
      }
      await workBoth()
      const { debt, payable } = await money.earnings(star)
      const owed = Math.round(Number(debt) * 100)
      // What they have, less what they still owe, is their share of what is left of both sales.
      expect((await sentTo(star)) - owed + Math.round(Number(payable) * 100)).toBe(
        2 * (SHARE - SHARE_OF_FIVE),
      )
      // What they owe and have not earned yet waits for what they earn next.
      await money.served(fan, star)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      advanceBoth(3_600)
      await workBoth()
      for (const request of [paid, due]) expect(await refundedAtProvider(request)).toBe(500)
    },
    LIMIT_MS,
  )

  test(
    'an influencer who has taken their share out cannot send the whole price to a friend from the money of others',
    async () => {
      const star = await t.influencer('spent-star')
      await money.verify(star)
      const request = await money.served(fan, star)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      advanceBoth(PAYOUT_SECONDS)
      await workBoth()
      expect(await sentTo(star)).toBe(SHARE)
      t.sandbox.faults.add({
        ...{ method: 'POST', path: '/v1/transfers/*/reversals', action: 'fail' },
        ...{ status: 400, code: 'balance_insufficient', times: 50 },
      })
      const all = { amount: '25.00', uuid: crypto.randomUUID() }
      const path = `POST /api/influencer/requests/${request.id}/give-back/` as const
      expect((await t.call(star, path, all)).status).toBe(200)
      for (let hour = 0; hour < 2; hour++) {
        await workBoth()
        advanceBoth(3_600)
      }
      t.sandbox.faults.clear()
      await workBoth()
      expect(await refundedAtProvider(request)).toBe(0)
      expect((await money.earnings(star)).debt).toBe('22.50')
      // What they earn next pays for it: then it goes out.
      await money.served(fan, star)
      advanceBoth(RELEASE_SECONDS)
      await workBoth()
      advanceBoth(3_600)
      await workBoth()
      expect(await refundedAtProvider(request)).toBe(2500)
      advanceBoth(PAYOUT_SECONDS)
      await workBoth()
      expect(await sentTo(star)).toBe(SHARE)
      expect((await money.earnings(star)).debt).toBe('0.00')
    },
    LIMIT_MS,
  )
})
