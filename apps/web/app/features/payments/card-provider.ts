import type { CardForm } from '@parley/contract'

export interface Confirmation {
  clientSecret: string
  publishableKey: string
  card: CardForm
  /** The page to come back to from a challenge. */
  returnUrl: string
}

/** How the provider took a card: over for now, a challenge page first, or why not. */
export type Confirmed =
  | { kind: 'done'; status: string }
  | { kind: 'challenge'; url: string }
  | { kind: 'card_error'; message: string }
  | { kind: 'unexpected' }

/** What takes a card in the browser. Card data goes to the provider and nowhere else. */
export interface CardProvider {
  confirmPayment(confirmation: Confirmation): Promise<Confirmed>
  confirmSetup(confirmation: Confirmation): Promise<Confirmed>
}

/** An intent's id, which is the beginning of its client secret. */
export function intentId(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? clientSecret
}
