import type { CardIntent } from '@parley/contract'

/** A saved card as its owner knows it. */
export function cardName(card: CardIntent): string {
  return `${card.brand[0]?.toUpperCase() ?? ''}${card.brand.slice(1)} •••• ${card.last4}`
}
