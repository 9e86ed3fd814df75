import type { SessionRequest, WayOn } from '@parley/contract'
import { ERROR_CLEAR_MS, REDIRECT_TO_LOGIN_MS, SAVED_CLEAR_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { wayOnOf } from '../../../api/way-on.ts'
import { latestTimer } from '../../../store/latest-timer.ts'
import { createStore } from '../../../store/store.ts'

export interface OrderSnapshot<Offer> {
  phase: 'closed' | 'confirming' | 'sending'
  /** What the buyer sees and confirms. */
  offer: Offer
  /** The influencer has changed the offer: the new one is shown and must be confirmed again. */
  offerChanged: boolean
  /** 'Session Request Sent', for two seconds. */
  sent: boolean
  problem: string | null
  /** The next step after the refusal; such a problem stays until then. */
  wayOn: WayOn | null
  /** The buyer's text on what to talk about. */
  note: string
}

export interface OrderExtras {
  uuid: string
  callback: string
  note?: string
}

export interface OrderDeps<Offer> {
  api: Pick<ApiClient, 'post'>
  offer: Offer
  /** The request that orders the offer; `uuid` is the same over retries, `callback` is the current page. */
  order(offer: Offer, more: OrderExtras): { path: string; body: unknown }
  isLoggedIn: () => boolean
  pageUrl: () => string
  goToLogin: () => void
  booked: (request: SessionRequest) => void
  /** Called for every refusal. Answers whether the page says it by itself: then no problem is shown here. */
  refused?: (error: unknown) => boolean
  alerts: { error(text: string): void; clear(): void }
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

function changedOffer<Offer>(error: unknown): Offer | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { body } = error
  if (typeof body !== 'object' || body === null || !('offer' in body)) return null
  return body.offer as Offer
}

const isOpen = ({ state }: SessionRequest) => state === 'offered' || state === 'accepted'

/** Books an offer of an influencer: ask, confirm, send once. */
export function createOrder<Offer>(deps: OrderDeps<Offer>) {
  const store = createStore<OrderSnapshot<Offer>>({
    phase: 'closed',
    offer: deps.offer,
    offerChanged: false,
    sent: false,
    problem: null,
    wayOn: null,
    note: '',
  })
  const { set } = store
  const clearSent = latestTimer(deps.setTimer)
  const clearProblem = latestTimer(deps.setTimer)
  /** The same over retries of one offer: the server creates only one request for it. */
  let key: string | null = null

  function send(): Promise<SessionRequest> {
    key ??= deps.newKey()
    const { offer, note: typed } = store.getSnapshot()
    const note = typed.trim()
    const extras = { uuid: key, callback: deps.pageUrl(), ...(note === '' ? {} : { note }) }
    const { path, body } = deps.order(offer, extras)
    return deps.api.post<SessionRequest>(path, body)
  }
  function sent(request: SessionRequest) {
    key = null
    set({ phase: 'closed', sent: true, offerChanged: false, note: '' })
    clearSent(() => set({ sent: false }), SAVED_CLEAR_MS)
    deps.booked(request)
  }
  function refused(error: unknown) {
    if (deps.refused?.(error)) return set({ phase: 'confirming', problem: null, wayOn: null })
    const offer = changedOffer<Offer>(error)
    if (offer) {
      key = null
      set({ phase: 'confirming', offer, offerChanged: true })
      return
    }
    const wayOn = wayOnOf(error)
    set({ phase: 'confirming', problem: errorText(error), wayOn })
    if (!wayOn) clearProblem(() => store.getSnapshot().wayOn ?? set({ problem: null }), ERROR_CLEAR_MS)
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    /** Opens the confirmation, or redirects a visitor to the login. */
    open() {
      if (deps.isLoggedIn()) {
        set({ phase: 'confirming', problem: null, wayOn: null })
        return
      }
      deps.alerts.error(messages.loginToContinue)
      deps.setTimer(() => {
        deps.alerts.clear()
        deps.goToLogin()
      }, REDIRECT_TO_LOGIN_MS)
    },
    /** With another note it is another booking: the old key is not used for it. */
    setNote(note: string) {
      if (store.getSnapshot().phase !== 'confirming') return
      key = null
      set({ note })
    },
    cancel() {
      if (store.getSnapshot().phase === 'confirming')
        set({ phase: 'closed', offerChanged: false, problem: null, wayOn: null })
    },
    /** The offer was loaded again. */
    offerLoaded(offer: Offer) {
      if (store.getSnapshot().phase === 'closed') set({ offer })
    },
    async confirm(): Promise<void> {
      if (store.getSnapshot().phase !== 'confirming') return
      set({ phase: 'sending', problem: null, wayOn: null })
      try {
        const request = await send()
        if (isOpen(request)) return sent(request)
        // It repeats a booking whose answer was lost, and which has ended since: this is another one.
        key = null
        sent(await send())
      } catch (error) {
        refused(error)
      }
    },
  }
}
