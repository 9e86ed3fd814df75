import { FEE_REVENUE, held, PSP_CLEARING, PSP_FEES, payable, REFUND_TRANSIT } from './accounts.ts'

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
  return legs.filter(leg => leg.amountPence !== 0)
}
