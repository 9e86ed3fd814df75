import { influencerSharePence, type Pence, pence, platformFeePence } from '@parley/contract'
import {
  BANK,
  DISPUTE_TRANSIT,
  FEE_REVENUE,
  held,
  PSP_CLEARING,
  PSP_FEES,
  PSP_RESERVE,
  payable,
  REFUND_TRANSIT,
} from './accounts.ts'

export interface Leg {
  account: string
  amountPence: Pence
}

const move = (from: string, to: string, amountPence: Pence): Leg[] => [
  { account: to, amountPence },
  { account: from, amountPence: pence(-amountPence) },
]

/** The buyer's money arrived at the payment provider and is held for the request. */
export const chargeLegs = (requestId: string, pricePence: Pence) =>
  move(held(requestId), PSP_CLEARING, pricePence)

/** The provider kept its own fee out of the charge. */
export const pspFeeLegs = (feePence: Pence) => move(PSP_CLEARING, PSP_FEES, feePence)

/** Held money is on its way back to the buyer. */
export const refundDecidedLegs = (requestId: string, amountPence: Pence) =>
  move(REFUND_TRANSIT, held(requestId), amountPence)

/** The provider has given the money back. */
export const refundPaidLegs = (amountPence: Pence) => move(PSP_CLEARING, REFUND_TRANSIT, amountPence)

/** The bank sent a refund back: the provider has the money again, and it is still owed to the buyer. */
export const refundReturnedLegs = (amountPence: Pence) => move(REFUND_TRANSIT, PSP_CLEARING, amountPence)

/** What is left of a sale is earned: the platform's share and the influencer's. */
export function releaseLegs(sale: {
  requestId: string
  influencerId: string
  netPence: Pence
  feeBasisPoints: number
}): Leg[] {
  const feePence = platformFeePence(sale.netPence, sale.feeBasisPoints)
  const legs: Leg[] = [
    { account: held(sale.requestId), amountPence: sale.netPence },
    { account: payable(sale.influencerId), amountPence: pence(feePence - sale.netPence) },
    { account: FEE_REVENUE, amountPence: pence(-feePence) },
  ]
  return nonZero(legs)
}

/** Earned money went to the influencer's account at the provider. */
export const transferLegs = (influencerId: string, amountPence: Pence) =>
  move(PSP_CLEARING, payable(influencerId), amountPence)

/** A transfer came back: the platform owes it to the influencer again, or it pays the influencer's debt. */
export const transferReversedLegs = (influencerId: string, amountPence: Pence) =>
  move(payable(influencerId), PSP_CLEARING, amountPence)

/** An influencer who leaves gives up what is too little to be paid out. */
export const forgoneLegs = (influencerId: string, amountPence: Pence) =>
  move(FEE_REVENUE, payable(influencerId), amountPence)

/** The provider took disputed money out of the platform's balance (negative), or gave it back (positive). */
export const disputeFundsLegs = (amountPence: Pence) => move(DISPUTE_TRANSIT, PSP_CLEARING, amountPence)

/** The provider sent money to the platform's own bank; a payout that failed comes back with `bankReturnedLegs`. */
export const bankLegs = (amountPence: Pence) => move(PSP_CLEARING, BANK, amountPence)
export const bankReturnedLegs = (amountPence: Pence) => move(BANK, PSP_CLEARING, amountPence)

/** The provider holds money of the platform back; a negative amount releases it. */
export const reserveLegs = (amountPence: Pence) => move(PSP_CLEARING, PSP_RESERVE, amountPence)

/** A charge at the provider that belongs to no request in the books: it is owed to the payer. */
export const orphanChargeLegs = (amountPence: Pence) => move(REFUND_TRANSIT, PSP_CLEARING, amountPence)

export interface EarnedShare {
  influencerId: string
  /** What was left of the sale before this. */
  netPence: Pence
  feeBasisPoints: number
  /** What of it goes back now. */
  backPence: Pence
}

/**
 * What an influencer owes when part of an earned sale goes back: their share of it; the platform gives back its fee.
 */
export function influencerOwesPence({ netPence, feeBasisPoints, backPence }: EarnedShare): Pence {
  const leftPence = pence(netPence - backPence)
  return pence(
    influencerSharePence(netPence, feeBasisPoints) - influencerSharePence(leftPence, feeBasisPoints),
  )
}

/** Money of a sale that was earned already is on its way back to the buyer. */
export function refundOfEarnedLegs(share: EarnedShare): Leg[] {
  const owedPence = influencerOwesPence(share)
  return nonZero([
    { account: payable(share.influencerId), amountPence: owedPence },
    { account: FEE_REVENUE, amountPence: pence(share.backPence - owedPence) },
    { account: REFUND_TRANSIT, amountPence: pence(-share.backPence) },
  ])
}

/**
 * A dispute was lost: what the bank took is borne by what is still there, in this order; the rest is the platform's.
 */
export function disputeLostLegs(loss: {
  requestId: string
  amountPence: Pence
  /** Refunds that had not gone out: the bank gave the buyer that money. */
  refundsPence: Pence
  heldPence: Pence
  earned: EarnedShare | null
}): Leg[] {
  const { amountPence, refundsPence, heldPence, earned } = loss
  const owedPence = earned ? influencerOwesPence(earned) : pence(0)
  return nonZero([
    { account: DISPUTE_TRANSIT, amountPence: pence(-amountPence) },
    { account: REFUND_TRANSIT, amountPence: refundsPence },
    { account: held(loss.requestId), amountPence: heldPence },
    { account: payable(earned?.influencerId ?? ''), amountPence: owedPence },
    { account: FEE_REVENUE, amountPence: pence(amountPence - refundsPence - heldPence - owedPence) },
  ])
}

/** A refund came back that the bank had paid already, at the platform's cost: nobody owes it to the buyer any more. */
export const refundPaidByBankLegs = (amountPence: Pence) => move(FEE_REVENUE, REFUND_TRANSIT, amountPence)

const nonZero = (legs: Leg[]) => legs.filter(leg => leg.amountPence !== 0)
