/**
 * A stub of Stripe.js in a browser that cannot reach Stripe: it has the few calls that our pages make, and sends
 * them to the sandbox's API. It is strict where Stripe is: fields in a frame of its own, `submit` before confirming,
 * and an intent that matches the options of the fields.
 */
export const STRIPE_JS = `(${fakeStripeJs.toString()})()`

/** The frame in which the card is typed: the typed text stays in it. */
export const FIELDS_PAGE = `<!doctype html><html lang="en"><title>Card</title><style>${fieldsStyle()}</style>
<form><label class="wide">Card number <input name="number" autocomplete="off"></label>
<label>Expiration date <input name="expiry" placeholder="MM / YY"></label>
<label>Security code <input name="cvc" placeholder="CVC"></label></form>
<script>(${fields.toString()})()</script></html>`

function fieldsStyle(): string {
  return `body{margin:0;padding:4px;font:16px Geist,Arial,sans-serif;background:transparent}
form{display:grid;grid-template-columns:1fr 1fr;gap:20px 12px}.wide{grid-column:1/-1}
label{display:grid;gap:6px;font-size:15px;font-weight:540}
input{box-sizing:border-box;width:100%;font:16px Geist,Arial,sans-serif;border-radius:10px}`
}

type Words = Record<string, string>
interface Dress {
  variables: Words
  rules: Record<string, Words>
}

function fields(): void {
  const form = document.querySelector('form')
  const dress = ({ variables, rules }: Dress) => {
    for (const input of document.querySelectorAll('input')) {
      Object.assign(input.style, rules['.Input'], {
        background: variables.colorBackground,
        color: variables.colorText,
      })
    }
    for (const label of document.querySelectorAll('label')) Object.assign(label.style, rules['.Label'])
  }
  window.addEventListener('message', ({ data, ports }) => {
    if (data.dress) dress(data.dress)
    const typed = form ? Object.fromEntries(new FormData(form)) : {}
    ports[0]?.postMessage(typed)
  })
}

interface Options {
  mode: string
  amount?: number
  setupFutureUsage?: string | null
  appearance: Dress
}

function fakeStripeJs(): void {
  const API = 'https://api.stripe.com/v1'
  const FRAMES = 'https://js.stripe.com'

  function elements(options: Options) {
    const frame = document.createElement('iframe')
    const handlers = new Map<string, () => void>()
    const post = (data: unknown) =>
      new Promise<Words>(resolve => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = event => resolve(event.data)
        frame.contentWindow?.postMessage(data, FRAMES, [port2])
      })
    const element = {
      on: (event: string, handler: () => void) => handlers.set(event, handler),
      destroy: () => frame.remove(),
      mount(place: HTMLElement) {
        frame.title = 'Secure payment input frame'
        frame.src = `${FRAMES}/stub/fields.html`
        frame.allow = 'payment *'
        Object.assign(frame.style, { width: '100%', height: '200px', border: '0', colorScheme: 'normal' })
        frame.onload = () => void post({ dress: options.appearance }).then(() => handlers.get('ready')?.())
        place.append(frame)
      },
    }
    const made = {
      options,
      submitted: false,
      card: () => post({}),
      create: () => element,
      update(change: Partial<Options>) {
        Object.assign(options, change)
        if (change.appearance) void post({ dress: change.appearance })
      },
      async submit() {
        const { number = '' } = await post({})
        made.submitted = number.replaceAll(' ', '').length >= 12
        const message = 'Your card number is incomplete.'
        return made.submitted ? {} : { error: { type: 'validation_error', message } }
      },
    }
    return made
  }

  interface Confirmation {
    elements: ReturnType<typeof elements>
    clientSecret: string
    confirmParams: { return_url: string }
  }

  function Stripe(key: string) {
    async function confirm(kind: 'payment_intent' | 'setup_intent', given: Confirmation) {
      const { options, submitted } = given.elements
      if (!submitted) throw new Error('elements.submit() must be called before stripe.confirmPayment()')
      const secret = given.clientSecret
      const address = `${API}/${kind}s/${secret.split('_secret_')[0]}`
      const seen = await fetch(`${address}?${new URLSearchParams({ key, client_secret: secret })}`)
      const intent = await seen.json()
      const agrees =
        kind === 'payment_intent'
          ? options.mode === 'payment' &&
            intent.amount === options.amount &&
            intent.setup_future_usage === (options.setupFutureUsage ?? null)
          : options.mode === 'setup' && intent.usage === options.setupFutureUsage
      if (!agrees) throw new Error('The intent differs from what Elements was told.')
      const { number = '', expiry = '', cvc = '' } = await given.elements.card()
      const [month = '', year = ''] = expiry.split('/').map(part => part.trim())
      const body = new URLSearchParams({
        key,
        client_secret: secret,
        return_url: given.confirmParams.return_url,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number.replaceAll(' ', ''),
        'payment_method_data[card][exp_month]': month,
        'payment_method_data[card][exp_year]': year,
        'payment_method_data[card][cvc]': cvc,
      })
      const response = await fetch(`${address}/confirm`, { method: 'POST', body })
      const answer = await response.json()
      if (answer.error) return { error: answer.error }
      if (answer.status !== 'requires_action') {
        return kind === 'payment_intent' ? { paymentIntent: answer } : { setupIntent: answer }
      }
      window.location.assign(answer.next_action.redirect_to_url.url)
      return new Promise(() => undefined)
    }
    return {
      elements,
      confirmPayment: (given: Confirmation) => confirm('payment_intent', given),
      confirmSetup: (given: Confirmation) => confirm('setup_intent', given),
      _registerWrapper: () => undefined,
    }
  }
  Object.assign(window, { Stripe: Object.assign(Stripe, { version: 'endive' }) })
}
