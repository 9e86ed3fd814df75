import type { CardForm } from '@parley/contract'
import type { Fetch } from '../../api/http.ts'
import { urlOf } from '../../store/url-of.ts'
import { type Confirmed, type EnteredCard, intentId, type OpenIntent } from './card-provider.ts'

const BASE = '/sandbox/stripe/v1'

/** The fields of Stripe's answer that are used here (Stripe API: PaymentIntent, SetupIntent, Error). */
interface Answer {
  status?: string
  next_action?: { redirect_to_url?: { url?: string } } | null
  error?: { type?: string; message?: string }
}

function cardFields(card: CardForm): [string, string][] {
  const [month = '', year = ''] = card.date.split('/')
  return [
    ['payment_method_data[type]', 'card'],
    ['payment_method_data[card][number]', card.cardNumber.replace(/[\s-]/g, '')],
    ['payment_method_data[card][exp_month]', month],
    ['payment_method_data[card][exp_year]', `20${year}`],
    ['payment_method_data[card][cvc]', card.cvv],
    ['payment_method_data[billing_details][name]', card.name],
    ['payment_method_data[billing_details][address][postal_code]', card.zip],
  ]
}

/** Only a web address is opened (attack: a `javascript:` address in an answer). */
function webAddress(url: string | undefined): string | null {
  const protocol = urlOf(url, 'http://localhost')?.protocol ?? ''
  return url && /^https?:$/.test(protocol) ? url : null
}

function read(answer: Answer): Confirmed {
  if (answer.error) {
    const { type, message } = answer.error
    const isCard = type === 'card_error' || type === 'validation_error'
    return isCard && message ? { kind: 'card_error', message } : { kind: 'unexpected' }
  }
  if (answer.status === 'requires_action') {
    const url = webAddress(answer.next_action?.redirect_to_url?.url)
    return url === null ? { kind: 'unexpected' } : { kind: 'challenge', url }
  }
  return answer.status === undefined ? { kind: 'unexpected' } : { kind: 'done', status: answer.status }
}

/** A card typed here, for the sandbox; confirmed in the browser with the same request as Stripe.js sends. */
export function sandboxCard(fetcher: Fetch, card: CardForm): EnteredCard {
  async function confirm(kind: 'payment_intents' | 'setup_intents', intent: OpenIntent): Promise<Confirmed> {
    const body = new URLSearchParams([
      ['key', intent.publishableKey],
      ['client_secret', intent.clientSecret],
      ['return_url', intent.returnUrl],
      ...cardFields(card),
    ])
    try {
      const path = `${BASE}/${kind}/${encodeURIComponent(intentId(intent.clientSecret))}/confirm`
      const response = await fetcher(path, { method: 'POST', body })
      return read((await response.json()) as Answer)
    } catch {
      return { kind: 'unexpected' }
    }
  }
  return {
    confirmPayment: intent => confirm('payment_intents', intent),
    confirmSetup: intent => confirm('setup_intents', intent),
  }
}
