import { type Pence, pence } from './money.ts'

/** A fee in percent, as the API writes it, in whole basis points: 12.5 % are 1,250. */
export const basisPointsOf = (percent: number): number => Math.round(percent * 100)

/** The platform's share of what is left of a sale, rounded down: the odd penny is the influencer's. */
export function platformFeePence(netPence: Pence, feeBasisPoints: number): Pence {
  return pence(Math.floor((netPence * feeBasisPoints) / 10_000))
}

/** The influencer's share of what is left of a sale. */
export const influencerSharePence = (netPence: Pence, feeBasisPoints: number): Pence =>
  pence(netPence - platformFeePence(netPence, feeBasisPoints))
