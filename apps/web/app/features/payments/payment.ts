import type { PayAnswer, PaymentReturn, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../api/client.ts'
import { errorText } from '../../api/errors.ts'
import { createStore } from '../../store/store.ts'
import { type CardProvider, type Confirmed, type EnteredCard, intentId } from './card-provider.ts'
import { outcomeOf, type PaymentOutcome } from './payment-outcome.ts'

export interface PaymentSnapshot {
  /** `redirecting`: the challenge page is opening; `checking`: the server asks the provider. */
  phase: 'ready' | 'paying' | 'redirecting' | 'checking'
  outcome: PaymentOutcome | null
  /** Shown under 'card error'. */
  cardError: string | null
  problem: string | null
}

export interface PaymentDeps {
  api: Pick<ApiClient, 'post'>
  provider: CardProvider
  /** This page without a query, to which a challenge returns. */
  returnUrl: () => string
  leave: (url: string) => void
  /** Called with the server's current request after each change. */
  changed: (request: SessionRequest) => void
  /** It is paid: the card may be a saved one now. */
  paid: () => void
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

const POLL_EVERY_MS = 2_000
const POLLS_MAX = 15

/**
 * Pays one request: with a card typed now, with a saved one, or on the return from a challenge page. Never charges
 * twice.
 */
export function createPayment(deps: PaymentDeps) {
  const store = createStore<PaymentSnapshot>({
    phase: 'ready',
    outcome: null,
    cardError: null,
    problem: null,
  })
  const { set } = store
  /** One key for each attempt: kept while the outcome is unknown, so that a repeat finds the first charge. */
  let key: string | null = null

  function begin(): boolean {
    if (store.getSnapshot().phase !== 'ready') return false
    set({ phase: 'paying', cardError: null, problem: null, outcome: null })
    return true
  }

  async function check(back: PaymentReturn, triesLeft: number): Promise<void> {
    set({ phase: 'checking' })
    try {
      const request = await deps.api.post<SessionRequest>('/api/parley/parley_request/payment-intent/', back)
      key = null
      const outcome = outcomeOf(request.payment.status)
      set({ phase: 'ready', outcome })
      deps.changed(request)
      if (outcome === 'succeeded') deps.paid()
      if (outcome === 'processing' && triesLeft > 0) {
        deps.setTimer(() => void check(back, triesLeft - 1), POLL_EVERY_MS)
      }
    } catch {
      set({ phase: 'ready', outcome: 'wrong' })
    }
  }
  function showOutcome(secret: string, status: string): Promise<void> {
    const back = {
      paymentIntentId: intentId(secret),
      paymentIntentSecret: secret,
      paymentRedirectStatus: status,
    }
    return check(back, POLLS_MAX)
  }
  function failed(error: unknown) {
    set({ phase: 'ready', problem: errorText(error) })
  }
  async function follow(result: Confirmed, secret: string): Promise<void> {
    switch (result.kind) {
      case 'challenge':
        set({ phase: 'redirecting' })
        deps.leave(result.url)
        return
      case 'done':
        return showOutcome(secret, result.status)
      case 'card_error':
        key = null
        set({ phase: 'ready', cardError: result.message })
        return
      case 'unexpected':
        set({ phase: 'ready', problem: messages.unexpectedError })
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    provider: deps.provider,
    /** Pays with a card typed now. */
    async payByCard(what: { requestId: string; savesCard: boolean }, card: EnteredCard): Promise<void> {
      if (!begin()) return
      try {
        const path = `/api/influencer/parley_requests/${what.requestId}/pay/`
        const answer = await deps.api.post<PayAnswer>(path, { save_card: what.savesCard })
        const { client_secret: clientSecret, publishable_key: publishableKey } = answer
        if (answer.status === 'succeeded' || answer.status === 'processing' || clientSecret === null) {
          // It was paid already, in another tab or on another device.
          await showOutcome(clientSecret ?? answer.payment_intent ?? '', answer.status)
          return
        }
        const intent = { clientSecret, publishableKey, returnUrl: deps.returnUrl() }
        await follow(await card.confirmPayment(intent), clientSecret)
      } catch (error) {
        failed(error)
      }
    },
    /** Pays with a saved card, in one tap. */
    async payBySavedCard(requestId: string, cardId: string): Promise<void> {
      if (!begin()) return
      key ??= deps.newKey()
      try {
        const path = `/api/influencer/parley_requests/${requestId}/pay/`
        const answer = await deps.api.post<PayAnswer>(path, { card: cardId }, { idempotencyKey: key })
        const secret = answer.client_secret ?? answer.payment_intent ?? ''
        if (answer.next_action_url !== null)
          await follow({ kind: 'challenge', url: answer.next_action_url }, secret)
        else if (answer.status === 'succeeded' || answer.status === 'processing')
          await showOutcome(secret, answer.status)
        else
          await follow({ kind: 'card_error', message: answer.detail || messages.paymentUnsuccessful }, secret)
      } catch (error) {
        failed(error)
      }
    },
    /** Continues on the return from a challenge page. */
    async comeBack(back: PaymentReturn): Promise<void> {
      if (begin()) await check(back, POLLS_MAX)
    },
  }
}
export type Payment = ReturnType<typeof createPayment>
