/** The accounts of the ledger. Positive balances are what the platform has or is owed, negative what it owes. */
export const PSP_CLEARING = 'psp_clearing'
export const FEE_REVENUE = 'fee_revenue'
export const PSP_FEES = 'psp_fees'
export const REFUND_TRANSIT = 'refund_transit'
/** What a buyer's bank has taken while a dispute is open: owed to the platform until it is decided who bears it. */
export const DISPUTE_TRANSIT = 'dispute_transit'
/** The platform's own bank account, as far as money went there from the provider, or from there to the provider. */
export const BANK = 'bank'
/** Money of the platform that the provider holds back in a reserve, and releases later. */
export const PSP_RESERVE = 'psp_reserve'

/** What a buyer paid and nobody has earned yet. */
export const held = (requestId: string) => `held:${requestId}`
/** What an influencer has earned and not been paid out. */
export const payable = (influencerId: string) => `payable:${influencerId}`
