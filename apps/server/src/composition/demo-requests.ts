import type { Influencer, LiveEvent, PayAnswer, SessionRequest, TokenPair } from '@parley/contract'
import type { DemoLogin } from '../domains/profiles/public.ts'

const PAYING_CARD = '4242424242424242'

/** The demo's own calls of the API, as its people would make them in the browser. */
class DemoCaller {
  #origin: string
  #access = new Map<string, string>()
  constructor(origin: string) {
    this.#origin = origin
  }

  async logIn({ username, email, password }: DemoLogin): Promise<void> {
    const pair = await this.post<TokenPair>(null, '/api/auth/jwt/create/', { email, password })
    this.#access.set(username, pair.access)
  }

  post<T>(username: string | null, path: string, json: unknown): Promise<T> {
    return this.send<T>(username, path, { method: 'POST', json })
  }

  async send<T>(username: string | null, path: string, what: { method: string; json?: unknown }): Promise<T> {
    const headers: Record<string, string> = {}
    const access = username && this.#access.get(username)
    if (access) headers.authorization = `Bearer ${access}`
    if (what.json !== undefined) headers['content-type'] = 'application/json'
    const body = what.json === undefined ? {} : { body: JSON.stringify(what.json) }
    const response = await fetch(this.#origin + path, { method: what.method, headers, ...body })
    if (!response.ok)
      throw new Error(`the demo's call of ${path.split('?')[0]} was answered ${response.status}`)
    return (await response.json()) as T
  }

  /** Pays a request with the sandbox's card, unless it was paid at an earlier start. */
  async pay(username: string, request: SessionRequest): Promise<void> {
    if (request.payment.stripe_intent_confirmed || request.state !== 'offered') return
    const intent = await this.post<PayAnswer>(
      username,
      `/api/influencer/parley_requests/${request.id}/pay/`,
      {},
    )
    const form = new URLSearchParams({
      key: intent.publishable_key,
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': PAYING_CARD,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    })
    const path = `/sandbox/stripe/v1/payment_intents/${intent.payment_intent}/confirm`
    await fetch(this.#origin + path, { method: 'POST', body: form })
    await this.post(username, '/api/parley/parley_request/payment-intent/', {
      paymentIntentId: intent.payment_intent,
    })
  }
}

/**
 * Makes one request of each type once, paid and in a state worth looking at: a private call that was accepted, one that
 * waits for an answer, a prepaid link nobody has claimed, and an event with a place sold.
 */
export async function createDemoRequests(origin: string, logins: readonly DemoLogin[]): Promise<void> {
  const caller = new DemoCaller(origin)
  await Promise.all(logins.map(login => caller.logIn(login)))
  await bookCall(caller, { fan: 'fay-fan', influencer: 'nora-chess', answer: 'accept' })
  await bookCall(caller, { fan: 'finn-fan', influencer: 'otto-outfits', answer: 'wait' })
  await makePrepaidLink(caller, 'finn-fan')
  await sellPlace(caller, { fan: 'fay-fan', influencer: 'otto-outfits' })
}

async function bookCall(
  caller: DemoCaller,
  { fan, influencer, answer }: { fan: string; influencer: string; answer: 'accept' | 'wait' },
): Promise<void> {
  const { main_session: offer } = await caller.send<Influencer>(fan, `/api/parley/${influencer}/`, {
    method: 'GET',
  })
  const path = `/api/parley/${influencer}/parley_request/`
  const request = await caller.post<SessionRequest>(fan, path, { ...offer, uuid: `demo-call-${influencer}` })
  await caller.pay(fan, request)
  if (answer === 'wait' || request.state !== 'offered') return
  await caller.post(influencer, `/api/influencer/requests/${request.id}/accept/`, {})
}

async function makePrepaidLink(caller: DemoCaller, fan: string): Promise<void> {
  const link = await caller.post<SessionRequest>(fan, '/api/parley/prepaid-link/', {
    amount: '15.00',
    duration: 600,
    duration_display: 2,
    description: 'Ten minutes with somebody who knows good walks near the coast.',
    request_type: 'prepaid',
    uuid: 'demo-prepaid',
  })
  await caller.pay(fan, link)
}

async function sellPlace(
  caller: DemoCaller,
  { fan, influencer }: { fan: string; influencer: string },
): Promise<void> {
  const { virtual_events: events } = await caller.send<Influencer>(
    influencer,
    `/api/influencer/${influencer}/`,
    {
      method: 'PATCH',
      json: {
        virtual_event: {
          uuid: 'demo-event',
          title: 'Autumn wardrobe live',
          description: 'One hour, one rail of clothes, and your questions about what goes with what.',
          amount: '5.00',
          duration: 3600,
          duration_display: 2,
          capacity: 50,
        },
      },
    },
  )
  const event: LiveEvent | undefined = events[0]
  if (!event) return
  const place = await caller.post<SessionRequest>(fan, `/api/parley/${influencer}/live_event/`, {
    title: event.title,
    slug: event.slug,
    session_request: { amount: event.amount, uuid: 'demo-place' },
  })
  await caller.pay(fan, place)
}
