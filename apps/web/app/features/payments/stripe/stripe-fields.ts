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

/** What the fields are for: Stripe offers the wallets and methods that go with it. */
export type CardPurpose = { kind: 'payment'; amountPence: number } | { kind: 'setup' }

export interface StripeFieldsSnapshot {
  /** `checking`: what was typed, and then whatever is done with the card. */
  phase: 'loading' | 'ready' | 'checking' | 'failed'
  cardError: string | null
}

export interface StripeFieldsDeps {
  /** Loads Stripe's script; it may fail, and be asked again. */
  load: () => Promise<Stripe | null>
  purpose: CardPurpose
  appearance: () => Appearance
  fonts: () => CustomFontSource[]
  setTimer: (work: () => void, delayMs: number) => unknown
}

const LOAD_LIMIT_MS = 20_000

/** Our languages as Stripe names them (docs: supported locales). */
const LOCALES: Readonly<Record<Language, StripeElementLocale>> = { en: 'en-GB', de: 'de' }

type Look = Pick<StripeFieldsDeps, 'appearance' | 'fonts'>

/** The intent is made when the person pays; until then Stripe is told what it will be (docs: deferred intents). */
function optionsFor(purpose: CardPurpose, { appearance, fonts }: Look): StripeElementsOptionsMode {
  const locale = LOCALES[activeLanguage()]
  const look = { currency: CURRENCY, locale, appearance: appearance(), fonts: fonts() } as const
  return purpose.kind === 'payment'
    ? { ...look, mode: 'payment', amount: purpose.amountPence }
    : { ...look, mode: 'setup', setupFutureUsage: 'off_session' }
}

/** Stripe's own fields on our page: loaded when they are needed, checked once, never sent twice. */
export function createStripeFields(deps: StripeFieldsDeps) {
  const store = createStore<StripeFieldsSnapshot>({ phase: 'loading', cardError: null })
  const { set } = store
  let open: { stripe: Stripe; elements: StripeElements; element: StripePaymentElement } | null = null
  let place: HTMLElement | null = null
  let savesCard = false
  /** Counts openings, so that one that was left behind changes nothing any more. */
  let opening = 0

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
    set({ phase: 'loading', cardError: null })
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
    /** Shows the fields in a place of the page; what it answers takes them away. */
    attach(node: HTMLElement): () => void {
      place = node
      void begin(node)
      return () => {
        place = null
        close()
      }
    },
    retry() {
      if (place && store.getSnapshot().phase === 'failed') void begin(place)
    },
    /** The card that pays is to be saved, or not: the intent says the same by the time it is confirmed. */
    setSavesCard(saves: boolean) {
      if (saves === savesCard) return
      savesCard = saves
      open?.elements.update({ setupFutureUsage: saves ? 'on_session' : null })
    },
    /** The theme has changed. */
    restyle() {
      open?.elements.update({ appearance: deps.appearance() })
    },
    /** Checks what was typed, and hands the card on when it is whole; presses during that time do nothing. */
    async enter(use: (card: EnteredCard) => Promise<void>): Promise<void> {
      if (store.getSnapshot().phase !== 'ready' || !open) return
      const { stripe, elements } = open
      set({ phase: 'checking', cardError: null })
      try {
        const { error } = await elements.submit()
        if (error) set({ cardError: error.message ?? messages.unexpectedError })
        else await use(stripeCard(stripe, elements))
      } catch {
        set({ cardError: messages.unexpectedError })
      } finally {
        if (open?.elements === elements) set({ phase: 'ready' })
      }
    },
  }
}
export type StripeFields = ReturnType<typeof createStripeFields>
