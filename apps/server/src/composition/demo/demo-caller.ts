import { needsSchema, type PayAnswer, type SessionRequest, type TokenPair } from '@parley/contract'
import type { DemoLogin } from '../../domains/profiles/public.ts'

/** Old enough, where the server asks for the age. */
const BIRTH_DATE = '1990-05-17'
const PAYING_CARD = '4242424242424242'

/** The demo's own calls of the API, as its people would make them in the browser. */
export class DemoCaller {
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

  /** If a call needs a birth date, declares it and repeats the call. */
  async send<T>(username: string | null, path: string, what: { method: string; json?: unknown }): Promise<T> {
    const first = await this.#fetch(username, path, what)
    const needs = first.status === 403 ? needsSchema.safeParse(await first.json()).data?.needs : null
    if (needs === 'birth_date') await this.post(username, '/api/user/me/birth-date/', { date: BIRTH_DATE })
    const response = needs === 'birth_date' ? await this.#fetch(username, path, what) : first
    if (!response.ok)
      throw new Error(`the demo's call of ${path.split('?')[0]} was answered ${response.status}`)
    return (await response.json()) as T
  }

  #fetch(username: string | null, path: string, what: { method: string; json?: unknown }): Promise<Response> {
    const headers: Record<string, string> = {}
    const access = username && this.#access.get(username)
    if (access) headers.authorization = `Bearer ${access}`
    if (what.json !== undefined) headers['content-type'] = 'application/json'
    const body = what.json === undefined ? {} : { body: JSON.stringify(what.json) }
    return fetch(this.#origin + path, { method: what.method, headers, ...body })
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
