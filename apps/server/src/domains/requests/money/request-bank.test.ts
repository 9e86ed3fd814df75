import { type PaymentStatus, pence } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import {
  cancel,
  complete,
  followRefunds,
  isCallPaid,
  loseDispute,
  netPence,
  nextDueAt,
  openDispute,
  paidStatus,
  type RequestFacts,
  refundedElsewhere,
  reject,
  winDispute,
} from '../request.ts'
import { paidRequest as paid, MADE_AT as T0 } from '../testing/request-facts.ts'

const served: RequestFacts = { ...paid, state: 'completed', outcome: 'served', begunAt: T0, endedAt: T0 }
const as = (paymentStatus: PaymentStatus, more: Partial<RequestFacts> = {}): RequestFacts => ({
  ...paid,
  paymentStatus,
  ...more,
})

describe('a payment', () => {
  it.each<[number, PaymentStatus]>([
    [0, 'paid'],
    [1, 'partly_refunded'],
    [2499, 'partly_refunded'],
    [2500, 'refunded'],
  ])('of 2500 pence with %i back is %s', (backPence, status) => {
    expect(paidStatus({ ...paid, refundedPence: pence(backPence) })).toBe(status)
  })

  it.each<[RequestFacts, boolean]>([
    [as('unpaid'), false],
    [as('processing'), false],
    [as('paid'), true],
    [as('partly_refunded', { refundedPence: pence(2500) }), true],
    [as('refunded', { refundedPence: pence(2500) }), false],
    [as('refund_failed', { refundedPence: pence(2499) }), true],
    [as('refund_failed', { refundedPence: pence(2500) }), false],
    [as('refund_failed', { refundedPence: pence(1500), chargedBackPence: pence(1000) }), false],
    [as('disputed'), false],
    [as('charged_back'), false],
  ])('that stands so lets a call begin or not: case %#', (request, may) => {
    expect(isCallPaid(request)).toBe(may)
  })

  it.each<PaymentStatus>(['disputed', 'charged_back', 'refund_failed'])(
    'that is %s stays so when the request is rejected: its money is still owed',
    paymentStatus => {
      const decided = reject(as(paymentStatus), { reason: null, now: T0 })
      expect(decided).toMatchObject({ patch: { refundedPence: 2500 }, refund: { pence: 2500 } })
      expect(decided).not.toHaveProperty('patch.paymentStatus')
    },
  )

  it('of which a penny is left gives that penny back, and of which none is left nothing', () => {
    const oneLeft = as('partly_refunded', { refundedPence: pence(2499) })
    expect(cancel(oneLeft, T0)).toMatchObject({ refund: { pence: 1 }, patch: { paymentStatus: 'refunded' } })
    expect(cancel(as('refunded', { refundedPence: pence(2500) }), T0)).toMatchObject({ refund: null })
  })

  it('of an agreed time is cancelled until that moment, and not from it on', () => {
    const dated = { ...paid, startsAt: T0, endsAt: new Date(T0.getTime() + 900_000) }
    expect(cancel(dated, new Date(T0.getTime() - 1))).toMatchObject({ refund: { pence: 2500 } })
    expect(cancel(dated, T0)).toHaveProperty('notAllowed')
  })
})

describe('a dispute', () => {
  it('is of what was paid, and opens once, also about what another one left', () => {
    expect(openDispute({ ...as('unpaid'), paidAt: null })).toHaveProperty('notAllowed')
    expect(openDispute(paid)).toMatchObject({ patch: { paymentStatus: 'disputed' } })
    expect(openDispute(as('disputed'))).toBeNull()
    expect(openDispute(as('charged_back'))).toMatchObject({ patch: { paymentStatus: 'disputed' } })
  })

  it('that is won leaves the payment as it was, and changes nothing where none is open', () => {
    expect(winDispute(as('disputed'))).toMatchObject({ patch: { paymentStatus: 'paid' } })
    expect(winDispute(as('disputed', { refundedPence: pence(5) }))).toMatchObject({
      patch: { paymentStatus: 'partly_refunded' },
    })
    expect(winDispute(paid)).toBeNull()
  })

  it('that is won after another was lost leaves the payment charged back', () => {
    const lost = as('disputed', { outcome: 'charged_back', chargedBackPence: pence(100) })
    expect(winDispute(lost)).toMatchObject({ patch: { paymentStatus: 'charged_back' } })
  })

  it('that is lost while another is open leaves the payment disputed', () => {
    const request = { ...served, paymentStatus: 'disputed' as const }
    const loss = { refundsPence: pence(0), salePence: pence(500), others: 'open', now: T0 } as const
    expect(loseDispute(request, loss)).toMatchObject({
      patch: { paymentStatus: 'disputed', outcome: 'charged_back', chargedBackPence: 500 },
    })
  })

  it('that is lost takes the place of refunds that had not gone out, and then the sale', () => {
    const request = {
      ...served,
      paymentStatus: 'disputed' as const,
      refundedPence: pence(700),
      chargedBackPence: pence(100),
    }
    const lost = loseDispute(request, {
      refundsPence: pence(300),
      salePence: pence(1200),
      others: 'none',
      now: T0,
    })
    expect(lost).toMatchObject({
      patch: { paymentStatus: 'charged_back', refundedPence: 400, chargedBackPence: 1600 },
      refund: null,
    })
    expect(lost).not.toHaveProperty('patch.state')
    expect(netPence({ ...request, refundedPence: pence(400), chargedBackPence: pence(1600) })).toBe(500)
  })

  it('that is lost before the call ends the request: what the bank did not ask for goes back too', () => {
    const request = as('disputed', { refundedPence: pence(200) })
    expect(
      loseDispute(request, { refundsPence: pence(0), salePence: pence(2300), others: 'none', now: T0 }),
    ).toMatchObject({
      patch: { state: 'cancelled', outcome: 'charged_back', refundedPence: 200, endedAt: T0 },
      refund: null,
    })
    const part = loseDispute(request, {
      refundsPence: pence(0),
      salePence: pence(2299),
      others: 'none',
      now: T0,
    })
    expect(part).toMatchObject({ patch: { state: 'cancelled', refundedPence: 201 }, refund: { pence: 1 } })
    const most = loseDispute(request, {
      refundsPence: pence(0),
      salePence: pence(1000),
      others: 'none',
      now: T0,
    })
    expect(most).toMatchObject({ patch: { refundedPence: 1500 }, refund: { pence: 1300 } })
  })
})

describe('money that went back elsewhere', () => {
  it('ends an open request when it was all of it, and not before', () => {
    expect(refundedElsewhere(paid, pence(2499), T0)).toMatchObject({
      patch: { refundedPence: 2499, paymentStatus: 'partly_refunded' },
    })
    expect(refundedElsewhere(paid, pence(2499), T0)).not.toHaveProperty('patch.state')
    expect(
      refundedElsewhere(as('partly_refunded', { refundedPence: pence(2000) }), pence(500), T0),
    ).toMatchObject({
      patch: { refundedPence: 2500, paymentStatus: 'refunded', state: 'cancelled', outcome: 'cancelled' },
    })
  })

  it('leaves a request that is over as it ended, and the decision of a bank where it stands', () => {
    expect(refundedElsewhere(served, pence(2500), T0)).not.toHaveProperty('patch.state')
    expect(refundedElsewhere(as('disputed'), pence(5), T0)).not.toHaveProperty('patch.paymentStatus')
  })
})

describe('a refund that a bank returns', () => {
  it('is said by the payment until it is on another way', () => {
    const refunded = as('refunded', { refundedPence: pence(2500) })
    expect(followRefunds(refunded, 'some')).toMatchObject({ patch: { paymentStatus: 'refund_failed' } })
    expect(followRefunds(refunded, 'none')).toBeNull()
    const failed = as('refund_failed', { refundedPence: pence(2500) })
    expect(followRefunds(failed, 'some')).toBeNull()
    expect(followRefunds(failed, 'none')).toMatchObject({ patch: { paymentStatus: 'refunded' } })
  })

  it.each<PaymentStatus>(['disputed', 'charged_back'])('changes no payment that is %s', paymentStatus => {
    expect(followRefunds(as(paymentStatus, { refundedPence: pence(5) }), 'some')).toBeNull()
    expect(followRefunds(as(paymentStatus, { refundedPence: pence(5) }), 'none')).toBeNull()
  })
})

describe('the release of what was earned', () => {
  const due = (request: RequestFacts) => nextDueAt(request, { releaseAfterMs: 1000 })

  it.each<[string, Partial<RequestFacts>, boolean]>([
    ['all of it', {}, true],
    [
      'what a bank left of it, a penny too',
      { paymentStatus: 'charged_back', chargedBackPence: pence(2499) },
      true,
    ],
    [
      'nothing of which a bank took all',
      { paymentStatus: 'charged_back', chargedBackPence: pence(2500) },
      false,
    ],
    ['nothing while a bank is asked', { paymentStatus: 'disputed' }, false],
    ['nothing twice', { releasedAt: T0 }, false],
  ])('is due: %s', (_what, change, is) => {
    expect(due({ ...served, ...change })).toEqual(is ? new Date(T0.getTime() + 1000) : null)
  })

  it('is not due for what did not take place', () => {
    expect(due({ ...paid, state: 'cancelled', endedAt: T0 })).toBeNull()
  })

  it('counts from the end, also of a call that the server never saw begin', () => {
    const completed = complete(paid, T0)
    expect(completed).toMatchObject({ patch: { state: 'completed', begunAt: T0, endedAt: T0 } })
  })
})
