import type { MoneyLine, MoneyLineKind, MoneyPlace } from '@parley/contract'
import { expect, it } from 'vitest'
import { placesNow } from './money-places.ts'

const line = (what: MoneyLineKind, amount: string, [from, to]: [MoneyPlace, MoneyPlace]): MoneyLine => ({
  ...{ at: '2027-03-02T10:00:00Z', what, amount, from, to, expected_by: null, reference: null },
})
const PAID = [line('charged', '25.00', ['card', 'provider']), line('held', '25.00', ['provider', 'held'])]
const shown = (lines: MoneyLine[], withheld: string) =>
  placesNow({
    money: { lines, left: '0.00', is_held_for_call: false, has_fee: true },
    withheld,
    forgone: '0.00',
  }).map(({ place, amount }) => `${place}: ${amount}`)
const at = (...lines: MoneyLine[]) => shown(lines, '0.00')
const EARNED = [
  ...PAID,
  line('earned', '25.00', ['held', 'influencer']),
  line('fee', '2.50', ['influencer', 'parley']),
]
const PAID_OUT = [
  ...EARNED,
  line('payout_sent', '22.50', ['influencer', 'provider']),
  line('paid_out', '22.50', ['provider', 'account']),
]

it('a payment is held, and is in no other place', () => {
  expect(at(...PAID)).toEqual(['Held by Parley for the call: 25.00'])
})

it('after a refund of one half and earnings of the other, the parts add up to the payment', () => {
  const next = { ...line('payout_sent', '11.25', ['influencer', 'provider']), at: null }
  const lines = [
    ...PAID,
    line('refund_decided', '12.50', ['held', 'returning']),
    line('refund_sent', '12.50', ['returning', 'bank']),
    line('refund_arrived', '12.50', ['bank', 'card']),
    line('earned', '12.50', ['held', 'influencer']),
    line('fee', '1.25', ['influencer', 'parley']),
    next,
  ]
  expect(at(...lines)).toEqual([
    'Back on the buyer’s card: 12.50',
    'Earned by the influencer, not paid out: 11.25',
    'The fee of Parley: 1.25',
  ])
})

it('earnings that an influencer forwent on leaving are not shown as a later payout', () => {
  const money = { lines: EARNED, left: '0.00', is_held_for_call: false, has_fee: true }
  const given = { money, withheld: '0.00', forgone: '22.50' }
  expect(placesNow(given).map(({ place, amount }) => `${place}: ${amount}`)).toEqual([
    'The fee of Parley: 2.50',
    'Given up by the influencer on leaving, kept by Parley: 22.50',
  ])
})

it('money that a bank took for an open dispute is shown once', () => {
  const taken = line('disputed', '25.00', ['dispute', 'card'])
  expect(at(...PAID, taken)).toEqual(['With the buyer’s bank, which asks about it: 25.00'])
  const won = line('dispute_won', '25.00', ['card', 'dispute'])
  expect(at(...PAID, taken, won)).toEqual(['Held by Parley for the call: 25.00'])
  const lost = line('dispute_lost', '25.00', ['held', 'dispute'])
  expect(at(...PAID, taken, lost)).toEqual(['Taken back by the buyer’s bank: 25.00'])
})

it('a dispute after the payout is paid by Parley in advance, and becomes a debt when it is lost', () => {
  const disputed = [...PAID_OUT, line('disputed', '25.00', ['dispute', 'card'])]
  expect(at(...disputed)).toEqual([
    'Paid out to an account: 22.50',
    'Paid by Parley in advance: 22.50',
    'With the buyer’s bank, which asks about it: 25.00',
  ])
  const lost = [
    line('dispute_lost', '22.50', ['influencer', 'dispute']),
    line('dispute_lost', '2.50', ['parley', 'dispute']),
  ]
  expect(at(...disputed, ...lost)).toEqual([
    'Owed by the influencer: 22.50',
    'Paid out to an account: 22.50',
    'Taken back by the buyer’s bank: 25.00',
  ])
})

it('a refund after the payout is a debt of the influencer', () => {
  const back = [
    line('fee', '2.50', ['parley', 'influencer']),
    line('refund_decided', '25.00', ['influencer', 'returning']),
    line('refund_sent', '25.00', ['returning', 'bank']),
    line('refund_arrived', '25.00', ['bank', 'card']),
  ]
  expect(at(...PAID_OUT, ...back)).toEqual([
    'Owed by the influencer: 22.50',
    'Paid out to an account: 22.50',
    'Back on the buyer’s card: 25.00',
  ])
})

it('when a bank takes the whole price after a refund of one half, the rest comes from Parley', () => {
  const lines = [
    ...PAID,
    line('refund_decided', '12.50', ['held', 'returning']),
    line('refund_sent', '12.50', ['returning', 'bank']),
    line('refund_arrived', '12.50', ['bank', 'card']),
    line('disputed', '25.00', ['dispute', 'card']),
  ]
  expect(at(...lines)).toEqual([
    'Back on the buyer’s card: 12.50',
    'Paid by Parley in advance: 12.50',
    'With the buyer’s bank, which asks about it: 25.00',
  ])
})

it('a refund to the buyer’s own account is not shown as a payout to the influencer', () => {
  const lines = [
    line('refund_decided', '10.00', ['held', 'returning']),
    line('refund_sent', '10.00', ['returning', 'bank']),
    line('refund_arrived', '10.00', ['bank', 'account']),
    line('earned', '15.00', ['held', 'influencer']),
    line('payout_sent', '15.00', ['influencer', 'provider']),
    line('paid_out', '15.00', ['provider', 'account']),
  ]
  expect(at(...PAID, ...lines)).toEqual([
    'Paid to the buyer’s account: 10.00',
    'Paid out to an account: 15.00',
  ])
})

it('a part of the earnings is kept for a debt, and the rest is paid out', () => {
  expect(shown(EARNED, '22.50')).toEqual([
    'The fee of Parley: 2.50',
    'Kept for what the influencer owed: 22.50',
  ])
  const part = [
    line('payout_sent', '12.50', ['influencer', 'provider']),
    line('paid_out', '12.50', ['provider', 'account']),
  ]
  expect(shown([...EARNED, ...part], '10.00')).toEqual([
    'The fee of Parley: 2.50',
    'Paid out to an account: 12.50',
    'Kept for what the influencer owed: 10.00',
  ])
})

it('an unpaid sale has no money in any place', () => {
  expect(at()).toEqual([])
})
