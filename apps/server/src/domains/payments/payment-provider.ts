import type { Pence } from '@parley/contract'
/** The provider's state of one payment intent, in our terms. */
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
  /** Our payment row's id, from the intent's metadata. */
  paymentId: string | null
  chargeId: string | null
  /** The provider's fee, in pence; null until it is known, and where it is in another currency. */
  feePence: Pence | null
  /** The currency in which the provider's balance got the charge; null until it has. */
  settledIn: string | null
  nextActionUrl: string | null
  /** The provider's message about the last failed try; null if none failed. */
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
   * Our refund row's id and reason, from the metadata; null for a refund by somebody else, as in the provider's
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

/**
 * The provider refunds nothing. `taken`: somebody else has refunded the money or claims it, which an event of its own
 * says; `funds`: the platform's balance is too low; `other`: it would be refused again.
 */
export interface RefundRefused {
  refused: 'taken' | 'funds' | 'other'
}

/** The provider's state of a refund, to a card or by a transfer. */
export type RefundWord = Pick<RefundFacts, 'status' | 'hasMoved' | 'hasReturned' | 'reference'> & {
  providerRefundId: string | null
  transferId: string | null
  /** What an operator took back of the transfer, in parts or at once, by their ids at the provider. */
  takenBack?: readonly { reversalId: string; amountPence: Pence }[]
}

/** The provider's state of a dispute. */
export interface DisputeFacts {
  disputeId: string
  intentId: string | null
  /** The amount that the bank claims. */
  amountPence: Pence
  reason: string
  state: 'open' | 'won' | 'lost'
  /** The bank only asks, or asked: it has taken no money. */
  isInquiry: boolean
  openedAt: Date
  /** The bank's deadline for an answer; null if it accepts none. */
  dueBy: Date | null
  /**
   * How often an answer was submitted: a bank reads only one. None while it waits for one, as after an inquiry that it
   * escalated.
   */
  submissions: number
  /** Its change of the platform's balance: negative was taken. */
  balanceTransactions: { balanceTransactionId: string; amountPence: Pence; feePence: Pence }[]
}

/** The evidence about a disputed sale, in the provider's fields. */
export interface DisputeEvidence {
  productDescription: string
  serviceDate: string
  accessActivityLog: string
  refundPolicyDisclosure: string
  customerName: string
  customerEmail: string
  /** The ids of the files at the provider. */
  files: EvidenceFiles
}

/**
 * The files that answer a dispute, by the provider's fields: the whole record, the receipt, the refund policy as it was
 * shown, and the mails to the buyer.
 */
export const EVIDENCE_FILES = [
  'service_documentation',
  'receipt',
  'refund_policy',
  'customer_communication',
] as const
export type EvidenceFile = (typeof EVIDENCE_FILES)[number]
/** The uploaded files by their ids at the provider; a field without a file stays empty. */
export type EvidenceFiles = Partial<Record<EvidenceFile, string>>

/** A verified event of the provider: only which object to fetch, never its outcome. */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: Date
  objectId: string
  intentId: string | null
  /** The connected account of the event; null for the platform itself. */
  accountId: string | null
  /** Of test money where our keys move real money, or the other way round: its object is not to be found with them. */
  isOfOtherMode: boolean
}

/** Charges and refunds. Every call is safe to repeat; failures are `Outage`s. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  readonly publishableKey: string
  /** Throws `CustomerDeleted`. */
  createIntent(input: {
    paymentId: string
    requestId: string
    amountPence: Pence
    customerId: string
  }): Promise<IntentFacts>
  fetchIntent(intentId: string): Promise<IntentFacts>
  cancelIntent(intentId: string): Promise<IntentFacts>
  /** Sets whether to save the card of the payment; an ended intent is returned unchanged. */
  setSavesCard(input: { intentId: string; savesCard: boolean }): Promise<IntentFacts>
  /** Charges a saved card at once; a decline is in `lastError`. */
  payWithCard(input: {
    chargeId: string
    intentId: string
    cardId: string
    returnUrl: string
  }): Promise<IntentFacts>
  /** `attempt`: a new number only after a definite refusal. */
  refund(input: {
    refundId: string
    attempt: number
    intentId: string
    amountPence: Pence
    reason: string
  }): Promise<RefundFacts | RefundRefused>
  /** The refund of a row of ours, by its metadata; null if there is none. */
  findRefund(refund: { refundId: string; intentId: string }): Promise<RefundFacts | null>
  fetchRefund(providerRefundId: string): Promise<RefundFacts>
  fetchDispute(disputeId: string): Promise<DisputeFacts>
  fetchFraudWarning(warningId: string): Promise<{ intentId: string | null; kind: string }>
  /** Uploads a file of the evidence for a dispute, each once; answers its id. */
  uploadEvidence(input: {
    disputeId: string
    file: EvidenceFile
    pdf: Buffer
    /** When a second answer was made; null for the first one. */
    renewedAt: Date | null
  }): Promise<string>
  /** Stores the evidence at the provider: the bank does not get it yet. Nothing is stored of what is too long. */
  stageEvidence(input: { disputeId: string; evidence: DisputeEvidence }): Promise<'staged' | 'too_long'>
  /** Stores the influencer's statement beside it; a later text replaces the former one. */
  stageStatement(input: { disputeId: string; text: string }): Promise<void>
  /**
   * Submits the stored evidence to the bank, with the influencer's present statement unless that makes it too long; a
   * failed try is repeated under another number.
   */
  sendEvidence(input: {
    disputeId: string
    attempt: number
    statement: string | null
  }): Promise<'whole' | 'without_statement'>
  /** Accepts the loss: the bank keeps the money for ever. A failed try is repeated under another number. */
  closeDispute(input: { disputeId: string; attempt: number }): Promise<void>
  /**
   * Checks the signature and that the event is neither stale nor from the future; null when it is not the provider's.
   */
  verifyEvent(rawBody: Buffer, signature: string, now: Date): ProviderEvent | null
}

/** Somebody deleted the customer in the provider's dashboard, and with it the saved cards: for ever. */
export class CustomerDeleted extends Error {}

/** Keeps people's cards; the card itself never passes through this server. */
export interface CardVault {
  /** `formerId`: the customer that was deleted; null for a person's first one. */
  createCustomer(person: { userId: string; formerId: string | null }): Promise<string>
  /** Throws `CustomerDeleted`. */
  createSetup(input: { setupKey: string; customerId: string }): Promise<SetupFacts>
  /** Null when there is no such setup. */
  fetchSetup(setupId: string): Promise<SetupFacts | null>
  /** Ends a setup, so that its secret saves no card any more; one that is over stays as it is. */
  cancelSetup(setupId: string): Promise<void>
  fetchCard(cardId: string): Promise<CardFacts | null>
  removeCard(cardId: string): Promise<void>
}
