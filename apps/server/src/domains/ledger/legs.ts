import {
  BANK,
  DISPUTE_TRANSIT,
  FEE_REVENUE,
  held,
  PSP_CLEARING,
  PSP_FEES,
  payable,
  REFUND_TRANSIT,
} from './accounts.ts'

export interface Leg {
  account: string
  amountPence: number
}

const move = (from: string, to: string, amountPence: number): Leg[] => [
  { account: to, amountPence },
  { account: from, amountPence: -amountPence },
]

/** The buyer's money arrived at the payment provider and is held for the request. */
export const chargeLegs = (requestId: string, pricePence: number) =>
  move(held(requestId), PSP_CLEARING, pricePence)

/** The provider kept its own fee out of the charge. */
export const pspFeeLegs = (feePence: number) => move(PSP_CLEARING, PSP_FEES, feePence)

/** Held money is on its way back to the buyer. */
export const refundDecidedLegs = (requestId: string, amountPence: number) =>
  move(REFUND_TRANSIT, held(requestId), amountPence)

/** The provider has given the money back. */
export const refundPaidLegs = (amountPence: number) => move(PSP_CLEARING, REFUND_TRANSIT, amountPence)

/** The bank sent a refund back: the provider has the money again, and it is still owed to the buyer. */
export const refundReturnedLegs = (amountPence: number) => move(REFUND_TRANSIT, PSP_CLEARING, amountPence)

/** The platform's share of what is left of a sale, rounded down: the odd penny is the influencer's. */
export function platformFeePence(netPence: number, feeBasisPoints: number): number {
  return Math.floor((netPence * feeBasisPoints) / 10_000)
}

/** The influencer's share of what is left of a sale. */
export const influencerSharePence = (netPence: number, feeBasisPoints: number) =>
  netPence - platformFeePence(netPence, feeBasisPoints)

/** What is left of a sale is earned: the platform's share and the influencer's. */
export function releaseLegs(sale: {
  requestId: string
  influencerId: string
  netPence: number
  feeBasisPoints: number
}): Leg[] {
  const feePence = platformFeePence(sale.netPence, sale.feeBasisPoints)
  const legs: Leg[] = [
    { account: held(sale.requestId), amountPence: sale.netPence },
    { account: payable(sale.influencerId), amountPence: -(sale.netPence - feePence) },
    { account: FEE_REVENUE, amountPence: -feePence },
  ]
  return nonZero(legs)
}

/** Earned money went to the influencer's account at the provider. */
export const transferLegs = (influencerId: string, amountPence: number) =>
  move(PSP_CLEARING, payable(influencerId), amountPence)

/** A transfer came back: the influencer is owed it again, or a debt of theirs is paid by it. */
export const transferReversedLegs = (influencerId: string, amountPence: number) =>
  move(payable(influencerId), PSP_CLEARING, amountPence)

/** An influencer who leaves gives up what is too little to be paid out. */
export const forgoneLegs = (influencerId: string, amountPence: number) =>
  move(FEE_REVENUE, payable(influencerId), amountPence)

/** The provider took disputed money out of the platform's balance (negative), or gave it back (positive). */
export const disputeFundsLegs = (amountPence: number) => move(DISPUTE_TRANSIT, PSP_CLEARING, amountPence)

/** The provider sent money to the platform's own bank; a payout that failed comes back with `bankReturnedLegs`. */
export const bankLegs = (amountPence: number) => move(PSP_CLEARING, BANK, amountPence)
export const bankReturnedLegs = (amountPence: number) => move(BANK, PSP_CLEARING, amountPence)

/** A charge at the provider that belongs to no request in the books: it is owed to the payer. */
export const orphanChargeLegs = (amountPence: number) => move(REFUND_TRANSIT, PSP_CLEARING, amountPence)

export interface EarnedShare {
  influencerId: string
  /** What was left of the sale before this. */
  netPence: number
  feeBasisPoints: number
  /** What of it goes back now. */
  backPence: number
}

/** What an influencer owes when part of an earned sale goes back: their share of it; the platform gives back its fee. */
export function influencerOwesPence({ netPence, feeBasisPoints, backPence }: EarnedShare): number {
  return (
    influencerSharePence(netPence, feeBasisPoints) -
    influencerSharePence(netPence - backPence, feeBasisPoints)
  )
}

/** Money of a sale that was earned already is on its way back to the buyer. */
export function refundOfEarnedLegs(share: EarnedShare): Leg[] {
  const owedPence = influencerOwesPence(share)
  return nonZero([
    { account: payable(share.influencerId), amountPence: owedPence },
    { account: FEE_REVENUE, amountPence: share.backPence - owedPence },
    { account: REFUND_TRANSIT, amountPence: -share.backPence },
  ])
}

/** A dispute was lost: what the bank took is borne by what is still there, in this order; the rest is the platform's. */
export function disputeLostLegs(loss: {
  requestId: string
  amountPence: number
  /** Refunds that had not gone out: the bank gave the buyer that money. */
  refundsPence: number
  heldPence: number
  earned: EarnedShare | null
}): Leg[] {
  const { amountPence, refundsPence, heldPence, earned } = loss
  const owedPence = earned ? influencerOwesPence(earned) : 0
  return nonZero([
    { account: DISPUTE_TRANSIT, amountPence: -amountPence },
    { account: REFUND_TRANSIT, amountPence: refundsPence },
    { account: held(loss.requestId), amountPence: heldPence },
    { account: payable(earned?.influencerId ?? ''), amountPence: owedPence },
    { account: FEE_REVENUE, amountPence: amountPence - refundsPence - heldPence - owedPence },
  ])
}

const nonZero = (legs: Leg[]) => legs.filter(leg => leg.amountPence !== 0)
