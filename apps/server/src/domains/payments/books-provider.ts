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
    | 'top_up'
    | 'top_up_returned'
    | 'reserve'
    | 'provider_fee'
    | 'unknown'
  /** The provider's own name of the kind. */
  type: string
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
  /** Whether the provider changed the money from or into another currency. */
  isExchanged: boolean
  at: Date
}

export interface BankPayoutFacts {
  /** In pence, if the currency is the books'. */
  amountPence: Pence
  currency: string
  status: 'sent' | 'failed'
  /** Whether the money is back in the platform's balance. */
  hasReturned: boolean
}

export interface TopUpFacts {
  /** In pence, if the currency is the books'. */
  amountPence: Pence
  currency: string
  /** Whether the money came into the platform's balance, and whether the bank took it back. */
  hasArrived: boolean
  hasReturned: boolean
}

/** The provider's own books of the platform's money. */
export interface ProviderBooks {
  /**
   * Every transaction there ever was of the balance from which the platform refunds and pays out, newest first, page by
   * page.
   */
  balanceTransactions(): AsyncIterable<BalanceTransaction>
  /** What is in the platform's balance, settled or not. */
  balancePence(): Promise<Pence>
  bankPayout(id: string): Promise<BankPayoutFacts>
  topUp(id: string): Promise<TopUpFacts>
  /** The currency in which the platform's account settles where it does not say another. */
  accountCurrency(): Promise<string>
  /** The types of events that we need, and that the provider does not send to this path of ours. */
  missingEvents(path: string): Promise<readonly string[]>
}
