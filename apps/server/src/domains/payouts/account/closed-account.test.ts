import { HOUR_SECONDS } from '@parley/contract'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { TEST_PASSWORD } from '../../../testing/api-caller.ts'
import { earningCaller, PAYOUT_SECONDS, RELEASE_SECONDS } from '../../../testing/earning.ts'
import { operatorCommands } from '../../../testing/operator-commands.ts'
import { openTestServer, type TestPerson } from '../../../testing/test-server.ts'
import { mailboxOf } from '../../notifications/testing/mailbox.ts'

const DEAUTHORIZED = 'account.application.deauthorized'
/** The published card whose money is settled at once. */
const SETTLED_AT_ONCE = '4000000000000077'

const t = await openTestServer({ connections: 12 })
afterAll(t.close)
const earner = earningCaller(t)
const fan = await t.fan('fan')
const stripe = await earner.stripe()
beforeEach(() => t.sandbox.faults.clear())

const accountOf = async (person: TestPerson) => (await earner.earnings(person)).payout_account
const mailsOf = async (person: TestPerson) =>
  (await mailboxOf(t).mailsOf(person)).map(({ subject }) => subject)
async function transfersTo(accountId: string): Promise<number[]> {
  return (await stripe.transfers.list({ destination: accountId })).data.map(({ amount }) => amount)
}

/** An influencer with an account that is closed before the sale is paid out. */
async function closedBefore(name: string, events: 'come' | 'are lost') {
  const ivy = await t.influencer(name)
  await earner.verify(ivy)
  const first = await earner.accountOf(ivy)
  await earner.served(fan, ivy, SETTLED_AT_ONCE)
  if (events === 'are lost')
    t.sandbox.faults.webhooks.add({ action: 'drop', times: 5, types: [DEAUTHORIZED] })
  t.sandbox.faults.closeAccount(first)
  await t.server.doDueWork()
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  return { ivy, first }
}

it.each(['come', 'are lost'] as const)(
  'an account that is closed holds what was earned until there is another one (its events %s)',
  async events => {
    const { ivy, first } = await closedBefore(`closed-${events.replace(' ', '-')}`, events)
    await t.advance(HOUR_SECONDS)
    expect(await accountOf(ivy)).toMatchObject({
      ...{ status: 'closed', payouts_enabled: false },
      requirements: [{ code: 'closed', message: expect.stringContaining('Set up your payouts again') }],
    })
    const { upcoming, payable, in_transit } = await earner.earnings(ivy)
    expect({ payable, in_transit }).toEqual({ payable: '22.50', in_transit: '0.00' })
    expect(upcoming).toMatchObject([{ reason: { code: 'no_account' } }])
    expect(await mailsOf(ivy)).toContain('Your payout account is closed')
    await earner.verify(ivy)
    await t.advance(HOUR_SECONDS)
    const second = await earner.accountOf(ivy)
    expect(second).not.toBe(first)
    expect([await transfersTo(first), await transfersTo(second)]).toEqual([[], [2250]])
    expect((await earner.earnings(ivy)).paid_out).toBe('22.50')
    expect(await t.breaches()).toEqual([])
  },
)

it('a person who presses before the server knows of it gets the page of another account', async () => {
  const ivy = await t.influencer('presses-first')
  await earner.verify(ivy)
  const first = await earner.accountOf(ivy)
  t.sandbox.faults.webhooks.hold()
  t.sandbox.faults.closeAccount(first)
  const urls = await Promise.all(Array.from({ length: 6 }, () => earner.openAccount(ivy)))
  const second = await earner.accountOf(ivy)
  expect(second).not.toBe(first)
  expect(new Set(urls.map(url => /acct_\w+/.exec(url)?.[0]))).toEqual(new Set([second]))
  // The late event of the first account closes nothing.
  t.sandbox.faults.decideAccount(second, 'verified')
  t.sandbox.faults.clear()
  await t.server.doDueWork()
  expect(await accountOf(ivy)).toMatchObject({ status: 'active' })
})

it('an account that Stripe rejects has no page, says so, and can be replaced once an operator has deleted it', async () => {
  const ivy = await t.influencer('rejected')
  await earner.verify(ivy)
  const first = await earner.accountOf(ivy)
  t.sandbox.faults.decideAccount(first, 'rejected')
  await t.server.doDueWork()
  const words = 'Stripe does not take this account. Please write to us.'
  expect(await accountOf(ivy)).toMatchObject({ status: 'restricted', requirements: [{ message: words }] })
  const path = 'POST /api/influencer/me/payout-account/' as const
  const proof = { currentPassword: TEST_PASSWORD }
  expect(await t.call(ivy, path, proof)).toMatchObject({ status: 409, body: { detail: words } })
  t.sandbox.faults.closeAccount(first)
  expect((await t.call(ivy, path, proof)).status).toBe(200)
  expect(await earner.accountOf(ivy)).not.toBe(first)
})

it('nobody loses their account because the provider knows nothing with a wrong key', async () => {
  const ivy = await t.influencer('wrong-key')
  await earner.verify(ivy)
  const account = await earner.accountOf(ivy)
  t.sandbox.faults.closeAccount(account)
  t.sandbox.faults.add({
    ...{ action: 'fail', method: 'GET', path: '/v1/payment_intents/*' },
    ...{ status: 404, code: 'resource_missing', times: 50 },
  })
  await t.server.doDueWork()
  expect(await accountOf(ivy)).toMatchObject({ status: 'active' })
  t.sandbox.faults.clear()
  await t.advance(HOUR_SECONDS)
  expect(await accountOf(ivy)).toMatchObject({ status: 'closed' })
})

it('a debt of before is paid by the earnings that go to the other account', async () => {
  const ivy = await t.influencer('owes')
  await earner.verify(ivy)
  const first = await earner.accountOf(ivy)
  const sold = await earner.served(fan, ivy, SETTLED_AT_ONCE)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  expect(await transfersTo(first)).toEqual([2250])
  t.sandbox.faults.closeAccount(first)
  await t.server.doDueWork()
  const dispute = t.sandbox.faults.openDispute(await earner.intentOf(sold))
  t.sandbox.faults.closeDispute(dispute, 'lost')
  await t.server.doDueWork()
  expect(await earner.earnings(ivy)).toMatchObject({ debt: '22.50', paid_out: '22.50' })
  await earner.verify(ivy)
  for (let sales = 0; sales < 2; sales++) await earner.served(fan, ivy, SETTLED_AT_ONCE)
  await t.advance(RELEASE_SECONDS)
  await t.advance(PAYOUT_SECONDS)
  await t.advance(HOUR_SECONDS)
  expect(await earner.earnings(ivy)).toMatchObject({ debt: '0.00', paid_out: '45.00' })
  expect(await transfersTo(await earner.accountOf(ivy))).toEqual([2250])
  expect(await t.breaches()).toEqual([])
  const operator = operatorCommands(t)
  expect(await operator.reconcile(operator.ownUrl)).toMatchObject({ ok: true })
})
