import { GIVE_BACK_WITHIN_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { describe, expect, it } from 'vitest'
import { aRequest, PAYMENT } from '../a-request.testing.ts'
import { mayGiveBack, readBack } from './may-give-back.ts'

const paid_at = '2026-01-01T00:00:00Z'
const PAID_MS = Date.parse(paid_at)
const sold = { state: 'completed', outcome: 'served', paid_at } as const
const back = (status: 'partly_refunded' | 'refunded', refunded_amount: string) => ({
  payment: { ...PAYMENT.paid, status, refunded_amount },
})
const asBank = (status: 'disputed' | 'charged_back') => ({ payment: { ...PAYMENT.paid, status } })

describe('an influencer may give back', () => {
  it.each([
    ['of a call that took place', {}, 'maya', 0, true],
    ['for 180 days', {}, 'maya', GIVE_BACK_WITHIN_MS, true],
    ['and not longer', {}, 'maya', GIVE_BACK_WITHIN_MS + 1, false],
    ['of what is left', back('partly_refunded', '24.99'), 'maya', 0, true],
    ['nothing where nothing is left', back('refunded', '25.00'), 'maya', 0, false],
    ['of a late cancellation', { state: 'cancelled', outcome: 'cancelled_late' }, 'maya', 0, true],
    ['nothing while the bank decides', asBank('disputed'), 'maya', 0, false],
    ['nothing after the bank took it', asBank('charged_back'), 'maya', 0, false],
    ['nothing of a call that is not over', { state: 'accepted', outcome: null }, 'maya', 0, false],
    ['nothing that was not paid', { paid_at: null, payment: PAYMENT.unpaid }, 'maya', 0, false],
    ['and the buyer may not', {}, 'sam', 0, false],
    ['and nobody of a link without an influencer', { influencer: null }, 'maya', 0, false],
  ] as const)('%s', (_title, change, username, sinceMs, can) => {
    expect(mayGiveBack(aRequest({ ...sold, ...change }), { username }, PAID_MS + sinceMs)).toBe(can)
  })
})

describe('a typed amount', () => {
  const request = aRequest({ ...sold, ...back('partly_refunded', '5.00') })

  it.each([
    ['10', '10.00', '9.00'],
    [' 0.5 ', '0.50', '17.55'],
    ['20.00', '20.00', '0.00'],
  ])('“%s” gives back £%s, and leaves a share of £%s', (typed, amount, shareAfter) => {
    expect(readBack(typed, request)).toEqual({ amount, shareAfter })
  })

  it.each([
    ['', null],
    ['0', null],
    ['0.', null],
    ['20.01', messages.moreThanLeft],
    ['all', 'Please enter an amount such as 5 or 2.50'],
    ['-1', 'Please enter an amount such as 5 or 2.50'],
    ['1.001', 'Please enter an amount such as 5 or 2.50'],
    ['1,50', 'Please enter an amount such as 5 or 2.50'],
  ])('“%s” gives back nothing: %s', (typed, error) => {
    expect(readBack(typed, request)).toEqual({ error })
  })
})
