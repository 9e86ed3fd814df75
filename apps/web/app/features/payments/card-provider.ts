/** An intent at the provider that waits for a card. */
export interface OpenIntent {
  clientSecret: string
  publishableKey: string
  /** The page to which the bank's challenge returns. */
  returnUrl: string
}

/** The provider's answer to a card: done for now, a challenge page first, or an error. */
export type Confirmed =
  | { kind: 'done'; status: string }
  | { kind: 'challenge'; url: string }
  | { kind: 'card_error'; message: string }
  | { kind: 'unexpected' }

/** An entered card. It is sent to the provider and nowhere else. */
export interface EnteredCard {
  confirmPayment(intent: OpenIntent): Promise<Confirmed>
  confirmSetup(intent: OpenIntent): Promise<Confirmed>
}

/** The payment provider of this site, and its publishable key. */
export interface CardProvider {
  name: 'sandbox' | 'stripe'
  publishableKey: string
}

/** An intent's id, which is the beginning of its client secret. */
export function intentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}
