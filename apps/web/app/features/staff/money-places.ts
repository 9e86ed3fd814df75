import type { MoneyLine, MoneyPlace, StaffRequest } from '@parley/contract'
import { formatAmount, penceOf } from '@parley/contract/money'
import { msg, t } from '../../language/text.ts'

/**
 * The places of the ledger, and the parts of them that a reader has to distinguish. Money that the buyer's bank took is
 * in no place of ours; the dispute decides whether it stays there. A place from which more was taken than it had is a
 * debt.
 */
type Place = MoneyPlace | 'asked' | 'kept' | 'buyer_account' | 'withheld' | 'forgone' | 'debt' | 'advance'

const PLACES: Record<Place, string> = {
  asked: msg('With the buyer’s bank, which asks about it'),
  kept: msg('Taken back by the buyer’s bank'),
  card: msg('Back on the buyer’s card'),
  buyer: msg('Back with the buyer'),
  provider: msg('At the payment provider'),
  held: msg('Held by Parley for the call'),
  returning: msg('Decided to go back, not sent yet'),
  bank: msg('Sent back, on its way through the bank'),
  influencer: msg('Earned by the influencer, not paid out'),
  parley: msg('The fee of Parley'),
  account: msg('Paid out to an account'),
  buyer_account: msg('Paid to the buyer’s account'),
  withheld: msg('Kept for what the influencer owed'),
  forgone: msg('Given up by the influencer on leaving, kept by Parley'),
  debt: msg('Owed by the influencer'),
  advance: msg('Paid by Parley in advance'),
  dispute: msg('Owed by the buyer’s bank'),
}

/** The places in which Parley's books keep a sale's sum, although the bank has it, until the bank has decided. */
const KEPT_IN_BOOKS = ['held', 'returning', 'influencer', 'parley'] as const

/** The name of a place with a negative sum: the bank took more than was left, or the influencer was paid before. */
const BELOW_ZERO: Partial<Record<Place, Place>> = { influencer: 'debt', dispute: 'advance' }

/**
 * In which places the money of a sale is now, as sums in pounds. They add up to the payment. With a debt, or with money
 * that Parley paid in advance, they add up to twice that sum more, because two people have the same money.
 */
export function placesNow({
  money: { lines },
  withheld,
  forgone,
}: Pick<StaffRequest, 'money' | 'withheld' | 'forgone'>): { place: string; amount: string }[] {
  const pence = new Map<Place, number>()
  const add = (place: Place, more: number) => pence.set(place, (pence.get(place) ?? 0) + more)
  const bank = lines.some(({ what }) => what === 'dispute_lost') ? 'kept' : 'asked'
  const isOfBank = (what: MoneyLine['what']) => what === 'disputed' || what === 'dispute_won'
  for (const { at, what, amount, from, to } of lines) {
    if (at === null) continue
    // The card has paid for good: only refunds are on it.
    if (what !== 'charged') add(isOfBank(what) && from === 'card' ? bank : from, -penceOf(amount))
    if (what === 'refund_arrived' && to === 'account') add('buyer_account', penceOf(amount))
    else add(isOfBank(what) && to === 'card' ? bank : to, penceOf(amount))
  }
  for (const place of KEPT_IN_BOOKS) {
    const both = Math.min(Math.max(0, pence.get(place) ?? 0), Math.max(0, -(pence.get('dispute') ?? 0)))
    add(place, -both)
    add('dispute', both)
  }
  // The books have it as the influencer's, but it is not paid out to them.
  add('influencer', -penceOf(withheld) - penceOf(forgone))
  add('withheld', penceOf(withheld))
  add('forgone', penceOf(forgone))
  return [...pence]
    .filter(([, sum]) => sum !== 0)
    .map(([place, sum]) => {
      const debt = sum < 0 ? BELOW_ZERO[place] : undefined
      return { place: t(PLACES[debt ?? place]), amount: formatAmount(debt ? -sum : sum) }
    })
}
