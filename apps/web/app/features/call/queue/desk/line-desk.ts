import type { LiveEvent } from '@parley/contract'
import type { QueueNote, QueueShown } from '@parley/contract/live/queue'
import { SECOND_MS } from '@parley/contract/time-units'
import { ApiError } from '../../../../api/errors.ts'
import { createStore, type Store } from '../../../../store/store.ts'
import { waitingOf } from '../host/host-words.ts'

/** What the desk may do to one fan, and to the line. */
export type FanAct = 'skip' | 'readmit' | 'remove'
export type LineAct = 'pause' | 'resume'

export interface DeskSnapshot {
  event: LiveEvent | null
  shown: QueueShown | null
  /** Of what is being sent: whose place, or the line. */
  sending: string | null
  /** Why there is nothing to see. */
  problem: unknown
}

/** Nothing is sent while another press is on its way, and where it would change nothing. */
export type Sent = 'sent' | 'not sent'

export interface LineDesk extends Store<DeskSnapshot> {
  start(): void
  stop(): void
  act(act: FanAct, place: string): Promise<Sent>
  /** Moves a place that waits; nothing where `behindOf` finds no such move. */
  move(place: string, to: MoveTo): Promise<Sent>
  line(act: LineAct): Promise<Sent>
  /** Says a sentence to everybody in line; null takes it away. */
  say(says: QueueNote | null): Promise<Sent>
}

interface DeskDeps {
  /** `/api/parley/{slug}`. */
  path: string
  api: { get<T>(path: string): Promise<T>; post<T>(path: string, body: object): Promise<T> }
}

/** The desk has no socket: it would take the place of the host's own page. */
export const POLL_EVERY_MS = 3 * SECOND_MS

/** Where a place goes: by one towards the front or the end, to the front, or right behind a number of the line. */
export type MoveTo = 'up' | 'down' | 'front' | { behind: number }

/** Behind whom a place comes when it moves: undefined where it cannot, null for the front. */
export function behindOf(shown: QueueShown, place: string, to: MoveTo): string | null | undefined {
  const waiting = waitingOf(shown)
  const at = waiting.findIndex(each => each.place === place)
  if (at < 0) return undefined
  if (typeof to === 'object')
    return waiting.find(each => each.number === to.behind && each.place !== place)?.place
  if (to === 'down') return waiting[at + 1]?.place
  if (at === 0) return undefined
  return to === 'up' ? (waiting[at - 2]?.place ?? null) : null
}

/** The line as who looks after it sees and changes it; every change names the version that was seen. */
export function createLineDesk({ path, api }: DeskDeps): LineDesk {
  const store = createStore<DeskSnapshot>({ event: null, shown: null, sending: null, problem: null })
  let timer: ReturnType<typeof setInterval> | undefined

  function apply(shown: QueueShown): void {
    const before = store.getSnapshot().shown
    if (before && Date.parse(shown.now) < Date.parse(before.now)) return
    store.set({ shown, problem: null })
  }

  async function poll(): Promise<void> {
    try {
      if (!store.getSnapshot().event) store.set({ event: await api.get<LiveEvent>(`${path}/event/`) })
      apply(await api.get<QueueShown>(`${path}/queue/`))
    } catch (problem) {
      store.set({ problem })
      // Neither the line's host nor one of its ushers, or none any more: no later look finds it.
      if (problem instanceof ApiError && problem.status === 404) {
        clearInterval(timer)
        store.set({ shown: null })
      }
    }
  }

  async function send(about: string, step: string, body: object): Promise<Sent> {
    const { shown, sending } = store.getSnapshot()
    if (!shown || sending !== null) return 'not sent'
    store.set({ sending: about })
    try {
      apply(await api.post<QueueShown>(`${path}/queue/${step}/`, { version: shown.version, ...body }))
      return 'sent'
    } catch (problem) {
      // Somebody else was first, or the connection broke: the line is read again before the next press.
      await poll()
      throw problem
    } finally {
      store.set({ sending: null })
    }
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    start() {
      void poll()
      timer = setInterval(() => void poll(), POLL_EVERY_MS)
    },
    stop: () => clearInterval(timer),
    act: (act, place) => send(place, act, { place }),
    async move(place, to) {
      const { shown } = store.getSnapshot()
      const after = shown ? behindOf(shown, place, to) : undefined
      return after === undefined ? 'not sent' : await send(place, 'move', { place, after })
    },
    line: act => send('line', act, {}),
    say: says => send('note', 'note', { says }),
  }
}
