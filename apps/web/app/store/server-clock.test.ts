import { expect, it } from 'vitest'
import { createServerClock } from './server-clock.ts'

const NOW_MS = Date.parse('2026-03-01T12:00:00.000Z')

/** A device whose clock a test sets, and what it takes for the server's time. */
function device(startMs = NOW_MS) {
  let atMs = startMs
  const clock = createServerClock(() => atMs)
  return {
    ...clock,
    wait: (ms: number) => {
      atMs += ms
    },
    answered: (date: string | null, { tookMs = 0 } = {}) => {
      const sentMs = atMs
      atMs += tookMs
      clock.adjust(date, sentMs)
    },
  }
}

it.each([
  { device: 'an hour slow', is: '2026-03-01T11:00:00.000Z' },
  { device: 'a day fast', is: '2026-03-02T12:00:00.000Z' },
])('a device whose clock is $device shows the time of the server', ({ is }) => {
  const slow = device(Date.parse(is))
  slow.answered('Sun, 01 Mar 2026 12:00:00 GMT')
  expect(slow.nowMs()).toBe(NOW_MS)
  slow.wait(90_000)
  expect(slow.nowMs()).toBe(NOW_MS + 90_000)
})

it('a device whose clock is right keeps it: the time of an answer has whole seconds', () => {
  const right = device(NOW_MS + 999)
  right.answered('Sun, 01 Mar 2026 12:00:00 GMT', { tookMs: 600 })
  expect(right.nowMs()).toBe(NOW_MS + 1599)
})

it('the newest answer counts, also after the clock of the device was set right', () => {
  const slow = device(NOW_MS - 3_600_000)
  slow.answered('Sun, 01 Mar 2026 12:00:00 GMT')
  slow.wait(3_600_000)
  slow.answered('Sun, 01 Mar 2026 12:00:00 GMT')
  expect(slow.nowMs()).toBe(NOW_MS)
})

it('half of the time that an answer took is taken for its way back', () => {
  const slow = device(NOW_MS - 3_600_000)
  slow.answered('Sun, 01 Mar 2026 12:00:00 GMT', { tookMs: 4_000 })
  expect(slow.nowMs()).toBe(NOW_MS + 2_000)
})

it.each([
  { answer: 'without a time', date: null, tookMs: 0 },
  { answer: 'with another text', date: 'yesterday', tookMs: 0 },
  { answer: 'that took too long', date: 'Sun, 01 Mar 2026 15:00:00 GMT', tookMs: 10_001 },
])('an answer $answer changes nothing', ({ date, tookMs }) => {
  const right = device()
  right.answered(date, { tookMs })
  expect(right.nowMs()).toBe(NOW_MS + tookMs)
})
