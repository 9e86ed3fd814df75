import {
  MINUTE_MS,
  PAYOUT_AFTER_RELEASE_MS,
  PAYOUT_MIN_PENCE,
  type PayoutWaitCode,
  pence,
} from '@parley/contract'
import { describe, expect, it, test } from 'vitest'
import {
  debtOf,
  forgoable,
  isStale,
  type LastPence,
  lastPenceWait,
  type PayoutSums,
  payableFrom,
  payoutWait,
  recheckAt,
} from './payout-rules.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const later = (ms: number) => new Date(NOW.getTime() + ms)

it('money goes out seven days after its release, and what waits is looked at every hour', () => {
  expect(payableFrom(NOW)).toEqual(later(PAYOUT_AFTER_RELEASE_MS))
  expect(recheckAt(NOW)).toEqual(later(60 * MINUTE_MS))
})

describe('the provider', () => {
  test.each([
    [
      'is asked again about an account that was not ready ten minutes ago',
      'onboarding',
      10 * MINUTE_MS,
      true,
    ],
    ['is asked again about an account that was stopped', 'restricted', 11 * MINUTE_MS, true],
    ['is trusted for ten minutes', 'onboarding', 10 * MINUTE_MS - 1, false],
    ['is not asked about an account that is ready', 'active', 24 * 60 * MINUTE_MS, false],
  ] as const)('%s', (_what, status, ageMs, isPolled) => {
    expect(isStale({ status, updatedAt: later(-ageMs) }, NOW)).toBe(isPolled)
  })
})

describe('payouts', () => {
  test.each([
    ['wait for an account', null, null, 'no_account'],
    ['wait for an account before anything else', null, 'open_dispute', 'no_account'],
    ['wait until the account is ready', 'onboarding', null, 'account_not_ready'],
    [
      'wait while the account is stopped, whatever else holds them',
      'restricted',
      'suspended',
      'account_not_ready',
    ],
    ['wait for the end of a dispute', 'active', 'open_dispute', 'open_dispute'],
    ['go out where nothing holds them', 'active', null, null],
  ] as const)('%s', (_what, status, hold, wait) => {
    expect(payoutWait(status ? { status } : undefined, hold)).toBe(wait)
  })
})

type Plain = Record<keyof PayoutSums, number>
const sumsOf = (sums: Partial<Plain>): PayoutSums => ({
  owedPence: pence(sums.owedPence ?? 0),
  waitingPence: pence(sums.waitingPence ?? 0),
  sendingPence: pence(sums.sendingPence ?? 0),
  returningPence: pence(sums.returningPence ?? 0),
})

test.each<[string, Partial<Plain>, number]>([
  ['nothing, where all that is owed to them waits', { owedPence: 900, waitingPence: 900 }, 0],
  ['nothing, where all of it is being sent', { owedPence: 900, sendingPence: 900 }, 0],
  ['what went back to a buyer after it was paid out', { owedPence: -500 }, 500],
  ['less by what comes back from their account', { owedPence: -500, returningPence: 300 }, 200],
  ['less than nothing, where a transfer was reversed by hand', { owedPence: 700 }, -700],
  [
    'the part of their payouts that a sale given back took',
    { owedPence: 400, waitingPence: 500, sendingPence: 200 },
    300,
  ],
])('an influencer owes %s', (_what, sums, debtPence) => {
  expect(debtOf(sumsOf(sums))).toBe(debtPence)
})

describe('a person who leaves', () => {
  test.each<[string, Partial<Plain> & Pick<Plain, 'owedPence'>, number | null]>([
    ['a penny', { owedPence: 1 }, 1],
    ['what is just below the minimum', { owedPence: PAYOUT_MIN_PENCE - 1 }, PAYOUT_MIN_PENCE - 1],
    ['nothing that may be paid out', { owedPence: PAYOUT_MIN_PENCE }, null],
    ['nothing where they have nothing', { owedPence: 0 }, null],
    ['nothing where they owe', { owedPence: -50 }, null],
    ['nothing while some of it is being sent', { owedPence: 50, sendingPence: 50 }, null],
    ['nothing while some of it comes back', { owedPence: 50, returningPence: 50 }, null],
  ])('can give up %s', (_what, sums, restPence) => {
    expect(forgoable(sumsOf(sums))).toBe(restPence)
  })

  interface Leaving {
    status?: 'onboarding' | 'active'
    hold?: PayoutWaitCode
    latest?: Date
  }
  test.each<[string, Leaving, LastPence['waitsFor'], Date | null]>([
    ['staff, before anything else', { hold: 'open_problem' }, 'open_problem', null],
    ['an account', { latest: NOW }, 'no_account', null],
    ['their account to be ready', { status: 'onboarding', latest: NOW }, 'account_not_ready', null],
    ['the end of a dispute', { status: 'active', hold: 'open_dispute', latest: NOW }, 'open_dispute', null],
    ['another try, where no payout is left of it', { status: 'active' }, 'provider_refused', null],
    ['its day', { status: 'active', latest: later(1) }, 'scheduled', later(1)],
    ['nothing once its day has come', { status: 'active', latest: NOW }, null, null],
  ])('waits with the last pence for %s', (_what, { status, hold, latest }, waitsFor, payableAt) => {
    const account = status && { status }
    const wait = lastPenceWait({ account, hold: hold ?? null, latest: latest ?? null, now: NOW })
    expect(wait).toEqual({ waitsFor, payableAt })
  })
})
