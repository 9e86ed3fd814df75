import type { Booking as BookingBody, MainSession, SessionRequest } from '@parley/contract'
import { ERROR_CLEAR_MS, REDIRECT_TO_LOGIN_MS, SAVED_CLEAR_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../api/client.ts'
import { ApiError, errorText } from '../../api/errors.ts'

export interface BookingSnapshot {
  phase: 'closed' | 'confirming' | 'sending'
  /** What the buyer sees and confirms. */
  offer: MainSession
  /** The influencer changed it meanwhile: the new one is shown and asked about again. */
  offerChanged: boolean
  /** 'Session Request Sent', for two seconds. */
  sent: boolean
  problem: string | null
}

export interface BookingDeps {
  api: Pick<ApiClient, 'post'>
  username: string
  offer: MainSession
  isLoggedIn: () => boolean
  /** The current page, sent as `callback`. */
  pageUrl: () => string
  goToLogin: () => void
  booked: (request: SessionRequest) => void
  alerts: { error(text: string): void; clear(): void }
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

function changedOffer(error: unknown): MainSession | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  const { body } = error
  if (typeof body !== 'object' || body === null || !('offer' in body)) return null
  return body.offer as MainSession
}

/** Books a private session: ask, confirm, send once. */
export function createBooking(deps: BookingDeps) {
  let snapshot: BookingSnapshot = {
    phase: 'closed',
    offer: deps.offer,
    offerChanged: false,
    sent: false,
    problem: null,
  }
  /** Kept over retries of the same offer: the server creates one request for it. */
  let key: string | null = null
  const listeners = new Set<() => void>()

  function set(next: Partial<BookingSnapshot>) {
    snapshot = { ...snapshot, ...next }
    for (const listener of listeners) listener()
  }
  function sent(request: SessionRequest) {
    key = null
    set({ phase: 'closed', sent: true, offerChanged: false })
    deps.setTimer(() => set({ sent: false }), SAVED_CLEAR_MS)
    deps.booked(request)
  }
  function refused(error: unknown) {
    const offer = changedOffer(error)
    if (offer) {
      key = null
      set({ phase: 'confirming', offer, offerChanged: true })
      return
    }
    set({ phase: 'confirming', problem: errorText(error) })
    deps.setTimer(() => set({ problem: null }), ERROR_CLEAR_MS)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    /** Opens the confirmation, or sends a visitor to the login. */
    open() {
      if (deps.isLoggedIn()) {
        set({ phase: 'confirming', problem: null })
        return
      }
      deps.alerts.error(messages.loginToContinue)
      deps.setTimer(() => {
        deps.alerts.clear()
        deps.goToLogin()
      }, REDIRECT_TO_LOGIN_MS)
    },
    cancel() {
      if (snapshot.phase === 'confirming') set({ phase: 'closed', offerChanged: false, problem: null })
    },
    /** The profile was loaded anew. */
    offerLoaded(offer: MainSession) {
      if (snapshot.phase === 'closed') set({ offer })
    },
    async confirm(): Promise<void> {
      if (snapshot.phase !== 'confirming') return
      key ??= deps.newKey()
      const { amount, duration, duration_display, description } = snapshot.offer
      const body: BookingBody = {
        amount,
        duration,
        duration_display,
        description,
        uuid: key,
        callback: deps.pageUrl(),
      }
      set({ phase: 'sending', problem: null })
      try {
        sent(await deps.api.post<SessionRequest>(`/api/parley/${deps.username}/parley_request/`, body))
      } catch (error) {
        refused(error)
      }
    },
  }
}
export type Booking = ReturnType<typeof createBooking>
