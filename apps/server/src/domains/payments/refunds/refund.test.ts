import { pence } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { stillClock } from '../../../core/clock.ts'
import { newId } from '../../../core/ids.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { somebody } from '../../calls/testing/call-requests.ts'
import { balanceOf, disputeFundsLegs, held, payable, postJournal } from '../../ledger/public.ts'
import { journals } from '../../ledger/tables.ts'
import type { PaymentProvider, RefundFacts, RefundWord } from '../payment-provider.ts'
import type { PayoutProvider } from '../payout-provider.ts'
import type { PaymentRow, RefundRow } from '../store.ts'
import { payments, refunds } from '../tables.ts'
import {
  listMadeRefunds,
  planRefund,
  type RefundPlan,
  recordRefund,
  refundedForPence,
  requestRefund,
} from './refund.ts'

const clock = stillClock()
const now = clock.now()
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const inTransaction = <T>(act: (tx: Tx) => Promise<T>) => withTransaction(database.db, act)

/** A request that was charged 25.00, unless its payment has another status. */
async function charged(status: PaymentRow['status'] = 'succeeded'): Promise<string> {
  const payerId = await somebody({ db: database.db, clock }, 'fred')
  const requestId = newId()
  await database.db.insert(payments).values({
    ...{ id: newId(), requestId, payerId, amountPence: pence(2500), status },
    ...{ intentId: `pi_${requestId}`, chargeId: `ch_${requestId}`, createdAt: now, updatedAt: now },
  })
  return requestId
}

/** Plans a refund of 5.00 of a request; answers its row and the work that it left. */
async function planned(requestId: string, more: Partial<RefundPlan> = {}) {
  const work: object[] = []
  const outbox = {
    add: async (_tx: unknown, _topic: unknown, payload: object) => void work.push(payload),
    addLater: async () => undefined,
    nudge: () => undefined,
  }
  const plan = { requestId, amountPence: pence(500), reason: 'cancelled', ...more, now }
  await inTransaction(tx => planRefund({ outbox }, tx, plan))
  const [row] = await database.db.select().from(refunds).where(eq(refunds.requestId, requestId))
  return { refund: row as RefundRow, work }
}
const journalsOf = async (requestId: string) => {
  const rows = await database.db.select().from(journals).where(eq(journals.requestId, requestId))
  return rows.map(({ kind }) => kind).sort()
}
const set = (id: string, status: RefundRow['status']) =>
  database.db.update(refunds).set({ status }).where(eq(refunds.id, id))

describe('a refund that is decided', () => {
  it('is of a payment that has succeeded', async () => {
    await expect(planned(newId())).rejects.toThrow('only what was paid is refunded')
    await expect(planned(await charged('processing'))).rejects.toThrow('only what was paid is refunded')
  })

  it('comes from what is held, and is left to be sent', async () => {
    const requestId = await charged()
    const { refund, work } = await planned(requestId)
    expect(refund).toMatchObject({ amountPence: 500, status: 'pending', reason: 'cancelled' })
    expect(work).toEqual([{ refundId: refund.id }])
    expect(await journalsOf(requestId)).toEqual(['refund_decided'])
    expect(await balanceOf(database.db, held(requestId))).toBe(500)
  })

  it('comes from the earners after the release, less the fee of that part', async () => {
    const requestId = await charged()
    const influencerId = newId()
    const earned = { influencerId, netPence: pence(2500), feeBasisPoints: 1_000, backPence: pence(500) }
    await planned(requestId, { earned })
    expect(await journalsOf(requestId)).toEqual(['refund'])
    expect(await balanceOf(database.db, payable(influencerId))).toBe(450)
  })

  it('counts with the others of its kind of reason, in part or whole', async () => {
    const requestId = await charged()
    const sum = (reasonsBeginWith: string) =>
      inTransaction(tx => refundedForPence(tx, { requestId, reasonsBeginWith }))
    expect(await sum('staff:')).toBe(0)
    await planned(requestId, { reason: 'staff:one' })
    await planned(requestId, { reason: 'staff:two' })
    await planned(requestId, { reason: 'goodwill:one' })
    expect([await sum('staff:'), await sum('staff:two')]).toEqual([1_000, 500])
  })
})

describe('the provider', () => {
  /** Asks for a refund; answers what the provider was asked to give back, and whether there was anything to do. */
  async function request(refundId: string) {
    const requested: object[] = []
    const provider = {
      findRefund: async () => null,
      refund: async (input: object) => {
        requested.push(input)
        return { status: 'pending' } as RefundFacts
      },
    } as unknown as PaymentProvider
    const log = { error: () => undefined }
    const deps = { db: database.db, payments: provider, payouts: {} as PayoutProvider, log }
    return { sent: (await requestRefund(deps, refundId)) !== null, requested }
  }

  test.each<[string, RefundRow['status'], boolean]>([
    ['is asked for a refund that is planned', 'pending', true],
    ['is asked again for one that it has', 'sent', true],
    ['is not asked for one that has succeeded', 'succeeded', false],
    ['is not asked for one that the bank has paid', 'covered', false],
  ])('%s', async (_what, status, isRequested) => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    await set(refund.id, status)
    const { id: refundId, amountPence, reason } = refund
    const first = { refundId, attempt: 1, intentId: `pi_${requestId}`, amountPence, reason }
    const requested = isRequested ? [first] : []
    expect(await request(refundId)).toEqual({ sent: isRequested, requested })
  })

  it.each(['taken', 'funds'] as const)(
    'gets one other number for all tries that it refused at once (%s)',
    async refused => {
      const { refund } = await planned(await charged())
      const numbers: number[] = []
      let bothRequested = Promise.withResolvers<void>()
      const provider = {
        findRefund: async () => null,
        refund: async ({ attempt }: { attempt: number }) => {
          if (numbers.push(attempt) % 2 === 0) bothRequested.resolve()
          await bothRequested.promise
          return { refused }
        },
      } as unknown as PaymentProvider
      const log = { error: () => undefined }
      const deps = { db: database.db, payments: provider, payouts: {} as PayoutProvider, log }
      for (let round = 0; round < 2; round++) {
        bothRequested = Promise.withResolvers()
        await Promise.allSettled([requestRefund(deps, refund.id), requestRefund(deps, refund.id)])
      }
      expect(numbers).toEqual([1, 1, 2, 2])
      const [row] = await database.db.select().from(refunds).where(eq(refunds.id, refund.id))
      expect(row).toMatchObject({ attempt: 3, status: 'pending' })
    },
  )

  it('makes no transfer to an account of what one by hand brings to the card', async () => {
    const { refund } = await planned(await charged())
    const ofHand = {
      status: 'sent',
      providerRefundId: `re_of_hand_${refund.id}`,
      accountId: 'acct_1',
    } as const
    await database.db.update(refunds).set(ofHand).where(eq(refunds.id, refund.id))
    const provider = {
      fetchRefund: async (id: string) => ({ status: 'succeeded', providerRefundId: id }),
    } as unknown as PaymentProvider
    const log = { error: () => undefined }
    const deps = { db: database.db, payments: provider, payouts: {} as PayoutProvider, log }
    expect((await requestRefund(deps, refund.id))?.word).toMatchObject({
      ...{ status: 'succeeded', providerRefundId: ofHand.providerRefundId, transferId: null },
    })
  })

  it('is not asked while a bank has taken any of the charge', async () => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    const legs = disputeFundsLegs(pence(-1))
    await inTransaction(tx =>
      postJournal(tx, { key: `taken:${requestId}`, kind: 'dispute_funds', requestId, at: now, legs }),
    )
    expect(await request(refund.id)).toEqual({ sent: false, requested: [] })
  })
})

it('a refund by hand that has our row is one that the provider has made, though it has no mark of ours', async () => {
  const requestId = await charged()
  const { refund } = await planned(requestId)
  const providerRefundId = `re_${requestId}`
  const list = async (marked: object | null) => {
    const provider = {
      findRefund: async () => marked,
      fetchRefund: async (id: string) => ({ status: 'succeeded', providerRefundId: id }),
    } as unknown as PaymentProvider
    const deps = { db: database.db, payments: provider, payouts: {} as PayoutProvider }
    return (await listMadeRefunds(deps, requestId)).map(({ word }) => word.providerRefundId)
  }
  expect(await list(null)).toEqual([])
  expect(await list({ providerRefundId: 're_ours' })).toEqual(['re_ours'])
  await database.db.update(refunds).set({ providerRefundId }).where(eq(refunds.id, refund.id))
  expect(await list(null)).toEqual([providerRefundId])
})

describe('what the provider says of a refund', () => {
  const gone: RefundWord = {
    ...{ status: 'succeeded', hasMoved: true, hasReturned: false, reference: '74207' },
    ...{ providerRefundId: null, transferId: null },
  }
  async function record(refund: RefundRow, word: RefundWord) {
    await inTransaction(tx => recordRefund(tx, { refund, word, now }))
    const [row] = await database.db.select().from(refunds).where(eq(refunds.id, refund.id))
    return row
  }

  it('is stored with its number and in the books, once, also when the bank sends it back', async () => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    for (let again = 0; again < 2; again++)
      expect(await record(refund, gone)).toMatchObject({ status: 'succeeded', reference: '74207' })
    expect(await journalsOf(requestId)).toEqual(['refund_decided', 'refund_paid'])
    const back: RefundWord = { ...gone, status: 'failed', hasReturned: true, reference: null }
    expect(await record(refund, back)).toMatchObject({ status: 'failed', reference: '74207' })
    expect(await journalsOf(requestId)).toEqual(['refund_decided', 'refund_paid', 'refund_returned'])
  })

  it('changes nothing of one that the buyer’s bank has paid', async () => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    await set(refund.id, 'covered')
    expect(await record(refund, gone)).toMatchObject({ status: 'covered', reference: null })
    expect(await journalsOf(requestId)).toEqual(['refund_decided'])
  })

  it('is in the books of one that the buyer’s bank has paid, where the provider sent it and got it back', async () => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    await record(refund, { ...gone, status: 'failed' })
    await set(refund.id, 'covered')
    const back: RefundWord = { ...gone, status: 'failed', hasReturned: true }
    expect(await record(refund, back)).toMatchObject({ status: 'covered' })
    expect(await journalsOf(requestId)).toEqual(['refund_decided', 'refund_paid', 'refund_returned'])
  })

  it.each([
    ['that was made beside it', 'succeeded', 're_ours'],
    ['that was refused', 'failed', null],
  ] as const)(
    'changes nothing of one that somebody made by hand, where it is about ours %s',
    async (_what, status, id) => {
      const requestId = await charged()
      const { refund } = await planned(requestId)
      expect(await record(refund, { ...gone, providerRefundId: `re_${requestId}` })).toBeDefined()
      const ours: RefundWord = {
        ...gone,
        status,
        providerRefundId: id,
        reference: '90001',
        hasReturned: true,
      }
      expect(await inTransaction(tx => recordRefund(tx, { refund, word: ours, now }))).toBe('another')
      expect(await record(refund, ours)).toMatchObject({
        ...{ status: 'succeeded', providerRefundId: `re_${requestId}`, reference: '74207' },
      })
      expect(await journalsOf(requestId)).toEqual(['refund_decided', 'refund_paid'])
    },
  )

  it('changes nothing of one that is not stored here', async () => {
    const requestId = await charged()
    const { refund } = await planned(requestId)
    expect(await record({ ...refund, id: newId() }, gone)).toBeUndefined()
    expect(await journalsOf(requestId)).toEqual(['refund_decided'])
  })
})
