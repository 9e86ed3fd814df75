/** An intent at the provider that waits for a card. */
export interface OpenIntent {
  clientSecret: string
  publishableKey: string
  /** The page to come back to from a challenge. */
  returnUrl: string
}

/** How the provider took a card: over for now, a challenge page first, or why not. */
export type Confirmed =
  | { kind: 'done'; status: string }
  | { kind: 'challenge'; url: string }
  | { kind: 'card_error'; message: string }
  | { kind: 'unexpected' }

/** A card that somebody entered. It goes to the provider and nowhere else. */
export interface EnteredCard {
  confirmPayment(intent: OpenIntent): Promise<Confirmed>
  confirmSetup(intent: OpenIntent): Promise<Confirmed>
}

/** Who takes cards on this site, and the key with which a browser speaks to it. */
export interface CardProvider {
  name: 'sandbox' | 'stripe'
  publishableKey: string
}

/** An intent's id, which is the beginning of its client secret. */
export function intentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}
