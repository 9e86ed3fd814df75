import { CURRENCY, DISPUTE_PACK_SENT_BEFORE_MS, pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { changeRequestRow, type NewCall, requestRow } from '../../calls/testing/call-requests.ts'
import { balanceOf, held, payable } from '../../ledger/public.ts'
import { journals } from '../../ledger/tables.ts'
import {
  type DisputeFacts,
  type IntentFacts,
  planRefund,
  type RefundFacts,
  type Requested,
} from '../../payments/public.ts'
import { disputes, refunds } from '../../payments/tables.ts'
import type { RequestsDeps } from '../deps.ts'
import { applyDispute } from '../money/apply-dispute.ts'
import { followRefund } from '../money/follow-refunds.ts'
import { payoutHold } from '../money/payout-hold.ts'
import { disputePacks } from '../tables.ts'
import { nobodyCame } from '../testing/request-facts.ts'
import { requestsDomain, type Seen, soldRequest } from '../testing/sold-request.ts'
import type { PackFacts } from './pack-record.ts'

const clock = stillClock()
const now = clock.now()
const RELEASED = { state: 'completed', outcome: 'served', endedAt: now, releasedAt: now } as const
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const place = () => ({ db: database.db, clock })
const row = (id: string) => requestRow(place(), id)
const balance = (account: string) => balanceOf(database.db, account)

/** A sale, and what the bank says of it: each time the provider is asked, answered with the work that it leaves. */
async function disputed(more: Partial<NewCall> = {}, status: 'succeeded' | 'open' = 'succeeded') {
  const sale = await soldRequest(place(), more, { status })
  const disputeId = `dp_${sale.id}`
  async function says(
    said: Partial<DisputeFacts> & { takenPence?: number },
    provider: Partial<RequestsDeps['payments']> = {},
    seen: Pick<Seen, 'attendance' | 'endCalls'> = {},
  ) {
    const { takenPence = 2500, ...facts } = said
    const transaction = { balanceTransactionId: `txn_${facts.disputeId ?? disputeId}`, feePence: pence(0) }
    const taken = takenPence > 0 ? [{ ...transaction, amountPence: pence(-takenPence) }] : []
    const fetchDispute = async (): Promise<DisputeFacts> => ({
      ...{ disputeId, intentId: `pi_${sale.id}`, amountPence: pence(2500), reason: 'fraudulent' },
      ...{
        state: 'open',
        isInquiry: false,
        openedAt: now,
        dueBy: null,
        submissions: 0,
        balanceTransactions: taken,
      },
      ...facts,
    })
    const fetchIntent = async (intentId: string): Promise<IntentFacts> => {
      if (status === 'succeeded') throw new Error('nobody needs to ask about a payment that has succeeded')
      return {
        ...{
          intentId,
          status: 'succeeded',
          amountPence: pence(2500),
          currency: CURRENCY,
          clientSecret: null,
        },
        ...{
          paymentId: null,
          chargeId: 'ch',
          feePence: null,
          settledIn: null,
          nextActionUrl: null,
          lastError: null,
        },
        ...{ card: null, savesCard: false, cardToSave: null },
      }
    }
    const { deps, work } = requestsDomain(place(), {
      ...seen,
      payments: { name: 'stripe', fetchDispute, fetchIntent, findRefund: async () => null, ...provider },
    })
    await applyDispute(deps, facts.disputeId ?? disputeId)
    return work
  }
  return { ...sale, disputeId, says }
}
const mailsIn = (work: object[]) => work.filter(each => 'template' in each)

describe('a dispute that begins', () => {
  it('holds the payment, has an answer made, and is told to the influencer, once', async () => {
    const { id, influencerId, disputeId, says } = await disputed()
    const data = { requestId: id, bank: 'takes_no_answer' }
    const work = await says({})
    expect((await row(id)).paymentStatus).toBe('disputed')
    expect(work).toContainEqual({ disputeId, requestId: id })
    expect(mailsIn(work)).toEqual([{ template: 'dispute-opened', userId: influencerId, data }])
    expect(mailsIn(await says({}))).toEqual([])
  })

  it('may come before the provider’s event of the payment', async () => {
    const { id, says } = await disputed({ paymentStatus: 'unpaid', paidAt: null }, 'open')
    await says({})
    expect((await row(id)).paymentStatus).toBe('disputed')
  })

  it('of a payment of nobody here changes nothing', async () => {
    const { id, says } = await disputed()
    await says({ intentId: null })
    await says({ intentId: 'pi_stray' })
    expect((await row(id)).paymentStatus).toBe('paid')
  })

  it.each([
    ['until the answer goes', 1, true],
    ['not at the moment when it goes', 0, false],
  ])('lets the influencer write to the bank %s', async (_what, leftMs, mayWrite) => {
    const { id, influencerId, says } = await disputed()
    const until = new Date(now.getTime() + leftMs)
    const dueBy = new Date(until.getTime() + DISPUTE_PACK_SENT_BEFORE_MS)
    const data = { requestId: id, ...(mayWrite ? { until: until.toISOString() } : {}) }
    expect(mailsIn(await says({ dueBy }))).toEqual([
      { template: 'dispute-opened', userId: influencerId, data },
    ])
    expect(mailsIn(await says({ dueBy }))).toEqual([])
  })

  it('is told to nobody where no influencer has accepted the sale', async () => {
    const { id, says } = await disputed()
    await changeRequestRow(place(), id, { influencerId: null })
    expect(mailsIn(await says({}))).toEqual([])
  })

  it('has an answer once the bank has one, ours or another', async () => {
    const { id, disputeId, says } = await disputed()
    await database.db
      .insert(disputePacks)
      .values({ disputeId, requestId: id, facts: {} as PackFacts, madeAt: now })
    const sentAt = async () => {
      const [pack] = await database.db
        .select()
        .from(disputePacks)
        .where(eq(disputePacks.disputeId, disputeId))
      return pack?.sentAt
    }
    await says({})
    expect(await sentAt()).toBeNull()
    await says({ submissions: 1 })
    expect(await sentAt()).toEqual(now)
  })
})

describe('a dispute that ends', () => {
  it('for the influencer leaves the payment as it was, when it was the last', async () => {
    const { id, says } = await disputed()
    await says({})
    const other = { disputeId: `other_${id}`, takenPence: 0 }
    await says(other)
    expect(mailsIn(await says({ state: 'won' }))).toEqual([])
    expect((await row(id)).paymentStatus).toBe('disputed')
    await says({ ...other, state: 'won' })
    expect((await row(id)).paymentStatus).toBe('paid')
  })

  it('for the buyer, of which the bank only had a question before, begins when the bank takes the money', async () => {
    const { disputeId, says } = await disputed()
    const inquiry = { isInquiry: true, takenPence: 0, amountPence: pence(100), openedAt: new Date(0) }
    await says(inquiry)
    await says({ ...inquiry, state: 'won' })
    await says({ state: 'lost' })
    const [dispute] = await database.db.select().from(disputes).where(eq(disputes.id, disputeId))
    expect(dispute).toMatchObject({ state: 'lost', isInquiry: false, amountPence: 2500, openedAt: now })
  })

  it('for the buyer after it was won is no second End Call of theirs', async () => {
    const { id, says } = await disputed({ begunAt: now })
    const nowMs = now.getTime()
    const stretch = { fromMs: nowMs - 60_000, untilMs: nowMs, isOpen: true, endedBy: null }
    const seen = { attendance: { ...nobodyCame, together: [stretch] }, endCalls: [] as string[] }
    await says({}, {}, seen)
    await says({ state: 'won' }, {}, seen)
    await says({ state: 'lost' }, {}, seen)
    expect(seen.endCalls).toEqual([id])
    expect((await row(id)).paymentStatus).toBe('charged_back')
  })

  it('for the buyer takes what is held, and ends the request', async () => {
    const { id, influencerId, says } = await disputed()
    await says({})
    const data = { requestId: id, by: 'bank' }
    expect(mailsIn(await says({ state: 'lost' }))).toEqual([
      { template: 'dispute-lost', userId: influencerId, data },
    ])
    const lost = {
      paymentStatus: 'charged_back',
      state: 'cancelled',
      chargedBackPence: 2500,
      refundedPence: 0,
    }
    expect(await row(id)).toMatchObject(lost)
    expect([await balance(held(id)), await balance(payable(influencerId))]).toEqual([2500, 0])
  })

  it.each([0, 1])('with only %i pence taken by the bank gives the rest back from us', async takenPence => {
    const { id, says } = await disputed()
    await says({ state: 'lost', takenPence })
    const lost = {
      paymentStatus: 'charged_back',
      chargedBackPence: takenPence,
      refundedPence: 2500 - takenPence,
    }
    expect(await row(id)).toMatchObject(lost)
    const kinds = await database.db.select().from(journals).where(eq(journals.requestId, id))
    expect(kinds.some(({ kind }) => kind === 'dispute')).toBe(takenPence > 0)
  })

  test.each([
    [2500, 2500, 2250],
    [2501, 1, 1],
  ])(
    'of %i pence after the release makes %i of them a debt: %i',
    async (pricePence, takenPence, debtPence) => {
      const { id, influencerId, says } = await disputed({ ...RELEASED, pricePence })
      await says({ state: 'lost', takenPence })
      expect([await balance(payable(influencerId)), await balance(held(id))]).toEqual([debtPence, 0])
    },
  )

  it.each([
    ['released', RELEASED, 2250],
    ['unreleased', { ...RELEASED, releasedAt: null }, 0],
  ])(
    'of which the bank takes %s money after it decided is told to the influencer again, once',
    async (_, sale, debtPence) => {
      const { id, influencerId, says } = await disputed(sale)
      await says({ state: 'lost', takenPence: 0 })
      const data = { requestId: id, by: 'bank' }
      expect(mailsIn(await says({ state: 'lost' }))).toEqual([
        { template: 'dispute-lost', userId: influencerId, data },
      ])
      expect(mailsIn(await says({ state: 'lost' }))).toEqual([])
      expect(await balance(payable(influencerId))).toBe(debtPence)
    },
  )

  it('first covers refunds that had not gone out, and then takes from the sale', async () => {
    const { id, says } = await disputed()
    const { deps } = requestsDomain(place())
    for (const reason of ['goodwill:one', 'goodwill:two'])
      await withTransaction(database.db, tx =>
        planRefund(deps, tx, { requestId: id, amountPence: pence(250), reason, now }),
      )
    await changeRequestRow(place(), id, { refundedPence: pence(500), ...RELEASED, releasedAt: null })
    await says({ state: 'lost', takenPence: 1000 })
    expect(await row(id)).toMatchObject({ refundedPence: 0, chargedBackPence: 1000 })
    const rows = await database.db.select().from(refunds).where(eq(refunds.requestId, id))
    expect(rows.map(({ status }) => status)).toEqual(['covered', 'covered'])
    // Both refunds had left it, and 5.00 more.
    expect(await balance(held(id))).toBe(1000)
  })

  it('is lost while one by hand takes the row of a refund of ours that was made: both are off the sale', async () => {
    const { id, says } = await disputed()
    const { deps } = requestsDomain(place())
    const [reason, amountPence, ours] = ['goodwill:one', pence(500), `re_ours_${id}`]
    await withTransaction(database.db, tx =>
      planRefund(deps, tx, { requestId: id, amountPence, reason, now }),
    )
    await changeRequestRow(place(), id, { refundedPence: amountPence, ...RELEASED, releasedAt: null })
    const made = { amountPence, intentId: `pi_${id}`, hasMoved: true, hasReturned: false, reference: null }
    const fetchRefund = async (providerRefundId: string): Promise<RefundFacts> => ({
      ...made,
      ...{ providerRefundId, refundId: null, reason, status: 'succeeded' },
    })
    const findRefund = async ({ refundId }: { refundId: string }): Promise<RefundFacts> => {
      const byHand = { providerRefundId: `re_hand_${id}`, status: 'sent' } as const
      await database.db.update(refunds).set(byHand).where(eq(refunds.id, refundId))
      return { ...(await fetchRefund(ours)), refundId }
    }
    await says({ state: 'lost', takenPence: 1500 }, { findRefund, fetchRefund })
    expect(await row(id)).toMatchObject({ refundedPence: 1000, chargedBackPence: 1500 })
    const rows = await database.db.select().from(refunds).where(eq(refunds.requestId, id))
    expect(rows.map(row => `${row.providerRefundId} ${row.status}`).sort()).toEqual([
      ...[`re_hand_${id} sent`, `${ours} succeeded`],
    ])
  })

  it.each([
    ['staff, where they accepted the loss', { concedeAskedAt: now }, 0, 'staff'],
    ['the bank, where nobody did', {}, 0, 'bank'],
    ['the bank, where it has an answer', { concedeAskedAt: now, sentAt: now }, 0, 'bank'],
    ['the bank, where somebody answered it at the provider', { concedeAskedAt: now }, 1, 'bank'],
  ])('was lost by %s', async (_what, pack, submissions, by) => {
    const { id, disputeId, says } = await disputed()
    await says({})
    await database.db
      .insert(disputePacks)
      .values({ disputeId, requestId: id, facts: {} as PackFacts, madeAt: now, ...pack })
    expect(mailsIn(await says({ state: 'lost', submissions }))).toMatchObject([{ data: { by } }])
  })
})

/** A served sale of 25.00; its buyer has the bank claim 5.00 of it, and then 10.00 in another dispute. */
async function disputedTwice(more: Partial<NewCall> = {}) {
  const { says, ...sale } = await disputed({ ...RELEASED, releasedAt: null, ...more })
  const [one, other] = [
    { takenPence: 500, amountPence: pence(500) },
    { takenPence: 1000, amountPence: pence(1000), disputeId: `other_${sale.id}` },
  ]
  await says(one)
  await says(other)
  return {
    ...sale,
    first: (state: 'open' | 'lost' | 'won') => says({ ...one, state }),
    second: (state: 'open' | 'lost' | 'won') => says({ ...other, state }),
  }
}

describe('of two disputes about parts of one sale', () => {
  it('the one that is lost takes its own part, and the other holds the rest', async () => {
    const { id, influencerId, first, second } = await disputedTwice()
    await first('lost')
    expect(await row(id)).toMatchObject({
      ...{ paymentStatus: 'disputed', outcome: 'charged_back', dueAt: null },
      ...{ chargedBackPence: 500, refundedPence: 0 },
    })
    expect(await payoutHold(clock)(database.db, influencerId)).toBe('open_dispute')
    await second('lost')
    expect(await row(id)).toMatchObject({ paymentStatus: 'charged_back', chargedBackPence: 1500 })
    expect(await payoutHold(clock)(database.db, influencerId)).toBeNull()
    expect((await row(id)).dueAt).not.toBeNull()
  })

  it('the one that is lost stays lost when the other is won', async () => {
    for (const order of ['lost first', 'won first']) {
      const { id, first, second } = await disputedTwice()
      for (const end of order === 'lost first'
        ? [() => first('lost'), () => second('won')]
        : [() => second('won'), () => first('lost')])
        await end()
      expect(await row(id)).toMatchObject({
        paymentStatus: 'charged_back',
        outcome: 'charged_back',
        chargedBackPence: 500,
      })
    }
  })

  it('the one that begins after the other was lost holds what is left', async () => {
    const { id, influencerId, says } = await disputed({ ...RELEASED, releasedAt: null })
    await says({ takenPence: 500, amountPence: pence(500), state: 'lost' })
    expect(await row(id)).toMatchObject({ paymentStatus: 'charged_back', chargedBackPence: 500 })
    await says({ takenPence: 1000, amountPence: pence(1000), disputeId: `other_${id}` })
    expect(await row(id)).toMatchObject({ paymentStatus: 'disputed', dueAt: null })
    expect(await payoutHold(clock)(database.db, influencerId)).toBe('open_dispute')
  })
})

it.each([
  ['ours is an error in the log', null, 'stored', 1],
  [
    'ours beside one by hand that has its row is none, because the buyer has the money',
    're_hand',
    'another',
    0,
  ],
] as const)('a refused refund of %s', async (_what, providerRefundId, recorded, errors) => {
  const { id: requestId } = await soldRequest(place(), {}, { status: 'succeeded' })
  const { deps } = requestsDomain(place())
  const plan = { requestId, amountPence: pence(500), reason: 'goodwill:one', now }
  await withTransaction(database.db, tx => planRefund(deps, tx, plan))
  const isIt = eq(refunds.requestId, requestId)
  const [refund] = await database.db.update(refunds).set({ providerRefundId }).where(isIt).returning()
  const refused: Requested['word'] = {
    ...{ status: 'failed', hasMoved: false, hasReturned: false, reference: null },
    ...{ providerRefundId: null, transferId: null },
  }
  const logged: unknown[] = []
  const log = { ...deps.log, error: (facts: unknown) => void logged.push(facts) }
  const requested = { refund: refund as Requested['refund'], word: refused }
  expect(await followRefund({ ...deps, log }, requested)).toBe(recorded)
  expect(logged).toEqual(Array(errors).fill({ refundId: refund?.id }))
})
