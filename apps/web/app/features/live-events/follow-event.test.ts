import type { LiveEvent } from '@parley/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { eventNews } from './event-news.ts'
import { followEvent } from './follow-event.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const event = (change: Partial<LiveEvent> = {}) =>
  ({ state: 'scheduled', starts_at: null, capacity: 3, places_left: 3, ...change }) as LiveEvent

function openPage(access: 'public' | 'private' = 'public') {
  const listeners = new Set<() => void>()
  const page = {
    visibilityState: 'visible' as DocumentVisibilityState,
    addEventListener: (_name: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => void listeners.delete(listener),
  }
  const server = { event: event(), version: '"1"', isAway: false }
  const requested: string[] = []
  const shown: LiveEvent[] = []
  const answer = <T>(what: string, value: T) => {
    requested.push(what)
    return server.isAway ? Promise.reject(new Error('away')) : Promise.resolve(value)
  }
  const { stop, outdate, changed } = followEvent({
    page: page as unknown as Document,
    random: () => 0,
    pageVersion: () => answer('version', access === 'public' ? server.version : null),
    load: () => answer('event', server.event),
    loaded: newest => shown.push(newest),
  })
  return {
    server,
    requested,
    shown,
    stop,
    outdate,
    changed: () => {
      changed()
      return vi.advanceTimersByTimeAsync(0)
    },
    poll: () => vi.advanceTimersByTimeAsync(15_000),
    turn(state: DocumentVisibilityState) {
      page.visibilityState = state
      for (const listener of [...listeners]) listener()
      return vi.advanceTimersByTimeAsync(0)
    },
  }
}

it('an open page polls only the version until it changes, and then loads the event', async () => {
  const { server, requested, shown, poll } = openPage()
  await poll()
  await poll()
  await poll()
  expect(requested).toEqual(['version', 'event', 'version', 'version'])
  Object.assign(server, { event: event({ state: 'live' }), version: '"2"' })
  await poll()
  expect(shown.at(-1)?.state).toBe('live')
})

it('an event without a public page is polled itself', async () => {
  const { requested, poll } = openPage('private')
  await poll()
  await poll()
  expect(requested).toEqual(['version', 'event', 'version', 'event'])
})

it('a hidden page does not poll, and polls at once when it is visible again', async () => {
  const { requested, turn, poll } = openPage()
  await turn('hidden')
  await poll()
  await poll()
  expect(requested).toEqual([])
  await turn('visible')
  expect(requested).toEqual(['version', 'event'])
  await turn('hidden')
  await turn('visible')
  expect(requested).toHaveLength(2)
})

it('a server that is down is polled less and less often, and as before once it is back', async () => {
  const { server, requested, poll } = openPage()
  server.isAway = true
  for (let i = 0; i < 7; i++) await poll()
  expect(requested).toHaveLength(3)
  server.isAway = false
  for (let i = 0; i < 8; i++) await poll()
  const before = requested.length
  await poll()
  expect(requested).toHaveLength(before + 1)
})

it('what was requested before an action of the owner is not shown after it, and is loaded again', async () => {
  const { server, requested, shown, outdate, poll } = openPage()
  const held = Promise.withResolvers<LiveEvent>()
  const before = server.event
  server.event = held.promise as unknown as LiveEvent
  await poll()
  outdate()
  held.resolve(before)
  server.event = event({ state: 'cancelled' })
  await poll()
  expect(requested).toEqual(['version', 'event', 'version', 'event'])
  expect(shown.map(({ state }) => state)).toEqual(['cancelled'])
})

it('an event that is over is not polled any more, nor is one whose page was closed', async () => {
  const over = openPage()
  over.server.event = event({ state: 'ended' })
  await over.poll()
  await over.poll()
  expect(over.requested).toEqual(['version', 'event'])
  const left = openPage()
  left.stop()
  await left.poll()
  expect(left.requested).toEqual([])
})

it.each([
  [{}, { state: 'live' }, 'This event is live now.'],
  [{ state: 'live' }, { state: 'ended' }, 'This event has ended.'],
  [{}, { state: 'cancelled' }, 'This event was cancelled.'],
  [{ places_left: 1 }, { places_left: 0 }, 'All places are taken now.'],
  [{ places_left: 0 }, { places_left: 1 }, 'A place is free again.'],
  [{}, { places_left: 2 }, '2 of 3 places left.'],
  [{}, { starts_at: '2026-03-03T18:50:00.000Z' }, 'The start of this event was changed.'],
  [{}, { title: 'Another' }, null],
] as const)('from %o to %o is told as %j', (before, now, news) => {
  expect(eventNews(event(before), event({ ...before, ...now }))).toBe(news)
})

it('a place that is booked on the page is seen at once, also while a poll is under way', async () => {
  const { server, shown, changed, poll } = openPage()
  await poll()
  server.event = event({ places_left: 2 })
  await changed()
  expect(shown.map(each => each.places_left)).toEqual([3, 2])
  const underWay = poll()
  server.event = event({ places_left: 1 })
  await changed()
  await underWay
  expect(shown.at(-1)?.places_left).toBe(1)
})
