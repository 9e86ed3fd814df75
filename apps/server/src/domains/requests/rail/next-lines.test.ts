import { DAY_MS, pence } from '@parley/contract'
import { expect, it } from 'vitest'
import { nextLines, type StillToCome } from './next-lines.ts'

const END = new Date('2027-03-02T10:20:00Z')
const row: StillToCome['row'] = {
  ...{ state: 'accepted', settledBy: null, releasedAt: null, paymentStatus: 'paid' },
  ...{ pricePence: pence(2500), refundedPence: pence(0), chargedBackPence: pence(0) },
  ...{ endedAt: null, endsAt: END, problemOpen: false, feeBasisPoints: 1000 },
}
const served = { state: 'completed', settledBy: 'used_up', endedAt: END } as const
const later = new Date(END.getTime() + 2 * DAY_MS)

it.each<[string, Partial<StillToCome['row']>, number, Date | null]>([
  ['is ahead, by its agreed end', {}, 2500, later],
  ['is ahead without an agreed time', { endsAt: null }, 2500, null],
  ['is over', served, 2500, later],
  ['is over, and of which a problem is open', { ...served, problemOpen: true }, 2500, null],
  [
    'is over, and of which the bank took a part',
    { ...served, paymentStatus: 'charged_back', chargedBackPence: pence(1000) },
    1500,
    later,
  ],
])('the next step of a call that %s', (_which, change, netPence, expectedBy) => {
  const sale = { row: { ...row, ...change }, refunds: [], payout: undefined, releaseAfterMs: 2 * DAY_MS }
  expect(nextLines(sale)).toEqual([
    { what: 'earned', pence: netPence, from: 'held', to: 'influencer', expectedBy },
    { what: 'fee', pence: netPence / 10, from: 'influencer', to: 'parley', expectedBy },
  ])
})

it('of a sale whose fee is less than a penny no fee is to come', () => {
  const cheap = { ...row, pricePence: pence(100), feeBasisPoints: 99 }
  const sale = { row: cheap, refunds: [], payout: undefined, releaseAfterMs: DAY_MS }
  expect(nextLines(sale).map(({ what }) => what)).toEqual(['earned'])
})

it.each<[string, Partial<StillToCome['row']>]>([
  ['was released', { ...served, releasedAt: later }],
  ['is not paid', { paymentStatus: 'unpaid' }],
  ['the bank took', { ...served, paymentStatus: 'charged_back', chargedBackPence: pence(2500) }],
  ['was cancelled after a part was charged back', { state: 'cancelled', paymentStatus: 'charged_back' }],
])('nothing is earned later of a sale that %s', (_which, change) => {
  const sale = { row: { ...row, ...change }, refunds: [], payout: undefined, releaseAfterMs: DAY_MS }
  expect(nextLines(sale)).toEqual([])
})
