import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')

/** A device whose clock is so much slow, and what it takes for the server's time. */
function device(slowMs = 0) {
  let trueMs = NOW_MS
  let behindMs = slowMs
  const ownMs = () => trueMs - behindMs
  const clock = createServerClock(ownMs)
  const wait = (ms: number) => {
    trueMs += ms
  }
  return {
    ...clock,
    wait,
    setRight: () => {
      behindMs = 0
    },
    wrongByMs: () => clock.nowMs() - trueMs,
    /** A request that takes this long to reach the server, and its answer this long to come back. */
    request({ thereMs = 0, backMs = 0 } = {}) {
      const sentMs = ownMs()
      wait(thereMs)
      const date = new Date(trueMs).toUTCString()
      wait(backMs)
      clock.adjust(date, sentMs)
    },
  }
}

it.each([
  { device: 'an hour slow', slowMs: 3_600_000 },
  { device: 'a day fast', slowMs: -86_400_000 },
])('a device whose clock is $device shows the time of the server', ({ slowMs }) => {
  const wrong = device(slowMs)
  for (const waitMs of [0, 450, 999, 90_000, 3_333]) {
    wrong.wait(waitMs)
    wrong.request({ thereMs: 40, backMs: 40 })
    // Never early: the server refuses who comes before a call opens.
    expect(wrong.wrongByMs()).toBeLessThanOrEqual(0)
    expect(wrong.wrongByMs()).toBeGreaterThan(-2_100)
  }
})

it.each([
  { answer: 'at once', thereMs: 0, backMs: 0 },
  { answer: 'after a long way to the server', thereMs: 9_000, backMs: 50 },
  { answer: 'after the server has worked for long', thereMs: 50, backMs: 9_000 },
  { answer: 'after minutes', thereMs: 100, backMs: 600_000 },
])('a clock that is right stays where the answer comes $answer', ({ thereMs, backMs }) => {
  const right = device()
  for (const waitMs of [0, 999, 501]) {
    right.wait(waitMs)
    right.request({ thereMs, backMs })
    expect(right.wrongByMs()).toBe(0)
  }
})

it('a slow answer does not undo what a quick one has proved', () => {
  const slow = device(3_600_000)
  slow.request({ thereMs: 20, backMs: 20 })
  const known = slow.wrongByMs()
  slow.wait(5_000)
  slow.request({ thereMs: 9_000, backMs: 20 })
  expect(slow.wrongByMs()).toBe(known)
})

it('after the clock of the device was set right the next answer counts', () => {
  const slow = device(3_600_000)
  slow.request()
  slow.setRight()
  slow.request({ thereMs: 20, backMs: 20 })
  expect(Math.abs(slow.wrongByMs())).toBeLessThan(2_100)
})

it('a listener is called when the difference changes, and not by each answer', () => {
  const slow = device(3_600_000)
  let changes = 0
  slow.subscribe(() => changes++)
  for (let nth = 0; nth < 5; nth++) slow.request()
  expect(changes).toBe(1)
})

it.each([
  { answer: 'without a time', date: null },
  { answer: 'with another text', date: 'yesterday' },
])('an answer $answer changes nothing', ({ date }) => {
  const right = device()
  right.adjust(date, NOW_MS)
  expect(right.wrongByMs()).toBe(0)
})

it('an answer is left out where the clock of the device was set back while it was on its way', () => {
  const wrong = device(-3_600_000)
  const sentMs = NOW_MS + 3_600_000
  wrong.setRight()
  wrong.adjust(new Date(NOW_MS).toUTCString(), sentMs)
  expect(wrong.wrongByMs()).toBe(0)
})
