import {
  formatAmount,
  HOUR_MS,
  MONEY_BACK_SENTENCES,
  type MoneyBackPolicy,
  pence,
  seconds,
} from '@parley/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cancel, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { datedSentences, presentMoneyBack } from './present-money-back.ts'

const START_MS = Date.parse('2027-03-02T10:00:00.000Z')
const POLICIES: MoneyBackPolicy[] = ['flexible', 'moderate', 'strict']

/** A paid dated call; only what the ladder reads matters. */
function sale(change: Partial<RequestFacts>): RequestRow {
  const facts = {
    ...{ requestType: 'private', state: 'accepted', outcome: null, settledBy: null, paymentStatus: 'paid' },
    ...{ pricePence: pence(2500), refundedPence: pence(0), chargedBackPence: pence(0) },
    ...{ durationSeconds: seconds(900), startsAt: new Date(START_MS), endsAt: new Date(START_MS + HOUR_MS) },
    ...{ slotSequence: null, slotTerms: null, moves: 0, holdUntil: null, influencerId: 'i' },
    ...{ createdAt: new Date(0), paidAt: new Date(0), claimedAt: null, begunAt: null },
    ...{ endedAt: null, releasedAt: null, rejectReason: null },
    ...{ moneyBackSentence: datedSentences(change.moneyBackPolicy ?? 'flexible') },
    ...change,
  }
  return facts as RequestFacts as RequestRow
}

/** The rule in its own words, without steps: what part comes back so long before the start and after paying. */
function oraclePercent(policy: MoneyBackPolicy, leftMs: number, sincePaidMs: number): number {
  if (sincePaidMs < HOUR_MS && leftMs > 2 * HOUR_MS) return 100
  if (policy === 'flexible') return 100
  if (policy === 'moderate') return leftMs > 24 * HOUR_MS ? 100 : 50
  return leftMs > 72 * HOUR_MS ? 100 : leftMs > 24 * HOUR_MS ? 50 : 0
}

const given = (row: RequestRow, now: Date): number | null => {
  const decided = cancel(row, now)
  return decided && !('notAllowed' in decided) ? (decided.refund?.pence ?? 0) : null
}

describe('what cancelling gives', () => {
  const MOMENTS = [
    100 * HOUR_MS,
    72 * HOUR_MS + 1,
    72 * HOUR_MS,
    24 * HOUR_MS + 1,
    24 * HOUR_MS,
    HOUR_MS,
    1,
    0,
  ]
  const PRICES = [100, 2499, 1_000_000]
  const cases = POLICIES.flatMap(policy =>
    MOMENTS.flatMap(leftMs => PRICES.map(price => [policy, leftMs, price] as const)),
  )
  it.each(cases)('%s, %i ms before the start, of %i pence', (policy, leftMs, price) => {
    const row = sale({ moneyBackPolicy: policy, pricePence: pence(price) })
    const now = new Date(START_MS - leftMs)
    const expected = leftMs === 0 ? null : Math.ceil((price * oraclePercent(policy, leftMs, 1e12)) / 100)
    expect(given(row, now)).toBe(expected)
  })

  it('is what the page showed, now and at its next step, in 1,000 random cases', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...POLICIES),
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 120 * HOUR_MS }),
        fc.integer({ min: 0, max: 3 * HOUR_MS }),
        (policy, price, part, leftMs, sincePaidMs) => {
          const now = new Date(START_MS - leftMs)
          const refunded = Math.floor(price * part * 0.9)
          const row = sale({
            moneyBackPolicy: policy,
            pricePence: pence(price),
            refundedPence: pence(refunded),
            paymentStatus: refunded > 0 ? 'partly_refunded' : 'paid',
            paidAt: new Date(now.getTime() - sincePaidMs),
          })
          const shown = presentMoneyBack({ row, influencerName: 'maya', event: null }, now)
          const percent = oraclePercent(policy, leftMs, sincePaidMs)
          const expected = Math.ceil(((price - refunded) * percent) / 100)
          expect(shown.sentence).toBe(MONEY_BACK_SENTENCES[policy])
          expect(shown.now?.amount).toBe(formatAmount(expected))
          expect(given(row, now)).toBe(expected)
          if (!shown.next) return
          const at = new Date(shown.next.at)
          expect(shown.next.amount).toBe(formatAmount(given(row, at) ?? -1))
          expect(given(row, new Date(at.getTime() - 1))).toBe(expected)
          expect(given(row, at)).toBeLessThan(expected)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('never rises by moving the call away', () => {
    const row = sale({ moneyBackPolicy: 'strict', moneyBackAtMost: 50 })
    expect(given(row, new Date(START_MS - 100 * HOUR_MS))).toBe(1250)
    expect(given(row, new Date(START_MS - HOUR_MS))).toBe(0)
  })
})
