import { CURRENCY } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { PRODUCT_TITLE } from '@parley/contract/product'
import type {
  Appearance,
  CustomFontSource,
  Stripe,
  StripeElementLocale,
  StripeElements,
  StripeElementsOptionsMode,
  StripePaymentElement,
} from '@stripe/stripe-js'
import type { Language } from '../../../language/languages.ts'
import { activeLanguage } from '../../../language/text.ts'
import { createStore } from '../../../store/store.ts'
import type { EnteredCard } from '../card-provider.ts'
import { stripeCard } from './stripe-card.ts'

/** The purpose of the fields: Stripe offers the matching wallets and methods. */
export type CardPurpose = { kind: 'payment'; amountPence: number } | { kind: 'setup' }

export interface StripeFieldsSnapshot {
  /** `checking`: Stripe validates the typed card, or its wallet is open; `using`: the card pays or is saved. */
  phase: 'loading' | 'ready' | 'checking' | 'using' | 'failed'
  /** The check has no answer for long: the browser may have ended Stripe's frame. */
  isSlow: boolean
  cardError: string | null
}

export interface StripeFieldsDeps {
  /** Loads Stripe's script; it may fail, and be called again. */
  load: () => Promise<Stripe | null>
  purpose: CardPurpose
  appearance: () => Appearance
  fonts: () => CustomFontSource[]
  setTimer: (work: () => void, delayMs: number) => unknown
}

const LOAD_LIMIT_MS = 20_000
/** A check takes less than a second; a wallet's dialog may take longer, so that nothing is cancelled then. */
const SLOW_CHECK_MS = 10_000

/** Stripe's names of our languages (docs: supported locales). */
const LOCALES: Readonly<Record<Language, StripeElementLocale>> = { en: 'en-GB', de: 'de' }

type FieldStyle = Pick<StripeFieldsDeps, 'appearance' | 'fonts'>

/** The intent is created when the person pays; until then Stripe gets its future values (docs: deferred intents). */
function optionsFor(purpose: CardPurpose, { appearance, fonts }: FieldStyle): StripeElementsOptionsMode {
  const locale = LOCALES[activeLanguage()]
  const options = { currency: CURRENCY, locale, appearance: appearance(), fonts: fonts() } as const
  return purpose.kind === 'payment'
    ? { ...options, mode: 'payment', amount: purpose.amountPence }
    : { ...options, mode: 'setup', setupFutureUsage: 'off_session' }
}

/** Stripe's own fields on our page: loaded on demand, validated once, never sent twice. */
export function createStripeFields(deps: StripeFieldsDeps) {
  const store = createStore<StripeFieldsSnapshot>({ phase: 'loading', isSlow: false, cardError: null })
  const { set } = store
  let open: { stripe: Stripe; elements: StripeElements; element: StripePaymentElement } | null = null
  let place: HTMLElement | null = null
  let savesCard = false
  /** Counts mounts, so that one that was unmounted changes nothing any more. */
  let opening = 0
  /** The check that is running. */
  let check: { isGivenUp: boolean } | null = null

  function close() {
    opening += 1
    open?.element.destroy()
    open = null
  }
  function fail(number: number) {
    if (number !== opening) return
    close()
    set({ phase: 'failed' })
  }
  function show(stripe: Stripe, node: HTMLElement, number: number) {
    const elements = stripe.elements(optionsFor(deps.purpose, deps))
    if (savesCard) elements.update({ setupFutureUsage: 'on_session' })
    const element = elements.create('payment', { layout: 'tabs', business: { name: PRODUCT_TITLE } })
    open = { stripe, elements, element }
    element.on('ready', () => number === opening && set({ phase: 'ready' }))
    element.on('loaderror', () => fail(number))
    element.on('change', () => store.getSnapshot().cardError !== null && set({ cardError: null }))
    element.mount(node)
  }
  async function begin(node: HTMLElement): Promise<void> {
    close()
    const number = opening
    set({ phase: 'loading', isSlow: false, cardError: null })
    deps.setTimer(() => store.getSnapshot().phase === 'loading' && fail(number), LOAD_LIMIT_MS)
    try {
      const stripe = await deps.load()
      if (number !== opening) return
      if (stripe) show(stripe, node, number)
      else fail(number)
    } catch {
      fail(number)
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Mounts the fields in an element; answers the function that removes them. */
    attach(node: HTMLElement): () => void {
      place = node
      void begin(node)
      return () => {
        place = null
        close()
      }
    },
    /** Loads the fields again that failed, or whose check does not answer: nothing was charged by then. */
    retry() {
      const { phase, isSlow } = store.getSnapshot()
      if (!place || !(phase === 'failed' || (phase === 'checking' && isSlow))) return
      if (check) check.isGivenUp = true
      void begin(place)
    },
    /** Whether to save the paying card: the intent must have the same value when it is confirmed. */
    setSavesCard(saves: boolean) {
      if (saves === savesCard) return
      savesCard = saves
      open?.elements.update({ setupFutureUsage: saves ? 'on_session' : null })
    },
    /** Called when the theme has changed. */
    restyle() {
      open?.elements.update({ appearance: deps.appearance() })
    },
    /**
     * Validates the typed card, and passes it on when it is complete; ignores presses during that time. A card of
     * fields that were loaded again during the check is not used.
     */
    async enter(use: (card: EnteredCard) => Promise<void>): Promise<void> {
      if (store.getSnapshot().phase !== 'ready' || !open) return
      const { stripe, elements } = open
      const number = opening
      const isOpen = () => number === opening
      const own = { isGivenUp: false }
      check = own
      set({ phase: 'checking', isSlow: false, cardError: null })
      deps.setTimer(() => check === own && isOpen() && set({ isSlow: true }), SLOW_CHECK_MS)
      try {
        const { error } = await elements.submit()
        if (own.isGivenUp) return
        check = null
        if (error) set({ cardError: error.message || messages.unexpectedError })
        else {
          set({ phase: 'using', isSlow: false })
          await use(stripeCard(stripe, elements))
        }
      } catch {
        if (isOpen()) set({ cardError: messages.unexpectedError })
      } finally {
        if (check === own) check = null
        if (isOpen()) set({ phase: 'ready', isSlow: false })
      }
    },
  }
}
export type StripeFields = ReturnType<typeof createStripeFields>
