import type { FaultControl } from '@parley/stripe-sandbox'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { earningCaller } from '../testing/earning.ts'
import { operatorCommands } from '../testing/operator-commands.ts'
import { openTestServer, type TestServer } from '../testing/test-server.ts'

const LIMIT_MS = 240_000

let t: TestServer
let operator: ReturnType<typeof operatorCommands>
let stripe: Stripe

beforeAll(async () => {
  t = await openTestServer()
  operator = operatorCommands(t)
  const earner = earningCaller(t)
  stripe = await earner.stripe()
  const ivy = await t.influencer('ivy')
  await t.bookAndPay(await t.fan('fan'), ivy)
}, LIMIT_MS)
afterAll(() => t.close())
beforeEach(() => t.sandbox.faults.clear())

const reconcile = (...options: string[]) => operator.reconcile(operator.ownUrl, ...options)
const balanceOf = async (account: string) => (await t.audit()).balances[account] ?? 0
const agrees = { ok: true, code: 0, missing: [], unexpected: [], different: [], foreign: [] }

describe('money that the operator sends to the provider', () => {
  it('is in the books by its event, and goes out of them when the bank takes it back', {
    timeout: LIMIT_MS,
  }, async () => {
    const before = await balanceOf('bank')
    t.sandbox.faults.webhooks.add({ action: 'repeat', copies: 3, times: 10 })
    const { id } = await stripe.topups.create({ amount: 5000, currency: 'gbp' })
    await t.server.doDueWork()
    expect(await reconcile()).toMatchObject(agrees)
    expect(await balanceOf('bank')).toBe(before - 5000)
    t.sandbox.faults.reverseTopUp(id)
    await t.server.doDueWork()
    expect(await reconcile()).toMatchObject(agrees)
    expect(await balanceOf('bank')).toBe(before)
    expect((await t.audit()).ok).toBe(true)
  })

  it('is booked by the operator’s command where its events were lost, once', {
    timeout: LIMIT_MS,
  }, async () => {
    const types = ['topup.succeeded', 'topup.reversed']
    t.sandbox.faults.webhooks.add({ action: 'drop', times: 10, types })
    const { id } = await stripe.topups.create({ amount: 700, currency: 'gbp' })
    t.sandbox.faults.reverseTopUp(id)
    await stripe.topups.create({ amount: 300, currency: 'gbp' })
    await t.server.doDueWork()
    expect((await reconcile()).missing.map(line => line.kind).sort()).toEqual([
      ...['top_up', 'top_up', 'top_up_returned'],
    ])
    expect(await reconcile('--apply')).toMatchObject(agrees)
    expect(await reconcile('--apply')).toMatchObject({ ...agrees, applied: [] })
    expect((await t.audit()).ok).toBe(true)
  })
})

const RESERVES = [
  { type: 'reserve_transaction' },
  { type: 'reserved_funds' },
  { type: 'reserve_hold' },
  { type: 'payout_minimum_balance_hold' },
  { type: 'payment_network_reserve_hold' },
  { type: 'adjustment', category: 'risk_reserved_funds' },
  { type: 'adjustment', category: 'connect_reserved_funds' },
] as const
const COSTS = [
  { type: 'stripe_fx_fee' },
  { type: 'contribution' },
  { type: 'connect_collection_transfer' },
  { type: 'adjustment', category: 'fee' },
] as const

describe('what the provider moves in the platform’s own account', () => {
  const changeBalance = (change: Parameters<FaultControl['changeBalance']>[0]) =>
    t.sandbox.faults.changeBalance(change)

  it('is still the platform’s while it is held back in a reserve', { timeout: LIMIT_MS }, async () => {
    for (const each of RESERVES) changeBalance({ ...each, amount: -100 })
    // The other side, in the provider's balance of reserves.
    changeBalance({ type: 'reserve_hold', amount: 100, balance: 'risk_reserved' })
    const { missing } = await reconcile()
    expect(missing.map(({ kind, amount }) => [kind, amount])).toEqual(
      RESERVES.map(() => ['reserve', '-1.00']),
    )
    expect(await reconcile('--apply')).toMatchObject(agrees)
    expect(await balanceOf('psp_reserve')).toBe(700)
    changeBalance({ type: 'reserve_release', amount: 300 })
    changeBalance({ type: 'payout_minimum_balance_release', amount: 300 })
    changeBalance({ type: 'payment_network_reserve_release', amount: 100 })
    expect(await reconcile('--apply')).toMatchObject(agrees)
    expect(await balanceOf('psp_reserve')).toBe(0)
    expect((await t.audit()).ok).toBe(true)
  })

  it('is a cost of the platform where the provider takes a fee of what it moves, also what it moves for people', {
    timeout: LIMIT_MS,
  }, async () => {
    await stripe.topups.create({ amount: 500, currency: 'gbp' })
    const { id } = await stripe.payouts.create({ amount: 100, currency: 'gbp' })
    const [paid] = (await stripe.paymentIntents.list()).data
    const back = await stripe.refunds.create({ payment_intent: paid?.id ?? '', amount: 100 })
    await t.server.doDueWork()
    const before = await balanceOf('psp_fees')
    for (const fee of [15, -5]) changeBalance({ type: 'payout', amount: 0, fee, source: id })
    changeBalance({ type: 'refund', amount: 0, fee: 30, source: back.id })
    expect((await reconcile()).missing.map(({ kind, amount }) => [kind, amount])).toEqual([
      ...[
        ['refund', '-0.30'],
        ['bank_payout', '0.05'],
        ['bank_payout', '-0.15'],
      ],
    ])
    expect(await reconcile('--apply')).toMatchObject(agrees)
    expect(await balanceOf('psp_fees')).toBe(before + 40)
  })

  it('is a cost of the platform where it is spent', { timeout: LIMIT_MS }, async () => {
    const before = await balanceOf('psp_fees')
    for (const each of COSTS) changeBalance({ ...each, amount: -40 })
    expect(await reconcile('--apply')).toMatchObject(agrees)
    expect(await balanceOf('psp_fees')).toBe(before + 160)
  })
})

it('what comes and goes in another currency is no pence of the books', { timeout: LIMIT_MS }, async () => {
  const before = (await t.audit()).balances
  await stripe.topups.create({ amount: 500, currency: 'eur' })
  await stripe.payouts.create({ amount: 200, currency: 'eur' })
  await t.server.doDueWork()
  expect((await t.audit()).balances).toEqual(before)
  const { ok, missing, foreign } = await reconcile('--apply')
  expect({ ok, missing }).toEqual({ ok: false, missing: [] })
  expect(foreign.map(({ kind, currency }) => `${kind} ${currency}`)).toEqual([
    ...['bank_payout eur', 'top_up eur'],
  ])
})

// The last, because nothing explains them any more.
describe('money that nothing explains', () => {
  it('stays a difference, with the provider’s own name of it', { timeout: LIMIT_MS }, async () => {
    t.sandbox.faults.changeBalance({ type: 'advance', amount: 60 })
    t.sandbox.faults.changeBalance({ type: 'adjustment', amount: -5, category: 'other_adjustment' })
    for (const options of [[], ['--apply']])
      expect(await reconcile(...options)).toMatchObject({
        ...{ ok: false, code: 1 },
        missing: [
          { kind: 'unknown (adjustment)', amount: '-0.05' },
          { kind: 'unknown (advance)', amount: '0.60' },
        ],
      })
  })

  it('is a difference in another currency, and where the provider exchanged it', {
    timeout: LIMIT_MS,
  }, async () => {
    t.sandbox.faults.changeBalance({ type: 'charge', amount: 1170, currency: 'eur', exchangeRate: 1.17 })
    t.sandbox.faults.changeBalance({ type: 'stripe_fee', amount: -30, exchangeRate: 0.86 })
    const found = await reconcile('--apply')
    expect(found).toMatchObject({
      ...{ ok: false, code: 1 },
      foreign: [
        { kind: 'provider_fee', amount: '-0.30', currency: 'gbp' },
        { kind: 'charge', amount: '11.70', currency: 'eur' },
        { kind: 'bank_payout' },
        { kind: 'top_up' },
      ],
    })
    const { said } = await operator.run('reconcile', operator.ownUrl)
    expect(said).toContain('11.70 eur: the books are in gbp alone')
  })
})
