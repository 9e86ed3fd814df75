import { CardForm } from './card-form.tsx'
import type { CardProvider, EnteredCard } from './card-provider.ts'
import type { FormEndProps } from './form-end.tsx'
import { sandboxCard } from './sandbox-card.ts'
import type { CardPurpose } from './stripe/stripe-fields.ts'
import { StripeForm } from './stripe/stripe-form.tsx'

export interface CardEntryProps extends FormEndProps {
  provider: CardProvider
  purpose: CardPurpose
  onCard: (card: EnteredCard) => Promise<void>
}

const send: typeof fetch = (input, init) => fetch(input, init)

/** The card form of this site's payment provider. */
export function CardEntry({ provider, purpose, onCard, ...end }: CardEntryProps) {
  switch (provider.name) {
    case 'sandbox':
      return <CardForm {...end} onSubmit={card => onCard(sandboxCard(send, card))} />
    case 'stripe':
      return (
        <StripeForm {...end} publishableKey={provider.publishableKey} purpose={purpose} onCard={onCard} />
      )
  }
}
