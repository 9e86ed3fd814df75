import type { PaymentReturn } from '@parley/contract'

const PAYMENT = { id: 'payment_intent', secret: 'payment_intent_client_secret' }
const SETUP = { id: 'setup_intent', secret: 'setup_intent_client_secret' }
const STATUS = 'redirect_status'

interface Found<T> {
  found: T
  /** The query without the provider's parameters, with its `?` when anything is left. */
  search: string
}

function read(search: string, names: { id: string; secret: string }) {
  const query = new URLSearchParams(search)
  const id = query.get(names.id)
  if (!id) return null
  const taken = { id, secret: query.get(names.secret), status: query.get(STATUS) }
  for (const name of [names.id, names.secret, STATUS]) query.delete(name)
  const rest = query.toString()
  return { ...taken, search: rest === '' ? '' : `?${rest}` }
}

/** The parameters of a payment's redirect; null for an ordinary visit. */
export function handlePaymentReturn(search: string): Found<PaymentReturn> | null {
  const taken = read(search, PAYMENT)
  return (
    taken && {
      found: {
        paymentIntentId: taken.id,
        paymentIntentSecret: taken.secret,
        paymentRedirectStatus: taken.status,
      },
      search: taken.search,
    }
  )
}

export interface CardSaved {
  setupIntentId: string
  setupIntentSecret: string | null
  setupIntentRedirectStatus: string | null
}

/** The same for a saved card. */
export function handleSetupReturn(search: string): Found<CardSaved> | null {
  const taken = read(search, SETUP)
  return (
    taken && {
      found: {
        setupIntentId: taken.id,
        setupIntentSecret: taken.secret,
        setupIntentRedirectStatus: taken.status,
      },
      search: taken.search,
    }
  )
}
