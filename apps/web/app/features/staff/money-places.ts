import type { MoneyLine, MoneyPlace, MoneyRail } from '@parley/contract'
import { msg, t } from '../../language/text.ts'

/** What the buyer's bank took is at no place of ours; whether it stays there is what the dispute is about. */
type Place = MoneyPlace | 'asked' | 'kept'

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
  dispute: msg('Owed by the buyer’s bank'),
}

/** Where Parley keeps a sale's sum in its books although the bank has it, until the bank has decided. */
const KEPT_IN_BOOKS = ['held', 'returning', 'influencer', 'parley'] as const

const penceOf = (amount: string) => Math.round(Number(amount) * 100)

/** In which places the money of a sale is now, as sums in pounds; together they are what was paid. */
export function placesNow({ lines }: MoneyRail): { place: string; amount: string }[] {
  const pence = new Map<Place, number>()
  const add = (place: Place, more: number) => pence.set(place, (pence.get(place) ?? 0) + more)
  const bank = lines.some(({ what }) => what === 'dispute_lost') ? 'kept' : 'asked'
  const isOfBank = (what: MoneyLine['what']) => what === 'disputed' || what === 'dispute_won'
  for (const { at, what, amount, from, to } of lines) {
    if (at === null) continue
    // What a card paid left it for good: only what came back is on it.
    if (what !== 'charged') add(isOfBank(what) && from === 'card' ? bank : from, -penceOf(amount))
    add(isOfBank(what) && to === 'card' ? bank : to, penceOf(amount))
  }
  for (const place of KEPT_IN_BOOKS) {
    const both = Math.min(Math.max(0, pence.get(place) ?? 0), Math.max(0, -(pence.get('dispute') ?? 0)))
    add(place, -both)
    add('dispute', both)
  }
  return [...pence]
    .filter(([, sum]) => sum !== 0)
    .map(([place, sum]) => ({ place: t(PLACES[place]), amount: (sum / 100).toFixed(2) }))
}
