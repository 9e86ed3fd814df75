import { MINUTE_MS, QUEUE_READY_FOR_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { aheadOf, rangeOf } from './eta.ts'
import { turnOf } from './queue.ts'
import { newTurn } from './step.ts'
import { Line, queueOf } from './testing/line.ts'

test('a range is told in steps of five minutes, wider the further away', () => {
  const near = rangeOf(10 * MINUTE_MS, 0)
  const far = rangeOf(100 * MINUTE_MS, 0)
  expect([near.fromMs / MINUTE_MS, near.toMs / MINUTE_MS]).toEqual([5, 15])
  expect([far.fromMs / MINUTE_MS, far.toMs / MINUTE_MS]).toEqual([85, 115])
})

test('how many are before somebody is counted again at another moment, also of a line that did not change', () => {
  const [first, second] = [newTurn('place-1', 1, 1), newTurn('place-2', 2, 2)]
  // The first was called, missed it, and is ready again: they count for as long as they are.
  const missed = { ...first, calledMs: 0, missed: 1, readyMs: 0 }
  const queue = queueOf(0, { state: 'running', turns: [missed, second] })
  const ahead = (nowMs: number) => aheadOf(queue, 'place-2', nowMs)
  expect([ahead(1_000), ahead(QUEUE_READY_FOR_MS), ahead(1_000)]).toEqual([1, 0, 1])
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
