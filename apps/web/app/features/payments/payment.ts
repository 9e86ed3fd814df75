import type { PayAnswer, PaymentReturn, SessionRequest } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../api/client.ts'
import { ApiError, errorText, isAnswerLost } from '../../api/errors.ts'
import { createStore } from '../../store/store.ts'
import { type CardProvider, type Confirmed, type EnteredCard, intentId } from './card-provider.ts'
import { outcomeOf, type PaymentOutcome } from './payment-outcome.ts'

export interface PaymentSnapshot {
  /** The request that all of this is about; null on the return from a bank, until the server has answered. */
  requestId: string | null
  /** The intent with which the bank's page returned. */
  returnedIntent: string | null
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
  /** The saved cards may be others now: one paid, or one is refused that was removed elsewhere. */
  cardsChanged: () => void
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

const POLL_EVERY_MS = 2_000
const POLLS_MAX = 15

const IDLE: PaymentSnapshot = {
  requestId: null,
  returnedIntent: null,
  phase: 'ready',
  outcome: null,
  cardError: null,
  problem: null,
}

type PayableRequest = Pick<SessionRequest, 'id'> & {
  payment: Pick<SessionRequest['payment'], 'stripe_intent_secret'>
}

/** Whether the server may say later how a payment stands; beyond a limit (429) it has not asked the provider yet. */
const isUndecided = (error: unknown): boolean =>
  isAnswerLost(error) || (error instanceof ApiError && error.status === 429)

/** The payment as one request shows it: at another one than its own it is not to be seen. */
export function paymentAt(state: PaymentSnapshot, { id, payment }: PayableRequest): PaymentSnapshot {
  const { requestId, returnedIntent } = state
  const isItsOwn =
    requestId === null ? returnedIntent === intentId(payment.stripe_intent_secret ?? '') : requestId === id
  return isItsOwn ? state : IDLE
}

/** Whether the page says so where it shows no request of this payment. */
export const hasGoneWrong = ({ outcome }: PaymentSnapshot): boolean =>
  outcome === 'wrong' || outcome === 'lost'

/**
 * Pays the requests of a page, one at a time: with a card typed now, with a saved one, or on the return from a
 * challenge page. Never charges twice.
 */
export function createPayment(deps: PaymentDeps) {
  const store = createStore(IDLE)
  const { set } = store
  /** One key for each attempt: kept while the outcome is unknown, so that a repeat finds the first charge. */
  const keys = new Map<string, string>()
  /** Counts the payments: the polls of one end when another one begins. */
  let begun = 0

  function begin(what: Partial<PaymentSnapshot>): boolean {
    if (store.getSnapshot().phase !== 'ready') return false
    begun += 1
    set({ ...IDLE, ...what, phase: 'paying' })
    return true
  }
  function keyFor(requestId: string): string {
    const key = keys.get(requestId) ?? deps.newKey()
    keys.set(requestId, key)
    return key
  }

  /** The request with this payment, as the provider has it; asks again while answers are lost. */
  async function paidRequest(back: PaymentReturn, triesLeft: number): Promise<SessionRequest> {
    try {
      return await deps.api.post<SessionRequest>('/api/parley/parley_request/payment-intent/', back)
    } catch (error) {
      if (triesLeft === 0 || !isUndecided(error)) throw error
      await new Promise<void>(resolve => deps.setTimer(resolve, POLL_EVERY_MS))
      return paidRequest(back, triesLeft - 1)
    }
  }

  /** False when the server did not answer at all. */
  async function check(back: PaymentReturn, pollsLeft: number): Promise<boolean> {
    const own = begun
    try {
      const request = await paidRequest(back, POLLS_MAX)
      keys.delete(request.id)
      const outcome = outcomeOf(request.payment.status)
      const isDecided = outcome !== 'processing'
      // After the last poll the request alone says how its payment stands: its page loads it again and again.
      if (own === begun) {
        set({ requestId: request.id, phase: 'ready', outcome: isDecided || pollsLeft > 0 ? outcome : null })
      }
      deps.changed(request)
      if (outcome === 'succeeded') deps.cardsChanged()
      if (!isDecided && pollsLeft > 0) {
        deps.setTimer(() => own === begun && void check(back, pollsLeft - 1), POLL_EVERY_MS)
      }
      return true
    } catch (error) {
      const isLost = isUndecided(error)
      if (own === begun) set({ phase: 'ready', outcome: isLost ? 'lost' : 'wrong' })
      return !isLost
    }
  }
  function checkNow(back: PaymentReturn): Promise<boolean> {
    set({ phase: 'checking' })
    return check(back, POLLS_MAX)
  }
  async function showOutcome(secret: string, status: string): Promise<void> {
    const back = {
      paymentIntentId: intentId(secret),
      paymentIntentSecret: secret,
      paymentRedirectStatus: status,
    }
    await checkNow(back)
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
        keys.delete(store.getSnapshot().requestId ?? '')
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
      const { requestId, savesCard } = what
      if (!begin({ requestId })) return
      try {
        const path = `/api/influencer/parley_requests/${requestId}/pay/`
        const answer = await deps.api.post<PayAnswer>(path, { save_card: savesCard })
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
      if (!begin({ requestId })) return
      const idempotencyKey = keyFor(requestId)
      try {
        const path = `/api/influencer/parley_requests/${requestId}/pay/`
        const answer = await deps.api.post<PayAnswer>(path, { card: cardId }, { idempotencyKey })
        const secret = answer.client_secret ?? answer.payment_intent ?? ''
        if (answer.next_action_url !== null)
          await follow({ kind: 'challenge', url: answer.next_action_url }, secret)
        else if (answer.status === 'succeeded' || answer.status === 'processing')
          await showOutcome(secret, answer.status)
        else
          await follow({ kind: 'card_error', message: answer.detail || messages.paymentUnsuccessful }, secret)
      } catch (error) {
        failed(error)
        if (error instanceof ApiError && error.fields?.card) deps.cardsChanged()
      }
    },
    /** Continues on the return from a challenge page; answers whether the server has answered. */
    async comeBack(back: PaymentReturn): Promise<boolean> {
      return begin({ returnedIntent: back.paymentIntentId }) && checkNow(back)
    },
  }
}
export type Payment = ReturnType<typeof createPayment>
