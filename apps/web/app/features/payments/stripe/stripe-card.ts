import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js'
import type { Confirmed, EnteredCard, OpenIntent } from '../card-provider.ts'

/** A failed check at the bank counts as an error of the card, whatever type of error Stripe reports. */
const CARD_CODES = new Set(['payment_intent_authentication_failure', 'setup_intent_authentication_failure'])

function refused(error: StripeError): Confirmed {
  // An earlier press may have paid, and its answer was lost: the server asks the provider for the result.
  const status = error.payment_intent?.status ?? error.setup_intent?.status
  if (status === 'succeeded' || status === 'processing') return { kind: 'done', status }
  const isCard =
    error.type === 'card_error' || error.type === 'validation_error' || CARD_CODES.has(error.code ?? '')
  // An error without a message (Stripe's is optional) must not leave the page silent.
  return isCard && error.message ? { kind: 'card_error', message: error.message } : { kind: 'unexpected' }
}

/** The card in Stripe's fields. A bank's check opens in a dialog, or redirects to the bank and back. */
export function stripeCard(stripe: Stripe, elements: StripeElements): EnteredCard {
  const given = ({ clientSecret, returnUrl }: OpenIntent) => ({
    elements,
    clientSecret,
    confirmParams: { return_url: returnUrl },
    redirect: 'if_required' as const,
  })
  return {
    async confirmPayment(intent) {
      const { error, paymentIntent } = await stripe.confirmPayment(given(intent))
      return error ? refused(error) : { kind: 'done', status: paymentIntent.status }
    },
    async confirmSetup(intent) {
      const { error, setupIntent } = await stripe.confirmSetup(given(intent))
      return error ? refused(error) : { kind: 'done', status: setupIntent.status }
    },
  }
}
