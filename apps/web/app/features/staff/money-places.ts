import type { MoneyPlace, MoneyRail } from '@parley/contract'
import { msg, t } from '../../language/text.ts'

const PLACES: Record<MoneyPlace, string> = {
  card: msg('Back on the buyer’s card'),
  buyer: msg('Back with the buyer'),
  provider: msg('At the payment provider'),
  held: msg('Held by Parley for the call'),
  returning: msg('Decided to go back, not sent yet'),
  bank: msg('Sent back, on its way through the bank'),
  influencer: msg('Earned by the influencer, not paid out'),
  parley: msg('The fee of Parley'),
  account: msg('Paid out to an account'),
  dispute: msg('Asked for by the buyer’s bank'),
}

const penceOf = (amount: string) => Math.round(Number(amount) * 100)

/** In which places the money of a sale is now, as sums in pounds; together they are what was paid. */
export function placesNow({ lines }: MoneyRail): { place: string; amount: string }[] {
  const pence = new Map<MoneyPlace, number>()
  const add = (place: MoneyPlace, more: number) => pence.set(place, (pence.get(place) ?? 0) + more)
  for (const { at, what, amount, from, to } of lines) {
    if (at === null) continue
    // What a card paid left it for good: only what came back is on it.
    if (what !== 'charged') add(from, -penceOf(amount))
    add(to, penceOf(amount))
  }
  return [...pence]
    .filter(([, sum]) => sum !== 0)
    .map(([place, sum]) => ({ place: t(PLACES[place]), amount: (sum / 100).toFixed(2) }))
}
