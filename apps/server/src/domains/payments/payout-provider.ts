import type { Pence } from '@parley/contract'
/** The provider's state of a person's account, in our terms. */
export interface AccountFacts {
  accountId: string
  /** The person of the account, from its metadata. */
  userId: string | null
  /**
   * `active`: verified, transfers and payouts to a bank are enabled. `restricted`: the provider stopped it. `closed`:
   * it was deleted, or its owner took our access away.
   */
  status: 'onboarding' | 'restricted' | 'active' | 'closed'
  payoutsEnabled: boolean
  /** The provider's names of its open requirements; `pending_verification` while it checks documents. */
  requirements: string[]
  dueAt: Date | null
}

export interface TransferFacts {
  transferId: string
  accountId: string
  amountPence: Pence
  /** The request of the transfer, from its metadata. */
  requestId: string | null
  /** The charge whose money this is. */
  chargeId: string | null
  /** All that came back of it, in pence. */
  reversedPence: Pence
  reversals: ReversalFacts[]
}

export interface ReversalFacts {
  reversalId: string
  amountPence: Pence
  /**
   * Our reversal row's id; null when somebody else took the money back, as an operator in the provider's dashboard.
   */
  rowId: string | null
}

/** A definite refusal of the provider: nothing was done, and the same call would be refused again. */
export interface Refused {
  refused: 'account' | 'funds' | 'other'
}

/** Payouts. Every call is safe to repeat; failures are `Outage`s. */
export interface PayoutProvider {
  /** The smallest transfer that the provider makes, in pence. */
  readonly leastTransferPence: Pence
  /** `formerId`: the account that was closed; null for a person's first one. */
  createAccount(person: { userId: string; formerId: string | null }): Promise<AccountFacts>
  fetchAccount(accountId: string): Promise<AccountFacts>
  /**
   * The address of a page where the person proves who they are; works once, for minutes. Null where the account is
   * closed.
   */
  accountLink(input: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string | null>
  transfer(input: {
    payoutId: string
    /** Counts definite refusals: a new one makes a new idempotency key. */
    attempt: number
    requestId: string
    accountId: string
    amountPence: Pence
    /** The charge whose money this is; null: money of the platform. */
    chargeId: string | null
  }): Promise<TransferFacts | Refused>
  fetchTransfer(transferId: string): Promise<TransferFacts>
  /**
   * The transfer of a request's money, by its metadata; null if there is none. `chargeId`: the charge whose money it
   * may be.
   */
  findTransfer(of: { requestId: string; chargeId: string | null }): Promise<TransferFacts | null>
  reverseTransfer(input: {
    rowId: string
    transferId: string
    amountPence: Pence
    /** Less than was planned, because an operator left less: another call than the one about all of it. */
    isPart: boolean
  }): Promise<ReversalFacts | Refused>
}
