import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Bench, cardIntent, openBench, refusalOf } from './testing.ts'

let bench: Bench
beforeEach(async () => {
  bench = await openBench()
})
afterEach(() => bench.close())

const paid = (method = 'pm_card_visa', extra: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  cardIntent(bench.stripe, { payment_method: method, confirm: true, ...extra })

function later(seconds: number): Promise<number> {
  bench.clock.now = new Date(bench.clock.now.getTime() + seconds * 1000)
  return bench.sandbox.deliverDueWebhooks()
}

async function typesOfEvents(): Promise<string[]> {
  const events = await bench.stripe.events.list({ limit: 100 })
  return events.data.map(event => event.type).toReversed()
}

describe('refunds', () => {
  it('give back in parts, never more than was paid', async () => {
    const { stripe } = bench
    const { id } = await paid()
    const first = await stripe.refunds.create({
      payment_intent: id,
      amount: 1000,
      reason: 'requested_by_customer',
    })
    expect(first).toMatchObject({ object: 'refund', status: 'succeeded', amount: 1000, payment_intent: id })
    expect(await refusalOf(stripe.refunds.create({ payment_intent: id, amount: 1501 }))).toMatchObject({
      param: 'amount',
      statusCode: 400,
    })
    expect(await stripe.refunds.create({ payment_intent: id })).toMatchObject({ amount: 1500 })
    expect(await refusalOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_already_refunded',
    })
    const [charge] = (await stripe.charges.list({ payment_intent: id, expand: ['data.refunds'] })).data
    expect(charge).toMatchObject({ amount_refunded: 2500, refunded: true })
    expect(charge?.refunds?.data.map(refund => refund.amount)).toEqual([1500, 1000])
    expect((await stripe.refunds.list({ payment_intent: id })).data).toHaveLength(2)
    expect(await stripe.refunds.retrieve(first.id, { expand: ['balance_transaction'] })).toMatchObject({
      balance_transaction: { amount: -1000 },
    })
  })

  it('never exceed the payment however many are asked for at once', async () => {
    const { id } = await paid()
    const requested = Array.from({ length: 20 }, () =>
      bench.stripe.refunds.create({ payment_intent: id, amount: 400 }),
    )
    const outcomes = await Promise.allSettled(requested)
    expect(outcomes.filter(outcome => outcome.status === 'fulfilled')).toHaveLength(6)
    const [charge] = (await bench.stripe.charges.list({ payment_intent: id })).data
    expect(charge?.amount_refunded).toBe(2400)
  })

  it('need a payment that succeeded', async () => {
    const open = await cardIntent(bench.stripe)
    expect(await refusalOf(bench.stripe.refunds.create({ payment_intent: open.id }))).toMatchObject({
      statusCode: 400,
    })
    expect(await refusalOf(bench.stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
      code: 'resource_missing',
    })
    const { id } = await paid()
    for (const amount of [0, -5]) {
      expect(await refusalOf(bench.stripe.refunds.create({ payment_intent: id, amount }))).toMatchObject({
        param: 'amount',
      })
    }
  })

  it('can come back from the bank some time after, and then the money may be refunded again', async () => {
    const { id } = await paid('pm_card_refundFail')
    const refund = await bench.stripe.refunds.create({ payment_intent: id })
    expect(refund.status).toBe('succeeded')
    await later(10)
    expect(await bench.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    expect(await typesOfEvents()).toEqual(
      expect.arrayContaining(['refund.created', 'charge.refunded', 'refund.failed', 'charge.refund.updated']),
    )
    const [charge] = (await bench.stripe.charges.list({ payment_intent: id })).data
    expect(charge).toMatchObject({ amount_refunded: 0, refunded: false })
  })

  it('can be pending first', async () => {
    const { id } = await paid('pm_card_pendingRefund')
    const refund = await bench.stripe.refunds.create({ payment_intent: id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    await later(10)
    expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded')
    expect(await typesOfEvents()).toContain('refund.updated')
  })
})

describe('disputes', () => {
  it('follow at once on the card that brings them, take money and fee, and forbid a refund', async () => {
    const { id } = await paid('pm_card_createDispute')
    const [dispute] = (await bench.stripe.disputes.list({ payment_intent: id })).data
    expect(dispute).toMatchObject({ status: 'needs_response', reason: 'fraudulent', amount: 2500 })
    expect(dispute?.balance_transactions[0]).toMatchObject({ amount: -2500, fee: 2000, net: -4500 })
    expect(await refusalOf(bench.stripe.refunds.create({ payment_intent: id }))).toMatchObject({
      code: 'charge_disputed',
    })
    const types = await typesOfEvents()
    expect(types.indexOf('payment_intent.succeeded')).toBeLessThan(types.indexOf('charge.dispute.created'))
  })

  it.each([
    {
      text: 'winning_evidence',
      status: 'won',
      events: ['charge.dispute.closed', 'charge.dispute.funds_reinstated'],
    },
    { text: 'losing_evidence', status: 'lost', events: ['charge.dispute.closed'] },
  ])('end as the evidence says: $text', async ({ text, status, events }) => {
    await paid('pm_card_createDispute')
    const [dispute] = (await bench.stripe.disputes.list()).data
    const closed = await bench.stripe.disputes.update(dispute?.id ?? '', {
      evidence: { uncategorized_text: text },
    })
    expect(closed.status).toBe(status)
    expect((await typesOfEvents()).slice(-events.length)).toEqual(events)
    expect(await refusalOf(bench.stripe.disputes.close(closed.id))).toMatchObject({ statusCode: 400 })
  })

  it('only ask on the card that brings an inquiry: nothing is taken, and a full refund ends it', async () => {
    const { id } = await paid('pm_card_createDisputeInquiry')
    const [inquiry] = (await bench.stripe.disputes.list({ payment_intent: id })).data
    expect(inquiry).toMatchObject({
      ...{ status: 'warning_needs_response', reason: 'fraudulent', amount: 2500 },
      ...{ balance_transactions: [], is_charge_refundable: true },
    })
    expect(await typesOfEvents()).not.toContain('charge.dispute.funds_withdrawn')
    await bench.stripe.refunds.create({ payment_intent: id, amount: 500 })
    expect((await bench.stripe.disputes.retrieve(inquiry?.id ?? '')).status).toBe('warning_needs_response')
    await bench.stripe.refunds.create({ payment_intent: id })
    expect((await bench.stripe.disputes.retrieve(inquiry?.id ?? '')).status).toBe('warning_closed')
    expect(await typesOfEvents()).toContain('charge.dispute.closed')
  })

  it('that only ask are closed by good evidence, and take the money where it is escalated', async () => {
    const answered = async (text: string) => {
      const { id } = await paid('pm_card_createDisputeInquiry')
      const [inquiry] = (await bench.stripe.disputes.list({ payment_intent: id })).data
      return bench.stripe.disputes.update(inquiry?.id ?? '', { evidence: { uncategorized_text: text } })
    }
    expect((await answered('our record')).status).toBe('warning_under_review')
    expect(await answered('winning_evidence')).toMatchObject({
      ...{ status: 'warning_closed', balance_transactions: [] },
    })
    expect(await answered('escalate_inquiry_evidence')).toMatchObject({
      ...{ status: 'needs_response', is_charge_refundable: false },
      balance_transactions: [{ amount: -2500, fee: 2000 }],
    })
    expect((await typesOfEvents()).at(-1)).toBe('charge.dispute.funds_withdrawn')
  })

  it('may be preceded by a warning of the card’s issuer, which moves nothing', async () => {
    const { id } = await paid('pm_card_createIssuerFraudRecord')
    const { data } = await bench.stripe.radar.earlyFraudWarnings.list({ payment_intent: id })
    expect(data).toMatchObject([
      { object: 'radar.early_fraud_warning', actionable: true, payment_intent: id },
    ])
    expect(await typesOfEvents()).toContain('radar.early_fraud_warning.created')
    expect((await bench.stripe.disputes.list({ payment_intent: id })).data).toEqual([])
  })

  it('can be opened and closed by hand on any payment', async () => {
    const { id } = await paid()
    const dispute = bench.sandbox.faults.openDispute(id, 'product_not_received')
    bench.sandbox.faults.closeDispute(dispute, 'won')
    expect(await bench.stripe.disputes.retrieve(dispute)).toMatchObject({
      status: 'won',
      reason: 'product_not_received',
    })
    expect((await bench.stripe.refunds.create({ payment_intent: id })).amount).toBe(2500)
  })
})

describe('paying people out', () => {
  async function account(): Promise<string> {
    const { id } = await bench.stripe.accounts.create({
      type: 'express',
      country: 'GB',
      email: 'p@example.org',
    })
    return id
  }

  it('goes only to a verified account', async () => {
    const id = await account()
    const intent = await paid('pm_card_bypassPending')
    const transfer = () =>
      bench.stripe.transfers.create({
        amount: 2000,
        currency: 'gbp',
        destination: id,
        metadata: { request: '7' },
      })
    expect(await refusalOf(transfer())).toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
    bench.sandbox.faults.decideAccount(id, 'verified')
    expect(await bench.stripe.accounts.retrieve(id)).toMatchObject({
      payouts_enabled: true,
      details_submitted: true,
    })
    expect(await transfer()).toMatchObject({
      object: 'transfer',
      amount: 2000,
      destination: id,
      reversed: false,
    })
    expect(await refusalOf(transfer())).toMatchObject({ code: 'balance_insufficient' })
    const fromCharge = {
      amount: 500,
      currency: 'gbp',
      destination: id,
      source_transaction: String(intent.latest_charge),
    }
    expect(await bench.stripe.transfers.create(fromCharge)).toMatchObject({
      source_transaction: intent.latest_charge,
    })
  })

  it('of the money of a charge is in the group of that charge, whatever was asked for', async () => {
    const id = await account()
    bench.sandbox.faults.decideAccount(id, 'verified')
    const intent = await paid()
    const charge = String(intent.latest_charge)
    const transfer = (more: object) =>
      bench.stripe.transfers.create({
        ...{ amount: 500, currency: 'gbp', destination: id, source_transaction: charge },
        ...more,
      })
    const group = `group_${intent.id}`
    expect((await transfer({ transfer_group: 'ours' })).transfer_group).toBe(group)
    expect((await bench.stripe.charges.retrieve(charge)).transfer_group).toBe(group)
    expect((await transfer({})).transfer_group).toBe(group)
    expect(await refusalOf(transfer({ transfer_group: 'ours' }))).toMatchObject({ param: 'transfer_group' })
    expect((await bench.stripe.transfers.list({ transfer_group: group })).data).toHaveLength(2)
    expect((await bench.stripe.transfers.list({ transfer_group: 'ours' })).data).toEqual([])
  })

  it('waits until the money has settled', async () => {
    const id = await account()
    bench.sandbox.faults.decideAccount(id, 'verified')
    await paid()
    const transfer = () => bench.stripe.transfers.create({ amount: 2442, currency: 'gbp', destination: id })
    expect(await refusalOf(transfer())).toMatchObject({ code: 'balance_insufficient' })
    await later(3 * 86_400)
    expect((await bench.stripe.balance.retrieve()).available).toMatchObject([
      { amount: 2442, currency: 'gbp' },
    ])
    expect((await transfer()).amount).toBe(2442)
  })

  it('can be reversed, never by more than was sent', async () => {
    const id = await account()
    bench.sandbox.faults.decideAccount(id, 'verified')
    await paid('pm_card_bypassPending')
    const transfer = await bench.stripe.transfers.create({ amount: 2000, currency: 'gbp', destination: id })
    const reversal = await bench.stripe.transfers.createReversal(transfer.id, { amount: 1500 })
    expect(reversal).toMatchObject({ object: 'transfer_reversal', amount: 1500, transfer: transfer.id })
    expect(
      await refusalOf(bench.stripe.transfers.createReversal(transfer.id, { amount: 501 })),
    ).toMatchObject({ param: 'amount' })
    await bench.stripe.transfers.createReversal(transfer.id)
    expect(await bench.stripe.transfers.retrieve(transfer.id)).toMatchObject({
      amount_reversed: 2000,
      reversed: true,
    })
    expect((await bench.stripe.transfers.listReversals(transfer.id)).data).toHaveLength(2)
    expect(await bench.stripe.transfers.retrieveReversal(transfer.id, reversal.id)).toMatchObject({
      id: reversal.id,
    })
  })

  it('sets an account up on a page reached by a link that works once', async () => {
    const id = await account()
    const link = { account: id, type: 'account_onboarding' as const, refresh_url: `${bench.origin}/again` }
    const elsewhere = bench.stripe.accountLinks.create({ ...link, return_url: 'https://evil.example/' })
    expect(await refusalOf(elsewhere)).toMatchObject({ param: 'return_url' })
    const { url } = await bench.stripe.accountLinks.create({
      ...link,
      return_url: `${bench.origin}/my-account`,
    })
    expect(await (await fetch(url)).text()).toContain('Set up your payouts')
    const body = new URLSearchParams({
      token: new URL(url).searchParams.get('token') ?? '',
      decision: 'verified',
    })
    const send = () => fetch(url.split('?')[0] ?? '', { method: 'POST', body, redirect: 'manual' })
    const done = await send()
    expect([done.status, done.headers.get('location')]).toEqual([303, `${bench.origin}/my-account`])
    expect((await bench.stripe.accounts.retrieve(id)).payouts_enabled).toBe(true)
    expect((await send()).status).toBe(404)
  })

  it('explains every penny of the balance by its transactions', async () => {
    const { id } = await paid()
    await bench.stripe.refunds.create({ payment_intent: id, amount: 500 })
    await paid('pm_card_createDispute')
    let net = 0
    for await (const transaction of bench.stripe.balanceTransactions.list({ limit: 1 }))
      net += transaction.net
    const balance = await bench.stripe.balance.retrieve()
    const total = [...balance.available, ...balance.pending].reduce((sum, line) => sum + line.amount, 0)
    expect(net).toBe(2 * 2442 - 500 - 4500)
    expect(total).toBe(net)
  })
})

describe('payouts to the platform’s own bank', () => {
  it('take settled money out of the balance, and bring it back when the bank refuses them', async () => {
    const { stripe, sandbox } = bench
    await paid('pm_card_bypassPending')
    const balance = async () => (await stripe.balance.retrieve()).available[0]?.amount
    expect(await balance()).toBe(2442)
    expect(await refusalOf(stripe.payouts.create({ amount: 2443, currency: 'gbp' }))).toMatchObject({
      code: 'balance_insufficient',
    })
    const payout = await stripe.payouts.create({ amount: 2000, currency: 'gbp' })
    expect([payout.status, await balance()]).toEqual(['in_transit', 442])
    sandbox.faults.decidePayout(payout.id, 'failed')
    expect([(await stripe.payouts.retrieve(payout.id)).status, await balance()]).toEqual(['failed', 2442])
    expect(await typesOfEvents()).toEqual(expect.arrayContaining(['payout.created', 'payout.failed']))
  })
})

describe('the balance’s own list', () => {
  it('names what moved each penny, fees of the provider alone included', async () => {
    const { stripe, sandbox } = bench
    await paid()
    sandbox.faults.chargeFee(25)
    const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] })
    expect(data.map(({ type, amount, fee, source }) => [type, amount, fee, source && typeof source])).toEqual(
      [
        ['stripe_fee', -25, 0, null],
        ['charge', 2500, 58, 'object'],
      ],
    )
  })
})
