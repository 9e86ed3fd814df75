import { QUEUE_READY_FOR_MS } from '@parley/contract/live-events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { line, openLine, you } from '../testing/queue-line.ts'
import { POLL_EVERY_MS } from './queue-session.ts'
import { setbackOf } from './rules/line-state.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a fan who is called gets a call in the room of their own turn, and leaves it when it is over', async () => {
  const { session, made, receive, flush, give } = openLine(line())
  await flush()
  expect(session.getSnapshot().turn).toBeNull()
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  receive(line({ you: you({ state: 'in_turn', ahead: 0 }) }))
  expect(made.map(({ place, other }) => [place, other])).toEqual([['place-2', 'ivy']])
  expect(session.getSnapshot().turn?.state).toBe('in_turn')
  give(['place-1', 'place-2'])
  await expect(made[0]?.ticket()).rejects.toThrow('another turn')
  expect(await made[0]?.ticket()).toMatchObject({ session: 'place-2' })
  receive(line({ you: you({ state: 'served', ahead: null }) }))
  expect([made[0]?.left, session.getSnapshot().turn]).toEqual([true, null])
})

it('End Call ends the time of a turn, and gives the place up of who is only called', async () => {
  const { session, requested, stops, receive, flush } = openLine(line({ you: you({ state: 'called' }) }))
  await flush()
  await session.endCall()
  expect(requested.some(([path]) => path === '/queue/leave/')).toBe(true)
  requested.splice(0)
  receive(line({ you: you({ state: 'in_turn', ahead: 0 }) }))
  await session.endCall()
  expect([stops, requested.some(([path]) => path === '/queue/leave/')]).toEqual([['turn'], false])
})

it('who is called again while the call before has ended gets a new one', async () => {
  const { made, receive, flush } = openLine(line({ you: you({ state: 'called' }) }))
  await flush()
  const [first] = made
  if (first) first.phase = 'ended'
  receive(line({ you: you({ state: 'in_turn' }) }))
  expect(made).toHaveLength(1)
  receive(line({ you: you({ state: 'called' }) }))
  expect([made.length, first?.left]).toEqual([2, true])
})

it('an answer that was overtaken by a newer one is dropped', async () => {
  const old = line()
  const { session, receive, flush } = openLine(line({ version: 9 }))
  await flush()
  receive(old)
  expect(session.getSnapshot().shown?.version).toBe(9)
})

it('nobody is said to be ready before they press; who pressed is ready again after the connection was away', async () => {
  const { session, requested, answers, flush, presence } = openLine(line())
  await flush()
  presence.set({ status: 'open' })
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(requested.every(([, body]) => body === null)).toBe(true)
  answers.splice(0, 1, line({ you: you({ ready: true }) }))
  await session.ready()
  expect(requested.at(-1)).toEqual(['/queue/ready/', { camera: true, microphone: true }])
  answers.splice(0, 1, line({ you: you({ ready: false }) }))
  presence.set({ status: 'reconnecting' })
  presence.set({ status: 'open' })
  await flush()
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(requested.at(-1)?.[0]).toBe('/queue/ready/')
})

it('without a camera nobody is said to be ready again', async () => {
  const { requested, flush, presence } = openLine(line({ you: you({ ready: true }) }), null)
  await flush()
  presence.set({ status: 'open' })
  await vi.advanceTimersByTimeAsync(30 * POLL_EVERY_MS)
  expect(requested.some(([path]) => path === '/queue/ready/')).toBe(false)
})

it('who does not count as ready any more is told why, until they are ready again; who only closed the page is not', async () => {
  const { session, receive, flush, presence } = openLine(line({ you: you({ ready: false }) }), null)
  await flush()
  presence.set({ status: 'open' })
  await session.ready()
  receive(line({ you: you({ ready: true }) }))
  receive(line({ you: you({ ready: false }) }))
  expect(session.getSnapshot().setback).toBeNull()
  receive(line({ you: you({ ready: true }) }))
  await vi.advanceTimersByTimeAsync(QUEUE_READY_FOR_MS)
  receive(line({ you: you({ ready: true }) }))
  receive(line({ you: you({ ready: false }) }))
  expect(session.getSnapshot()).toMatchObject({ hasAgreed: true, setback: 'lapsed' })
  receive(line({ you: you({ ready: true }) }))
  expect(session.getSnapshot().setback).toBeNull()
})

it('who missed the call is asked again before their camera is switched on', async () => {
  const { session, receive, flush } = openLine(line({ you: you({ state: 'called', ready: true }) }))
  await flush()
  expect(session.getSnapshot().hasAgreed).toBe(true)
  receive(line({ you: you({ ready: false }) }))
  expect(session.getSnapshot()).toMatchObject({ hasAgreed: false, setback: 'missed' })
})

it('a press names the version that was seen; one that comes too late is told and the line read again', async () => {
  const { session, requested, answers, flush } = openLine(line())
  await flush()
  answers.splice(0, 1, new Error('The line has changed'), line({ version: 4 }))
  await expect(session.step('next')).rejects.toThrow('The line has changed')
  expect(requested.slice(-2)).toEqual([
    ['/queue/next/', { version: 3 }],
    ['/queue/', null],
  ])
  expect(session.getSnapshot()).toMatchObject({ sending: null, shown: { version: 4 } })
})

it('before the order stands nobody is said to be ready by itself', async () => {
  const { session, requested, answers, flush, presence } = openLine(line({ version: 0 }))
  await flush()
  presence.set({ status: 'open' })
  await flush()
  answers.splice(
    0,
    1,
    line({ version: 0 }),
    new Error('The line stands half an hour before'),
    line({ version: 0 }),
  )
  await expect(session.ready()).rejects.toThrow('half an hour before')
  const pressed = requested.length
  await vi.advanceTimersByTimeAsync(3 * POLL_EVERY_MS)
  expect(requested.slice(pressed).map(([path]) => path)).toEqual(['/queue/', '/queue/', '/queue/'])
  answers.splice(0, 1, line({ version: 1 }))
  await vi.advanceTimersByTimeAsync(2 * POLL_EVERY_MS)
  expect(requested.at(-1)?.[0]).toBe('/queue/ready/')
})

it('a line whose order did not stand at the last look is looked at again before the press', async () => {
  const { session, requested, answers, flush } = openLine(line({ version: 0 }))
  await flush()
  answers.splice(0, 1, line({ version: 1 }))
  await session.step('open')
  expect(requested.at(-1)).toEqual(['/queue/open/', { version: 1 }])
})

it('two presses in a row are one', async () => {
  const { session, requested, flush } = openLine(line())
  await flush()
  await Promise.all([session.step('next'), session.step('next')])
  expect(requested.filter(([path]) => path === '/queue/next/')).toHaveLength(1)
})

it('the host meets who is called in the line', async () => {
  const entry = {
    place: 'place-1',
    number: 1,
    name: 'fred',
    state: 'called',
    ready: true,
    missed: 0,
    rest: false,
  } as const
  const { made, flush } = openLine(line({ you: null, line: [entry] }))
  await flush()
  expect(made.map(({ other }) => other)).toEqual(['fred'])
})

it.each([
  ['missed', 'called', false],
  ['dropped', 'in_turn', false],
  ['host-lost', 'in_turn', true],
] as const)('%s is told from what the server says', (setback, state, ready) => {
  expect(setbackOf(you({ state }), you({ ready }))).toBe(setback)
  expect(setbackOf(you(), you({ ready }))).toBeNull()
  expect(setbackOf(you({ state }), you({ state: 'served' }))).toBeNull()
})

it('the time of the turn before, or its end, is none of the turn that was called', async () => {
  const turn = (place: string, name: string) =>
    line({
      ...{ role: 'host', you: null },
      line: [{ place, number: 1, name, state: 'called', ready: true, missed: 0, rest: false }],
    })
  const { made, receive, receiveStats, flush } = openLine(turn('place-1', 'fred'))
  await flush()
  const usedUp = { total_duration: 60, used_duration: 60, is_live: false }
  receive(turn('place-2', 'gina'))
  receiveStats(usedUp, 'place-1')
  expect(made.map(({ place, stats }) => [place, stats])).toEqual([
    ['place-1', []],
    ['place-2', []],
  ])
  const begun = { ...usedUp, used_duration: 0, is_live: true }
  receiveStats(begun, 'place-2')
  expect(made[1]?.stats).toEqual([begun])
})

it('a fan who comes next waits connected, and the turn takes over the room that they wait in', async () => {
  const { early, made, receive, flush, presence } = openLine(line())
  presence.set({ status: 'open' })
  await flush()
  receive(line({ next: 'place-2' }))
  receive(line({ next: 'place-2' }))
  expect(early.requested).toHaveLength(1)
  early.requested[0]?.({ session: 'place-2' })
  await flush()
  expect(early.rooms).toEqual([{ session: 'place-2', is: 'waiting' }])
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  expect(early.rooms).toEqual([{ session: 'place-2', is: 'taken for place-2' }])
  expect(made).toHaveLength(1)
  // The turn ends before its call came to join: the room that it was given is left.
  receive(line({ you: you({ state: 'left', ahead: null }) }))
  expect(early.rooms).toEqual([{ session: 'place-2', is: 'left' }])
})

it('who is not next any more leaves the room, and a way into another turn is not used', async () => {
  const { early, made, receive, flush, presence } = openLine(line())
  presence.set({ status: 'open' })
  await flush()
  receive(line({ next: 'place-2' }))
  early.requested[0]?.({ session: 'place-2' })
  await flush()
  receive(line({ next: null }))
  expect(early.rooms.map(({ is }) => is)).toEqual(['left'])
  receive(line({ next: 'place-2' }))
  early.requested[1]?.({ session: 'place-9' })
  await flush()
  expect(early.rooms).toHaveLength(1)
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  expect([made.length, early.rooms.map(({ is }) => is)]).toEqual([1, ['left']])
})

it('a way in that comes late, after the turn began or the page was left, is not used', async () => {
  const { session, early, receive, flush, presence } = openLine(line())
  presence.set({ status: 'open' })
  await flush()
  receive(line({ next: 'place-2' }))
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  early.requested[0]?.({ session: 'place-2' })
  await flush()
  expect(early.rooms).toEqual([])
  receive(line({ you: you({ state: 'in_turn', ahead: 0 }), next: 'place-5' }))
  session.leave()
  early.requested[1]?.({ session: 'place-5' })
  await flush()
  expect(early.rooms).toEqual([])
})

it('after the connection broke, and where no way in was given, the next turn is prepared once more', async () => {
  const { early, receive, flush, presence } = openLine(line())
  presence.set({ status: 'open' })
  await flush()
  receive(line({ next: 'place-2' }))
  early.requested[0]?.(null)
  await flush()
  receive(line({ next: 'place-2' }))
  early.requested[1]?.({ session: 'place-2' })
  await flush()
  presence.set({ status: 'reconnecting' })
  presence.set({ status: 'open' })
  await flush()
  receive(line({ next: 'place-2' }))
  early.requested[2]?.({ session: 'place-2' })
  await flush()
  expect(early.rooms.map(({ is }) => is)).toEqual(['left', 'waiting'])
})

it('a phone that slept counts by the server’s time, not its own: its fan is ready again, and reads why they were not', async () => {
  const { session, requested, receive, answers, flush, presence } = openLine(line())
  await flush()
  presence.set({ status: 'open' })
  answers.splice(0, 1, line({ you: you({ ready: true }) }))
  await session.ready()
  const said = () => requested.filter(([path]) => path === '/queue/ready/').length
  const later = (ms: number) => new Date(Date.now() + ms).toISOString()
  // No timer of the page has run, and its own clock stood still.
  receive(line({ now: later(5 * 60_000), you: you({ ready: true }) }))
  const before = said()
  answers.splice(0, 1, line({ now: later(5 * 60_000 + 1), you: you({ ready: true }) }))
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(said()).toBe(before + 1)
  receive(line({ now: later(QUEUE_READY_FOR_MS + 6 * 60_000), you: you({ ready: false }) }))
  expect(session.getSnapshot().setback).toBe('lapsed')
})

it('what the last turn was like is kept for a person who is asked, once the two saw each other', async () => {
  const { session, receive, flush } = openLine(line())
  await flush()
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  receive(line({ you: you() }))
  expect(session.getSnapshot().met).toEqual([])
  receive(line({ you: you({ state: 'called', ahead: 0 }) }))
  receive(line({ you: you({ state: 'in_turn', ahead: 0 }) }))
  receive(line({ you: you({ state: 'served', ahead: null }) }))
  expect(session.getSnapshot().met).toMatchObject([
    { place: 'place-2', other: 'ivy', figures: { freezes: 2 } },
  ])
})

it('a shared screen ends with its turn: the next fan sees none without a press', async () => {
  const turn = (place: string) =>
    line({
      ...{ role: 'host', you: null },
      line: [{ place, number: 1, name: place, state: 'called', ready: true, missed: 0, rest: false }],
    })
  const { receive, made, stops, flush } = openLine(turn('place-1'))
  await flush()
  expect(stops).toEqual([])
  receive(turn('place-2'))
  expect([made.length, stops]).toEqual([2, ['sharing']])
})

const ALL_OF_IT = ['media', 'microphone', 'awake']

it.each([
  ['was served', line({ you: you({ state: 'served', ahead: null, back: 'none' }) })],
  ['had a part', line({ you: you({ state: 'part', ahead: null, back: 'unused', refunded: '2.40' }) })],
  ['left the line', line({ you: you({ state: 'left', ahead: null }) })],
  ['was not reached', line({ you: you({ state: 'unserved', ahead: null }) })],
  ['was skipped in a line that is over', line({ state: 'ended', you: you({ state: 'skipped' }) })],
  ['was the host of a line that is over', line({ state: 'ended', you: null, line: [] })],
])('who %s is not filmed any more, and the page requests nothing', async (_who, over) => {
  const { requested, stops, receive, flush } = openLine(line())
  await flush()
  receive(line({ ...over, now: line().now }))
  receive(line({ ...over, now: line().now }))
  expect(stops).toEqual(ALL_OF_IT)
  requested.splice(0)
  await vi.advanceTimersByTimeAsync(3 * POLL_EVERY_MS)
  expect(requested).toEqual([])
})

it.each(['replaced', 'logged-out', 'over'] as const)(
  'a page whose connection was ended (%s) closes camera and microphone, and reads the line once more',
  async endedBy => {
    const { requested, stops, flush, presence } = openLine(line({ you: you({ ready: true }) }))
    await flush()
    presence.set({ status: 'open' })
    await flush()
    requested.splice(0)
    presence.set({ status: 'ended', endedBy })
    await vi.advanceTimersByTimeAsync(3 * POLL_EVERY_MS)
    expect(stops).toEqual(ALL_OF_IT)
    expect(requested).toEqual([['/queue/', null]])
  },
)

it('a fan who is skipped keeps their camera until the line is over: they may be called again', async () => {
  const { requested, stops, receive, flush } = openLine(line())
  await flush()
  receive(line({ you: you({ state: 'skipped', ahead: null }) }))
  requested.splice(0)
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect([stops, requested.length]).toEqual([[], 1])
})

it('after a turn the page requests the sum that goes back until it is counted, a limited number of times', async () => {
  const part = (refunded: string | null) =>
    line({ you: you({ state: 'part', ahead: null, back: 'unused', refunded }) })
  const { session, requested, answers, stops, receive, flush } = openLine(line())
  await flush()
  receive(part(null))
  expect(stops).toEqual(ALL_OF_IT)
  answers.splice(0, 1, part('2.40'))
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS)
  expect(session.getSnapshot().shown?.you?.refunded).toBe('2.40')
  requested.splice(0)
  await vi.advanceTimersByTimeAsync(3 * POLL_EVERY_MS)
  expect(requested).toEqual([])

  const never = openLine(part(null))
  await never.flush()
  await vi.advanceTimersByTimeAsync(100 * POLL_EVERY_MS)
  expect(never.requested.length).toBeLessThan(20)
})

it('of a host each turn is kept for the end of the line, the newest first, the two parts of one as one', async () => {
  const turn = (place: string, state: 'called' | 'in_turn') =>
    line({
      ...{ role: 'host', you: null },
      line: [{ place, number: 1, name: `fan-${place}`, state, ready: true, missed: 0, rest: false }],
    })
  const { session, receive, flush } = openLine(turn('1', 'in_turn'))
  await flush()
  for (const place of ['2', '1']) {
    receive(turn(place, 'called'))
    receive(turn(place, 'in_turn'))
  }
  receive(turn('3', 'called'))
  receive(line({ you: null, line: [] }))
  expect(session.getSnapshot().met.map(({ other }) => other)).toEqual(['fan-1', 'fan-2'])
})
