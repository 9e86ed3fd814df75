import type { OwnUser } from '@parley/contract'
import { t } from '../language/text.ts'
import { browserStorage } from '../store/browser-storage.ts'
import { forgetNote } from '../store/request-note.ts'
import { serverClock } from '../store/server-clock.ts'
import { KIND_STORAGE_KEY } from '../theme/theme-mode.ts'
import { alerts } from '../ui/alerts/alerts.ts'
import { createAuthStore } from './auth-store.ts'
import { noteLogin } from './been-here.ts'
import { birthDateQuestion } from './birth-date-question.ts'
import { createClient } from './client.ts'
import { notifyOwnChange } from './own-changes.ts'
import { AUTH_STORAGE_KEY } from './stored-auth.ts'

let queue: Promise<unknown> = Promise.resolve()

/** Web Locks work over all tabs; without them (plain http on a network address) the order holds within this tab. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (locks) return locks.request('parley-refresh', work) as Promise<T>
  const result = queue.then(work, work)
  // `result` reports a failure to the caller; the next in the queue continues.
  queue = result.catch(() => undefined)
  return result
}

async function browserFetch(input: string, init?: RequestInit): Promise<Response> {
  const sentMs = Date.now()
  const response = await fetch(input, init)
  serverClock.adjust(response.headers.get('date'), sentMs)
  return response
}

/** Loads the page again for another person: what the first one typed and read here is not for the second one. */
function startAnew(): void {
  forgetNote()
  window.location.reload()
}
let isStartedAnew = false

export const auth = createAuthStore({
  fetch: browserFetch,
  storage: browserStorage(),
  nowMs: () => Date.now(),
  setTimer: (work, delayMs) => setTimeout(work, delayMs),
  exclusively,
  loginEnded: () => alerts.error(t('Your login has ended. Log in again to go on: what you booked is kept.')),
  startAnew() {
    // Once: the browser may ask whether to leave what is typed, and a page that stays must not ask at each request.
    if (!isStartedAnew) startAnew()
    isStartedAnew = true
  },
})
export const api = createClient({
  fetch: browserFetch,
  auth,
  onChange: notifyOwnChange,
  withBirthDate: birthDateQuestion.withBirthDate,
})

/** Kept for the first paint of the next page: for influencers it shows their own part before the pitch. */
function markKind(user: OwnUser | null): void {
  if (user === null) return
  const kind = user.is_influencer ? 'influencer' : 'regular'
  document.documentElement.dataset.kind = kind
  try {
    browserStorage().setItem(KIND_STORAGE_KEY, kind)
  } catch {
    // Without storage the next page knows it some moments later.
  }
}

/** Checks who is logged in and follows changes in other tabs; returns the function that stops it. */
export function startAuth(): () => void {
  // Updates the attribute that the first script set, at every later change.
  let wasIn = false
  const stopMarking = auth.subscribe(() => {
    const { data, user } = auth.getSnapshot()
    if (wasIn && !data) forgetNote()
    wasIn = data !== null
    document.documentElement.dataset.auth = data ? 'in' : 'out'
    if (data) noteLogin(browserStorage(), document)
    markKind(data ? user : null)
  })
  void auth.start()
  const onStorage = (event: StorageEvent) => {
    if (event.key !== AUTH_STORAGE_KEY && event.key !== null) return
    if (auth.showsAnotherPerson()) startAnew()
    else void auth.storageChanged()
  }
  // A page in the back/forward cache gets no event. Attack: Back shows the page of the person who logged out here.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    if (auth.showsFormerPerson()) startAnew()
    else void auth.storageChanged()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    stopMarking()
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
