import type { LiveEvent } from '@parley/contract'

export interface FollowDeps {
  /** The version of the event's public page, which costs the server little; null where there is no public page. */
  pageVersion(): Promise<string | null>
  load(): Promise<LiveEvent>
  loaded(event: LiveEvent): void
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** 0 to 1, so that the pages of a full event do not all poll at once. */
  random(): number
}

const POLL_AFTER_MS = 15_000
const SPREAD_MS = 10_000
const LONGEST_MS = 120_000
/** Switching between tabs polls no more often than this. */
const RECHECK_AFTER_MS = 3_000

export interface Following {
  stop(): void
  /** The page has the answer of an action: what a poll requested before it does not count. */
  outdate(): void
  /** An action on this page has changed the event, whose new state it does not have: polls now. */
  changed(): void
}

/** Keeps an open page of an event up to date while it is visible. It stops by itself when the event is over. */
export function followEvent(deps: FollowDeps): Following {
  let timer: ReturnType<typeof setTimeout> | undefined
  let state: 'waiting' | 'polling' | 'stopped' = 'waiting'
  let version: string | null = null
  let failures = 0
  let actions = 0
  let isPolledAgain = false
  let polledAtMs = performance.now()

  const isSeen = () => deps.page.visibilityState === 'visible'

  function plan(): void {
    clearTimeout(timer)
    if (state !== 'waiting' || !isSeen()) return
    const afterMs = (POLL_AFTER_MS + deps.random() * SPREAD_MS) * 2 ** failures
    timer = setTimeout(() => void poll(), Math.min(afterMs, LONGEST_MS))
  }

  async function poll(): Promise<void> {
    if (state !== 'waiting') return
    state = 'polling'
    polledAtMs = performance.now()
    const isOver = await request().catch(() => {
      failures = Math.min(failures + 1, 3)
      return false
    })
    if (isStopped()) return
    state = isOver ? 'stopped' : 'waiting'
    if (isPolledAgain) changed()
    else plan()
  }

  /** An answer that is under way may be from before the change. */
  function changed(): void {
    version = null
    isPolledAgain = state === 'polling'
    if (isPolledAgain) actions += 1
    else void poll()
  }

  /** A new version, or none at all, means that the event must be loaded. */
  async function request(): Promise<boolean> {
    const before = actions
    const newest = await deps.pageVersion()
    if (newest !== null && newest === version) return false
    const event = await deps.load()
    failures = 0
    if (actions !== before) return false
    version = newest
    if (isStopped()) return true
    deps.loaded(event)
    return event.state === 'ended' || event.state === 'cancelled'
  }

  // A function call, because the state changes while an answer is awaited.
  const isStopped = () => state === 'stopped'

  function seenOrNot(): void {
    if (isSeen() && performance.now() - polledAtMs >= RECHECK_AFTER_MS) void poll()
    else plan()
  }

  deps.page.addEventListener('visibilitychange', seenOrNot)
  plan()
  return {
    stop() {
      state = 'stopped'
      clearTimeout(timer)
      deps.page.removeEventListener('visibilitychange', seenOrNot)
    },
    outdate() {
      actions += 1
    },
    changed,
  }
}
