import type { Pence } from '@parley/contract'
/** One balance transaction of the platform at the provider, as the provider's own books have it. */
export interface BalanceTransaction {
  balanceTransactionId: string
  kind:
    | 'charge'
    | 'refund'
    | 'refund_returned'
    | 'transfer'
    | 'transfer_reversed'
    | 'dispute'
    | 'bank_payout'
    | 'bank_payout_returned'
    | 'provider_fee'
    | 'unknown'
  /** The source: a charge, a refund, a transfer, a dispute, ...; empty if the provider names none. */
  sourceId: string
  /** The object behind the source: the intent of a charge or refund, the transfer of a reversal. */
  parentId: string | null
  /** The metadata that we set on the source. */
  marks: Readonly<Record<string, string>>
  /** Positive towards the platform, before the provider's fee. */
  amountPence: Pence
  feePence: Pence
  currency: string
  at: Date
}

export interface BankPayoutFacts {
  amountPence: Pence
  status: 'sent' | 'failed'
  /** Whether the money is back in the platform's balance. */
  hasReturned: boolean
}

/** The provider's own books of the platform's money. */
export interface ProviderBooks {
  /** Every balance transaction there ever was, newest first, page by page. */
  balanceTransactions(): AsyncIterable<BalanceTransaction>
  /** What is in the platform's balance, settled or not. */
  balancePence(): Promise<Pence>
  bankPayout(id: string): Promise<BankPayoutFacts>
}
