import { MINUTE_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { rangeOf } from './eta.ts'
import { turnOf } from './queue.ts'
import { Line, queueOf } from './testing/line.ts'

test('a range is told in steps of five minutes, wider the further away', () => {
  const near = rangeOf(10 * MINUTE_MS, 0)
  const far = rangeOf(100 * MINUTE_MS, 0)
  expect([near.fromMs / MINUTE_MS, near.toMs / MINUTE_MS]).toEqual([5, 15])
  expect([far.fromMs / MINUTE_MS, far.toMs / MINUTE_MS]).toEqual([85, 115])
})

test('who was told a time is not skipped before it when those before them leave', () => {
  // Changes take three minutes, so that the page tells more than the ticket.
  const line = new Line(queueOf(5, { changeoversMs: [180_000] }))
  line.do({ kind: 'open' })
  line.pass(1_000)
  const toldMs = turnOf(line.queue, 'place-5')?.toldUntilMs ?? 0
  expect(toldMs).toBeGreaterThanOrEqual(20 * MINUTE_MS)
  for (const n of [1, 2, 3, 4]) line.do({ kind: 'leave', place: `place-${n}` })
  line.pass(toldMs + 4 * MINUTE_MS - line.nowMs, 5_000)
  expect(line.state(5)).toBe('waiting')
  line.pass(2 * MINUTE_MS, 5_000)
  expect(line.state(5)).toBe('skipped')
})
