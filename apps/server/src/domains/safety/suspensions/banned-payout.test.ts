import { BANNED_PAYOUT_WAIT_MS, DAY_SECONDS, HOUR_SECONDS, type StaffStandingPerson } from '@parley/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { openTestServer, type TestPerson, type TestServer } from '../../../testing/test-server.ts'
import { staffMember, type TestStaff } from '../../staff/testing/staff-member.ts'

let t: TestServer
let money: ReturnType<typeof earningCaller>
let stripe: Awaited<ReturnType<typeof money.stripe>>
let desk: TestStaff
beforeAll(async () => {
  t = await openTestServer({ connections: 8 })
  money = earningCaller(t)
  stripe = await money.stripe()
  desk = await staffMember(t, 'banning-desk', 'moderator')
})
afterAll(() => t?.close())

/** What the provider sent to a person, by its own records, in pence. */
const transfersTo = async (person: TestPerson) => {
  const destination = await money.accountOf(person)
  return (await stripe.transfers.list({ destination })).data.map(({ amount }) => amount)
}

async function suspend(whom: TestPerson, kind: 'banned' | 'suspended'): Promise<void> {
  await desk.stepUp()
  const path = `/api/staff/people/${whom.id}/` as const
  const { version } = (await t.call<StaffStandingPerson>(desk.person, `GET ${path}`)).body
  const act = { kind, reason: 'They threatened a fan in a call', version }
  expect((await t.call(desk.person, `POST ${path}suspend/`, act)).status).toBe(204)
}

test('what a banned person earned goes out 120 days after the ban, whole, once, and not before; of a suspended one not at all', async () => {
  expect(BANNED_PAYOUT_WAIT_MS).toBe(120 * DAY_SECONDS * 1000)
  const fan = await t.fan('banned-fan')
  const [banned, suspended, free] = [
    await t.influencer('banned-star'),
    await t.influencer('suspended-star'),
    await t.influencer('free-star'),
  ]
  for (const star of [banned, suspended, free]) {
    await money.verify(star)
    await money.served(fan, star)
  }
  // Earned and released before the ban, and a second sale that is released after it.
  await t.advance(RELEASE_SECONDS)
  for (const star of [banned, suspended]) await money.served(fan, star)
  const bannedAt = t.clock.now().getTime()
  await suspend(banned, 'banned')
  await suspend(suspended, 'suspended')
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  expect([await transfersTo(banned), await transfersTo(suspended), await transfersTo(free)]).toEqual([
    [],
    [],
    [2250],
  ])
  // The test checks every day of the wait: nothing is paid a day early.
  const leftSeconds = () =>
    Math.floor((bannedAt + BANNED_PAYOUT_WAIT_MS - t.clock.now().getTime()) / 1000) - 1
  while (leftSeconds() > 30 * DAY_SECONDS) await t.advance(30 * DAY_SECONDS)
  await t.advance(leftSeconds())
  expect(t.clock.now().getTime()).toBeLessThan(bannedAt + BANNED_PAYOUT_WAIT_MS)
  expect(await transfersTo(banned)).toEqual([])
  // The server checks every hour what waits.
  await t.advance(HOUR_SECONDS + 2)
  await t.server.doDueWork()
  expect(await transfersTo(banned)).toEqual([2250, 2250])
  await t.advance(30 * DAY_SECONDS)
  expect([await transfersTo(banned), await transfersTo(suspended)]).toEqual([[2250, 2250], []])
  expect(await t.breaches()).toEqual([])
})
