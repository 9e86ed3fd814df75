import type { MoneyLine, MoneyLineKind, MoneyPlace } from '@parley/contract'
import { expect, it } from 'vitest'
import { placesNow } from './money-places.ts'

const line = (what: MoneyLineKind, amount: string, [from, to]: [MoneyPlace, MoneyPlace]): MoneyLine => ({
  ...{ at: '2027-03-02T10:00:00Z', what, amount, from, to, expected_by: null, reference: null },
})
const PAID = [line('charged', '25.00', ['card', 'provider']), line('held', '25.00', ['provider', 'held'])]
const at = (...lines: MoneyLine[]) =>
  placesNow({ lines, left: '0.00' }).map(({ place, amount }) => `${place}: ${amount}`)

it('what was paid is held, and nothing else has any of it', () => {
  expect(at(...PAID)).toEqual(['Held by Parley for the call: 25.00'])
})

it('half went back and half was earned: the parts are what was paid', () => {
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

it('what a bank has taken while it asks is there, and not twice', () => {
  const taken = line('disputed', '25.00', ['dispute', 'card'])
  expect(at(...PAID, taken)).toEqual(['With the buyer’s bank, which asks about it: 25.00'])
  const won = line('dispute_won', '25.00', ['card', 'dispute'])
  expect(at(...PAID, taken, won)).toEqual(['Held by Parley for the call: 25.00'])
  const lost = line('dispute_lost', '25.00', ['held', 'dispute'])
  expect(at(...PAID, taken, lost)).toEqual(['Taken back by the buyer’s bank: 25.00'])
})

it('of a sale that nobody paid nothing is anywhere', () => {
  expect(at()).toEqual([])
})
