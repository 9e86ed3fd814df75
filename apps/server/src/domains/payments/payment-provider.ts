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
  amountPence: number
  currency: string
  clientSecret: string | null
  /** Our payment row's id, as we gave it when the intent was made. */
  paymentId: string | null
  chargeId: string | null
  /** What the provider kept, in pence; null until it has said. */
  feePence: number | null
  nextActionUrl: string | null
  /** Why the last try failed, in the provider's words for people; null when none failed. */
  lastError: string | null
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
  status: 'pending' | 'succeeded' | 'failed'
}

/** A verified event of the provider: only which thing to ask about, never its outcome. */
export interface ProviderEvent {
  id: string
  type: string
  createdAt: Date
  objectId: string
  intentId: string | null
}

/** Takes money and gives it back. Every call is safe to repeat; failures are `Outage`s. */
export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe'
  readonly publishableKey: string
  createIntent(input: {
    paymentId: string
    requestId: string
    amountPence: number
    customerId: string
  }): Promise<IntentFacts>
  fetchIntent(intentId: string): Promise<IntentFacts>
  cancelIntent(intentId: string): Promise<IntentFacts>
  /** Charges a saved card at once; a decline is told in `lastError`. */
  payWithCard(input: {
    chargeId: string
    intentId: string
    cardId: string
    returnUrl: string
  }): Promise<IntentFacts>
  refund(input: { refundId: string; intentId: string; amountPence: number }): Promise<RefundFacts>
  fetchRefund(providerRefundId: string): Promise<RefundFacts>
  /** Checks the signature and that the event is neither stale nor from the future; null when it is not the provider's. */
  verifyEvent(rawBody: Buffer, signature: string, now: Date): ProviderEvent | null
}

/** Keeps people's cards; the card itself never passes through this server. */
export interface CardVault {
  createCustomer(userId: string): Promise<string>
  createSetup(input: { setupKey: string; customerId: string }): Promise<SetupFacts>
  /** Null when there is no such setup. */
  fetchSetup(setupId: string): Promise<SetupFacts | null>
  fetchCard(cardId: string): Promise<CardFacts | null>
  removeCard(cardId: string): Promise<void>
}
