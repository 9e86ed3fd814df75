import type { OwnUser } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../api/client.ts'
import { errorText, isAnswerLost } from '../../api/errors.ts'
import { createStore } from '../../store/store.ts'
import { type CardProvider, type EnteredCard, intentId } from './card-provider.ts'
import type { CardSaved } from './payment-return.ts'

interface Wallet {
  client_secret: string
  publishable_key: string
}

export interface CardSavingSnapshot {
  /** The form appears when the setup intent's secret is loaded. */
  phase: 'preparing' | 'ready' | 'saving' | 'redirecting' | 'saved' | 'unavailable'
  cardError: string | null
  problem: string | null
}

export interface CardSavingDeps {
  api: Pick<ApiClient, 'post'>
  userId: string
  provider: CardProvider
  returnUrl: () => string
  leave: (url: string) => void
  saved: (user: OwnUser) => void
}

/** Saves a card through a setup intent of the payment provider. */
export function createCardSaving(deps: CardSavingDeps) {
  const store = createStore<CardSavingSnapshot>({ phase: 'preparing', cardError: null, problem: null })
  const { set } = store
  let wallet: Wallet | null = null

  /** `answered` is called before anything else follows, but not when the answer was lost. */
  async function complete(back: CardSaved, answered?: () => void): Promise<void> {
    set({ phase: 'saving', cardError: null, problem: null })
    try {
      const user = await deps.api.post<OwnUser>(`/api/user/${deps.userId}/card-saved/`, back)
      answered?.()
      set({ phase: 'saved' })
      deps.saved(user)
    } catch (error) {
      if (!isAnswerLost(error)) answered?.()
      set({ phase: wallet ? 'ready' : 'preparing', problem: errorText(error) })
      if (!wallet) await prepare()
    }
  }
  async function prepare(): Promise<void> {
    try {
      wallet = await deps.api.post<Wallet>(`/api/user/${deps.userId}/card-wallet/`, {})
      set({ phase: 'ready' })
    } catch (error) {
      set({ phase: 'unavailable', problem: errorText(error) })
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    provider: deps.provider,
    prepare,
    /** After the provider did not answer. */
    prepareAgain(): void {
      set({ phase: 'preparing', problem: null })
      void prepare()
    },
    /** Called on the return from a challenge page. */
    complete,
    async save(card: EnteredCard): Promise<void> {
      if (store.getSnapshot().phase !== 'ready' || !wallet) return
      set({ phase: 'saving', cardError: null, problem: null })
      const secret = wallet.client_secret
      const intent = {
        clientSecret: secret,
        publishableKey: wallet.publishable_key,
        returnUrl: deps.returnUrl(),
      }
      // A provider that breaks has not said that the card is wrong.
      const result = await card.confirmSetup(intent).catch(() => ({ kind: 'unexpected' as const }))
      switch (result.kind) {
        case 'challenge':
          set({ phase: 'redirecting' })
          deps.leave(result.url)
          return
        case 'done':
          return complete({
            setupIntentId: intentId(secret),
            setupIntentSecret: secret,
            setupIntentRedirectStatus: result.status,
          })
        case 'card_error':
          set({ phase: 'ready', cardError: result.message })
          return
        case 'unexpected':
          set({ phase: 'ready', problem: messages.unexpectedError })
      }
    },
  }
}
export type CardSaving = ReturnType<typeof createCardSaving>
