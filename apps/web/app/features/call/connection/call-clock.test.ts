import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallClock, hasBegun, toneOf } from './call-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start(total: number, used: number, state: 'live' | 'stopped') {
  const clock = createCallClock({ nowMs: () => performance.now() })
  const take = (usedNow: number, stateNow: 'live' | 'stopped', wayMs = 0) =>
    clock.update({ total_duration: total, used_duration: usedNow, is_live: stateNow === 'live' }, wayMs)
  take(used, state)
  /** Time passes, and the server sends its figures every five seconds. */
  const goOn = (seconds: number) => {
    for (let gone = 5; gone <= seconds; gone += 5) {
      vi.advanceTimersByTime(5_000)
      take(used + gone, 'live')
    }
  }
  return { clock, take, goOn, shown: () => clock.getSnapshot() }
}

test('the countdown ticks each second while the call is live', () => {
  const { shown } = start(900, 0, 'live')
  expect(shown().text).toBe('15:00')
  vi.advanceTimersByTime(1_000)
  expect(shown().text).toBe('14:59')
  vi.advanceTimersByTime(10_000)
  expect(shown().text).toBe('14:49')
})

test('a call has begun once a second of it has run, and not before the server has said how long it is', () => {
  const { shown } = start(900, 0, 'live')
  expect([hasBegun({ totalSeconds: null, remainingSeconds: 0 }), hasBegun(shown())]).toEqual([false, false])
  vi.advanceTimersByTime(1_000)
  expect(hasBegun(shown())).toBe(true)
  expect(hasBegun(start(900, 100, 'stopped').shown())).toBe(true)
})

test('the countdown stands still while the call is not live', () => {
  const { shown } = start(900, 100, 'stopped')
  vi.advanceTimersByTime(30_000)
  expect(shown()).toMatchObject({ text: '13:20', isLive: false })
})

test('two browsers that hear the server at different moments change their figure together', () => {
  const early = start(60, 10.25, 'live')
  vi.advanceTimersByTime(300)
  const late = start(60, 10.55, 'live')
  for (let step = 0; step < 40; step++) {
    vi.advanceTimersByTime(250)
    expect(late.shown().text).toBe(early.shown().text)
  }
})

test('a browser far from the server changes its figure together with a near one', () => {
  const near = start(60, 10.25, 'live')
  const far = start(60, 0, 'stopped')
  vi.advanceTimersByTime(75)
  far.take(10.25, 'live', 75)
  for (let step = 0; step < 400; step++) {
    vi.advanceTimersByTime(25)
    expect(far.shown().text).toBe(near.shown().text)
  }
})

test('a word that was held up on its way does not put the countdown back', () => {
  const { take, shown } = start(60, 0, 'live')
  vi.advanceTimersByTime(5_200)
  take(5, 'live')
  // A tenth of the delay is believed.
  vi.advanceTimersByTime(821)
  expect(shown().text).toBe('00:54')
})

test('each word of the server corrects what drifted, and used time never goes back', () => {
  const { take, shown } = start(60, 0, 'live')
  vi.advanceTimersByTime(5_000)
  expect(shown().text).toBe('00:55')
  take(7, 'live')
  expect(shown().text).toBe('00:53')
  take(4, 'stopped')
  expect(shown().text).toBe('00:53')
  take(6, 'live')
  vi.advanceTimersByTime(1_000)
  expect(shown().text).toBe('00:53')
  vi.advanceTimersByTime(1_000)
  expect(shown().text).toBe('00:52')
})

test('it never shows more than the server says', () => {
  const { take, shown } = start(60, 10, 'live')
  for (let step = 0; step < 20; step++) {
    vi.advanceTimersByTime(370)
    const used = 10 + (step + 1) * 0.37
    expect(shown().remainingSeconds).toBeLessThanOrEqual(Math.ceil(60 - used))
    if (step % 7 === 0) take(used, 'live')
  }
})

test('at zero the countdown waits for the message of the server, which ends the call', () => {
  const { take, shown } = start(15, 12, 'live')
  vi.advanceTimersByTime(2_999)
  expect(shown()).toMatchObject({ text: '00:01', isOver: false })
  vi.advanceTimersByTime(1)
  expect(shown()).toMatchObject({ text: '00:00', fraction: 0, isLive: true, isOver: false })
  take(15, 'stopped')
  expect(shown()).toMatchObject({ text: '00:00', isLive: false, isOver: true })
})

test('two seconds after zero without a message of the server the time has run out, and the clock rests', () => {
  const { shown } = start(15, 12, 'live')
  vi.advanceTimersByTime(4_999)
  expect(shown().isRunOut).toBe(false)
  vi.advanceTimersByTime(1)
  expect(shown()).toMatchObject({ text: '00:00', isOver: false, isRunOut: true, isLive: false })
  expect(vi.getTimerCount()).toBe(0)
})

test('a zero that was reached while the server could not be heard is none', () => {
  const { clock, take, shown } = start(15, 12, 'live')
  vi.advanceTimersByTime(5_000)
  expect(shown().isRunOut).toBe(true)
  clock.interrupt()
  expect(shown()).toMatchObject({ isOver: false, isRunOut: false })
  take(13, 'live')
  expect(shown()).toMatchObject({ text: '00:00', isRunOut: false })
  // What the server says after the outage counts like any other message.
  vi.advanceTimersByTime(4_000)
  expect(shown().isRunOut).toBe(true)
})

test('in a long silence the countdown stops, and afterwards shows the time that the server still has', () => {
  const { take, shown } = start(60, 30, 'live')
  vi.advanceTimersByTime(65_000)
  expect(shown()).toMatchObject({ text: '00:18', isOver: false, isRunOut: false })
  expect(vi.getTimerCount()).toBe(0)
  take(32, 'stopped')
  expect(shown().text).toBe('00:28')
})

test('of a page that stood still, a zero says nothing', () => {
  let nowMs = 0
  const clock = createCallClock({ nowMs: () => nowMs })
  clock.update({ total_duration: 15, used_duration: 10, is_live: true }, 0)
  nowMs = 60_000
  vi.advanceTimersByTime(1_000)
  expect(clock.getSnapshot()).toMatchObject({ text: '00:00', isRunOut: false })
})

test('a call whose time was used before is over at the first word', () => {
  expect(start(15, 15, 'stopped').shown().isOver).toBe(true)
  expect(start(15, 16, 'stopped').shown()).toMatchObject({ isOver: true, text: '00:00' })
})

test.each([
  [1, 'limegreen'],
  [0.5, 'limegreen'],
  [0.499, 'orange'],
  [0.25, 'orange'],
  [0.249, 'red'],
  [0, 'red'],
])('with %f of the time left the ring is %s', (fraction, tone) => {
  expect(toneOf(fraction)).toBe(tone)
})

test('half, a quarter and one minute are spoken as they pass', () => {
  const { clock, goOn, shown } = start(600, 299, 'live')
  const spoken: string[] = []
  clock.subscribe(() => {
    const { announcement } = shown()
    if (announcement !== '' && announcement !== spoken.at(-1)) spoken.push(announcement)
  })
  goOn(300)
  expect(spoken).toEqual(['Half of the time is left', 'A quarter of the time is left', 'One minute is left'])
})

test('coming back late in a call speaks of nothing that passed before', () => {
  const { shown } = start(600, 500, 'live')
  expect(shown().announcement).toBe('')
})

test('leaving stops the ticking', () => {
  const { clock, shown } = start(60, 0, 'live')
  clock.stop()
  vi.advanceTimersByTime(5_000)
  expect(shown().text).toBe('01:00')
})
