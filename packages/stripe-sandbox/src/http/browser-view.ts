const SHOWN = {
  payment_intent: [
    'id',
    'object',
    'amount',
    'amount_details',
    'automatic_payment_methods',
    'canceled_at',
    'cancellation_reason',
    'capture_method',
    'client_secret',
    'confirmation_method',
    'created',
    'currency',
    'description',
    'last_payment_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
    'source',
    'status',
  ],
  setup_intent: [
    'id',
    'object',
    'automatic_payment_methods',
    'cancellation_reason',
    'client_secret',
    'created',
    'description',
    'last_setup_error',
    'livemode',
    'next_action',
    'payment_method',
    'payment_method_types',
    'status',
    'usage',
  ],
} as const

/** What a browser sees of an answer: never the customer, the charge or the metadata of an intent. */
export function browserView(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(browserView)
  const shown = 'object' in value ? shownFields(value.object) : undefined
  const entries = Object.entries(value).filter(([name]) => shown === undefined || shown.includes(name))
  return Object.fromEntries(entries.map(([name, inner]) => [name, browserView(inner)]))
}

function shownFields(kind: unknown): readonly string[] | undefined {
  if (kind === 'payment_intent' || kind === 'setup_intent') return SHOWN[kind]
  return undefined
}
