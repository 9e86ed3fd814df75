import type { CardIntent } from '@parley/contract'

/** The name of a saved card for its owner. */
export function cardName(card: CardIntent): string {
  return `${card.brand[0]?.toUpperCase() ?? ''}${card.brand.slice(1)} •••• ${card.last4}`
}
