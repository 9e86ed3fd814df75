import type { SessionRequest } from '@parley/contract'
import { REDIRECT_AFTER_FAILED_ACCEPT_MS, REDIRECT_TO_LOGIN_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { createStore } from '../../../store/store.ts'

export interface AcceptOfferSnapshot {
  /** `redirecting`: to the login, or away from an offer that has ended. */
  phase: 'ready' | 'accepting' | 'redirecting'
}

export interface AcceptOfferDeps {
  api: Pick<ApiClient, 'get' | 'post'>
  ownUserId: () => string | null
  accepted: (request: SessionRequest) => void
  goToLogin: () => void
  /** Opens the list of one's own prepaid requests. */
  goToList: () => void
  alerts: { error(text: string): void; clear(): void }
  setTimer: (work: () => void, delayMs: number) => unknown
}

/**
 * Accepts the offer of a prepaid link; redirects a visitor to the login, and a person who is too late to another page.
 */
export function createAcceptOffer(deps: AcceptOfferDeps) {
  const store = createStore<AcceptOfferSnapshot>({ phase: 'ready' })

  const set = (phase: AcceptOfferSnapshot['phase']) => store.set({ phase })
  function leave(way: { why: string; afterMs: number; go: () => void }) {
    set('redirecting')
    deps.alerts.error(way.why)
    deps.setTimer(() => {
      deps.alerts.clear()
      set('ready')
      way.go()
    }, way.afterMs)
  }
  const leaveToLogin = () =>
    leave({ why: messages.loginToContinue, afterMs: REDIRECT_TO_LOGIN_MS, go: deps.goToLogin })

  /** The answer to an earlier try may have been lost: a request that is ours already is accepted. */
  async function isOurs(slug: string): Promise<SessionRequest | null> {
    // Without an answer it counts as not ours, and the person reads why the try failed.
    const request = await deps.api.get<SessionRequest>(`/api/parley/${slug}/session/`).catch(() => null)
    return request?.influencer?.user.id === deps.ownUserId() ? request : null
  }
  async function refused(error: unknown, slug: string): Promise<void> {
    const status = error instanceof ApiError ? error.status : 0
    if (status === 401) return leaveToLogin()
    // The server decided nothing: the same button may be pressed again.
    if (status === 0 || status >= 429) {
      set('ready')
      deps.alerts.error(errorText(error))
      return
    }
    const ours = status === 409 ? await isOurs(slug) : null
    if (ours) {
      set('ready')
      deps.accepted(ours)
      return
    }
    leave({ why: errorText(error), afterMs: REDIRECT_AFTER_FAILED_ACCEPT_MS, go: deps.goToList })
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async accept(offer: Pick<SessionRequest, 'id' | 'slug'>): Promise<void> {
      if (store.getSnapshot().phase !== 'ready') return
      if (deps.ownUserId() === null) return leaveToLogin()
      set('accepting')
      try {
        const request = await deps.api.post<SessionRequest>(`/api/parley/prepaid/${offer.id}/accept/`)
        set('ready')
        deps.accepted(request)
      } catch (error) {
        await refused(error, offer.slug)
      }
    },
  }
}
export type AcceptOffer = ReturnType<typeof createAcceptOffer>
