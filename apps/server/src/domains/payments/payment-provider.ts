import type { Pence } from '@parley/contract'
/** The provider's word on one payment intent, in our words. */
export interface IntentFacts {
  intentId: string
  status:
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'canceled'
  amountPence: Pence
  currency: string
  clientSecret: string | null
  /** Our payment row's id, as we gave it when the intent was made. */
  paymentId: string | null
  chargeId: string | null
  /** What the provider kept, in pence; null until it has said. */
  feePence: Pence | null
  nextActionUrl: string | null
  /** Why the last try failed, in the provider's words for people; null when none failed. */
  lastError: string | null
  /** The card of the charge that succeeded; null for any other. */
  card: { brand: string; last4: string } | null
  /** Whether the payer wants the card that pays to be saved; and that card, once its payment succeeded. */
  savesCard: boolean
  cardToSave: CardFacts | null
}

export interface CardFacts {
  cardId: string
  customerId: string | null
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export interface SetupFacts {
  setupId: string
  status: 'succeeded' | 'processing' | 'requires_action' | 'requires_payment_method' | 'canceled'
  customerId: string | null
  clientSecret: string | null
  card: CardFacts | null
}

export interface RefundFacts {
  providerRefundId: string
  /**
   * Our refund row's id and reason, as we gave them; null when somebody else refunded, as in the provider's
   * dashboard.
   */
  refundId: string | null
  reason: string | null
  intentId: string | null
  amountPence: Pence
  status: 'pending' | 'succeeded' | 'failed'
  /** Whether the provider took the money out of the platform's balance, and whether it put it back. */
  hasMoved: boolean
  hasReturned: boolean
  /** The bank's own number of it; null until there is one. */
  reference: string | null
}

/** The provider's word on a refund, whichever way it went. */
export type RefundWord = Pick<RefundFacts, 'status' | 'hasMoved' | 'hasReturned' | 'reference'> & {
  providerRefundId: string | null
  transferId: string | null
}

/** The provider's word on a dispute. */
export interface DisputeFacts {
  disputeId: string
  intentId: string | null
  /** What the bank wants back. */
  amountPence: Pence
  reason: string
  state: 'open' | 'won' | 'lost'
  openedAt: Date
  /** The bank's deadline for an answer; null if it accepts none. */
  dueBy: Date | null
  /** How often it was answered: a bank reads one answer. */
  submissions: number
  /** What it moved of the platform's balance: negative was taken. */
  balanceTransactions: { balanceTransactionId: string; amountPence: Pence; feePence: Pence }[]
}

/** What the bank is told of a disputed sale, in the provider's fields. */
export interface DisputeEvidence {
  productDescription: string
  serviceDate: string
  accessActivityLog: string
  refundPolicyDisclosure: string
  customerName: string
  customerEmail: string
  /** The file at the provider that has all of it. */
  fileId: string
}

/** A verified event of the provider: only which thing to ask about, never its outcome. */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: Date
  objectId: string
  intentId: string | null
  /** The connected account that it happened to; null when it was the platform itself. */
  accountId: string | null
}

/** Takes money and gives it back. Every call is safe to repeat; failures are `Outage`s. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  readonly publishableKey: string
  createIntent(input: {
    paymentId: string
    requestId: string
    amountPence: Pence
    customerId: string
  }): Promise<IntentFacts>
  fetchIntent(intentId: string): Promise<IntentFacts>
  cancelIntent(intentId: string): Promise<IntentFacts>
  /** Says whether the card that pays is to be saved; an intent that is over is answered as it is. */
  setSavesCard(input: { intentId: string; savesCard: boolean }): Promise<IntentFacts>
  /** Charges a saved card at once; a decline is told in `lastError`. */
  payWithCard(input: {
    chargeId: string
    intentId: string
    cardId: string
    returnUrl: string
  }): Promise<IntentFacts>
  refund(input: {
    refundId: string
    intentId: string
    amountPence: Pence
    reason: string
  }): Promise<RefundFacts>
  /** The refund that was made for a row of ours, by what was written on it; null when there is none. */
  findRefund(refund: { refundId: string; intentId: string }): Promise<RefundFacts | null>
  fetchRefund(providerRefundId: string): Promise<RefundFacts>
  fetchDispute(disputeId: string): Promise<DisputeFacts>
  /** Uploads the evidence for a dispute, once; answers the file's id. */
  uploadEvidence(input: { disputeId: string; pdf: Buffer }): Promise<string>
  /** Lays the evidence down at the provider: the bank is not told yet. */
  stageEvidence(input: { disputeId: string; evidence: DisputeEvidence }): Promise<void>
  /** Lays down beside it what the influencer says; another text takes the place of the one before. */
  stageStatement(input: { disputeId: string; text: string }): Promise<void>
  /**
   * Sends to the bank what was laid down, with what the influencer says as it stands by then; a failed try is
   * repeated under another number.
   */
  sendEvidence(input: { disputeId: string; attempt: number; statement: string | null }): Promise<void>
  /** Accepts the loss: the bank keeps the money, for good. A failed try is repeated under another number. */
  closeDispute(input: { disputeId: string; attempt: number }): Promise<void>
  /**
   * Checks the signature and that the event is neither stale nor from the future; null when it is not the provider's.
   */
  verifyEvent(rawBody: Buffer, signature: string, now: Date): ProviderEvent | null
}

/** Keeps people's cards; the card itself never passes through this server. */
export interface CardVault {
  createCustomer(userId: string): Promise<string>
  createSetup(input: { setupKey: string; customerId: string }): Promise<SetupFacts>
  /** Null when there is no such setup. */
  fetchSetup(setupId: string): Promise<SetupFacts | null>
  /** Ends a setup, so that its secret saves no card any more; one that is over stays as it is. */
  cancelSetup(setupId: string): Promise<void>
  fetchCard(cardId: string): Promise<CardFacts | null>
  removeCard(cardId: string): Promise<void>
}
