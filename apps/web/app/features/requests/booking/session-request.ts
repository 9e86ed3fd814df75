import type { Influencer, SessionRequest, WayOn } from '@parley/contract'
import { TERMS_VERSION } from '@parley/contract/call-money'
import { ERROR_CLEAR_MS, REDIRECT_TO_LOGIN_MS } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { wayOnOf } from '../../../api/way-on.ts'
import { latestTimer } from '../../../store/latest-timer.ts'
import { createStore } from '../../../store/store.ts'

export interface SessionRequestSnapshot {
  phase: 'asking' | 'sending' | 'sent'
  /** The state of the search for the influencer's offer. */
  lookup: 'none' | 'looking' | 'found' | 'missing' | 'failed'
  /** Why the search failed: it stays until the next one. */
  lookupProblem: string | null
  influencer: Influencer | null
  problem: string | null
  /** The next step after the refusal; such a problem stays until then. */
  wayOn: WayOn | null
}

export interface SessionRequestFields {
  username: string
  /** The start in this device's time zone, as `datetime-local` writes it, "2026-06-01T12:00"; empty for any time. */
  start: string
  /** The start of an offered slot, in the API's format; then `start` is ignored. */
  slot?: string | null
  /** What to talk about; never part of the address, see `note-storage.ts`. */
  note?: string
}

export interface SessionRequestDeps {
  api: Pick<ApiClient, 'get' | 'post'>
  isLoggedIn: () => boolean
  /** Opens the login, which leads back to this form with the same values. */
  goToLogin: (form: SessionRequestFields) => void
  sent: (request: SessionRequest) => void
  /** Called for every refusal. Answers whether the page says it by itself: then no problem is shown here. */
  refused?: (error: unknown) => boolean
  alerts: { error(text: string): void; clear(): void }
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

/** The username in the words of a person, who may write `@Ivy`. */
export const usernameIn = (words: string): string => words.trim().replace(/^@/, '').toLowerCase()

/** The agreed time of a call from its start: exactly as long as the booked duration. */
export function timeRangeFrom(start: string, durationSeconds: number): { start: string; end: string } | null {
  if (start === '') return null
  const from = new Date(start)
  if (Number.isNaN(from.getTime())) return null
  return {
    start: from.toISOString(),
    end: new Date(from.getTime() + durationSeconds * 1000).toISOString(),
  }
}

/** The time, and what the buyer read beside the button: the refund policy of a dated call, else the terms. */
function whenIn({ slot, start }: SessionRequestFields, { main_session, money_back }: Influencer) {
  if (slot) return { slot, money_back: money_back.policy }
  const timeRange = timeRangeFrom(start, main_session.duration)
  return timeRange
    ? { timeRange, money_back: money_back.policy }
    : { timeRange, terms_version: TERMS_VERSION }
}

const noteIn = ({ note = '' }: SessionRequestFields) => (note.trim() === '' ? {} : { note: note.trim() })

/** Requests a private call from an influencer, by username, at any time or at an agreed one. */
export function createSessionRequest(deps: SessionRequestDeps) {
  const store = createStore<SessionRequestSnapshot>({
    phase: 'asking',
    lookup: 'none',
    lookupProblem: null,
    influencer: null,
    problem: null,
    wayOn: null,
  })
  const { set } = store
  const clearProblem = latestTimer(deps.setTimer)
  let key: { of: string; value: string } | null = null
  let lookups = 0

  function showProblem(error: unknown) {
    const wayOn = wayOnOf(error)
    set({ phase: 'asking', problem: errorText(error), wayOn })
    if (!wayOn) clearProblem(() => store.getSnapshot().wayOn ?? set({ problem: null }), ERROR_CLEAR_MS)
  }
  async function lookUp(username: string): Promise<Influencer | null> {
    const name = usernameIn(username)
    if (name === store.getSnapshot().influencer?.user.username) return store.getSnapshot().influencer
    lookups += 1
    const mine = lookups
    if (name === '') {
      set({ lookup: 'none', lookupProblem: null, influencer: null })
      return null
    }
    set({ lookup: 'looking', lookupProblem: null, influencer: null })
    try {
      const influencer = await deps.api.get<Influencer>(`/api/parley/${encodeURIComponent(name)}/`)
      // A late answer for an earlier name is ignored.
      if (mine === lookups) set({ lookup: 'found', influencer })
      return influencer
    } catch (error) {
      if (mine !== lookups) return null
      const isMissing = error instanceof ApiError && error.status === 404
      set(isMissing ? { lookup: 'missing' } : { lookup: 'failed', lookupProblem: errorText(error) })
      return null
    }
  }
  function keyFor(fingerprint: string): string {
    if (key?.of !== fingerprint) key = { of: fingerprint, value: deps.newKey() }
    return key.value
  }
  async function book(influencer: Influencer, form: SessionRequestFields): Promise<void> {
    const { amount, duration, duration_display, description } = influencer.main_session
    const body = {
      amount,
      duration,
      duration_display,
      description,
      ...whenIn(form, influencer),
      request_type: 'private',
      ...noteIn(form),
    }
    const { username } = influencer.user
    set({ phase: 'sending', problem: null, wayOn: null })
    try {
      const uuid = keyFor(JSON.stringify([username, body]))
      const path = `/api/parley/${username}/parley_request/`
      const request = await deps.api.post<SessionRequest>(path, { ...body, uuid })
      set({ phase: 'sent' })
      deps.sent(request)
    } catch (error) {
      if (deps.refused?.(error)) return set({ phase: 'asking' })
      const hasNewOffer = error instanceof ApiError && error.status === 409 && wayOnOf(error) === null
      if (hasNewOffer) set({ influencer: null })
      showProblem(error)
      if (hasNewOffer) await lookUp(username)
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    lookUp,
    async send(form: SessionRequestFields): Promise<void> {
      if (store.getSnapshot().phase === 'sending') return
      if (!deps.isLoggedIn()) {
        deps.alerts.error(messages.loginToContinue)
        deps.setTimer(() => {
          deps.alerts.clear()
          deps.goToLogin(form)
        }, REDIRECT_TO_LOGIN_MS)
        return
      }
      const influencer = await lookUp(form.username)
      if (influencer) await book(influencer, form)
    },
  }
}
export type SessionRequesting = ReturnType<typeof createSessionRequest>
