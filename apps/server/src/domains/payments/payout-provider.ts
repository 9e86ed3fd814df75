import type { Pence } from '@parley/contract'
/** The provider's word on a person's account, in our words. */
export interface AccountFacts {
  accountId: string
  /** The person it was made for, as we gave them when it was made. */
  userId: string | null
  /** `active`: verified, money may go there and on to a bank. `restricted`: the provider stopped it. */
  status: 'onboarding' | 'restricted' | 'active'
  payoutsEnabled: boolean
  /** The provider's names of what it still wants; `pending_verification` while it checks what it got. */
  requirements: string[]
  dueAt: Date | null
}

export interface TransferFacts {
  transferId: string
  accountId: string
  amountPence: Pence
  /** The request whose money it is, as we gave it when the transfer was made. */
  requestId: string | null
  /** The charge whose money this is. */
  chargeId: string | null
  reversals: ReversalFacts[]
}

export interface ReversalFacts {
  reversalId: string
  amountPence: Pence
  /** Our reversal row's id; null when somebody else took the money back, as an operator in the provider's dashboard. */
  rowId: string | null
}

/** A definite no of the provider: nothing was done, and the same request would be answered alike. */
export interface Refused {
  refused: 'account' | 'funds' | 'other'
}

/** Pays people out. Every call is safe to repeat; failures are `Outage`s. */
export interface PayoutProvider {
  /** The smallest transfer that the provider makes, in pence. */
  readonly leastTransferPence: Pence
  createAccount(userId: string): Promise<AccountFacts>
  fetchAccount(accountId: string): Promise<AccountFacts>
  /** The address of a page where the person proves who they are; works once, for minutes. */
  accountLink(input: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>
  transfer(input: {
    payoutId: string
    /** Counts definite refusals: a new one makes a new idempotency key. */
    attempt: number
    requestId: string
    accountId: string
    amountPence: Pence
    /** The charge whose money this is. */
    chargeId: string
  }): Promise<TransferFacts | Refused>
  fetchTransfer(transferId: string): Promise<TransferFacts>
  /** The transfer that was made of a request's money, by what was written on it; null when there is none. */
  findTransfer(requestId: string): Promise<TransferFacts | null>
  reverseTransfer(input: {
    rowId: string
    transferId: string
    amountPence: Pence
  }): Promise<ReversalFacts | Refused>
}
