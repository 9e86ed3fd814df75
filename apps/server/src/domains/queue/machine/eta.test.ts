import { QUEUE_CHANGEOVER_MS as CHANGEOVER_MS, MINUTE_MS, QUEUE_READY_FOR_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { aheadOf, expectedMs, movesFrom, promisedUntilMs, rangeOf, withPromised } from './eta.ts'
import { type Queue, type Turn, turnOf } from './queue.ts'
import { newTurn } from './step.ts'
import { Line, queueOf } from './testing/line.ts'

test('a range is told in steps of five minutes, wider the further away', () => {
  const near = rangeOf(10 * MINUTE_MS, 0)
  const far = rangeOf(100 * MINUTE_MS, 0)
  expect([near.fromMs / MINUTE_MS, near.toMs / MINUTE_MS]).toEqual([5, 15])
  expect([far.fromMs / MINUTE_MS, far.toMs / MINUTE_MS]).toEqual([85, 115])
  expect(rangeOf(10 * MINUTE_MS, 10 * MINUTE_MS)).toEqual({ fromMs: 10 * MINUTE_MS, toMs: 15 * MINUTE_MS })
})

test('a range does not begin before the minute in which it is read, or in which the line moves', () => {
  const readMs = 27.5 * MINUTE_MS
  const range = rangeOf(readMs + MINUTE_MS, readMs)
  expect([range.fromMs / MINUTE_MS, range.toMs / MINUTE_MS]).toEqual([27, 30])
  expect(rangeOf(29.9 * MINUTE_MS, 29.9 * MINUTE_MS)).toEqual({
    fromMs: 29 * MINUTE_MS,
    toMs: 30 * MINUTE_MS,
  })
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
  // Changes take three minutes, so that the page shows a later range than the ticket.
  const line = new Line(queueOf(5, { changeoversMs: [180_000] }))
  line.do({ kind: 'open' })
  line.pass(1_000)
  const announcedMs = turnOf(line.queue, 'place-5')?.announcedUntilMs ?? 0
  expect(announcedMs).toBeGreaterThanOrEqual(20 * MINUTE_MS)
  for (const n of [1, 2, 3, 4]) line.do({ kind: 'leave', place: `place-${n}` })
  line.pass(announcedMs + 4 * MINUTE_MS - line.nowMs, 5_000)
  expect(line.state(5)).toBe('waiting')
  line.pass(2 * MINUTE_MS, 5_000)
  expect(line.state(5)).toBe('skipped')
})

const TURN_MS = 60_000
const EACH_MS = TURN_MS + CHANGEOVER_MS
const turn = (n: number, more: Partial<Turn> = {}): Turn => ({ ...newTurn(`place-${n}`, n, n), ...more })
const running = (turns: Turn[], more: Partial<Queue> = {}) =>
  queueOf(0, { state: 'running', openedMs: 0, turns, ...more })
const expectedOf = (queue: Queue, n: number, { nowMs = 0, usedMs = 0 } = {}) =>
  expectedMs(queue, `place-${n}`, { nowMs, usedMs })

test('who is called next is expected after the current turn, however many before them are not ready', () => {
  const current = turn(1, { state: 'in_turn', calledMs: 0, usedMs: 10_000 })
  const queue = running([current, turn(2), turn(3), turn(4, { readyMs: 0 }), turn(5, { readyMs: 0 })])
  expect(expectedOf(queue, 4)).toBe(50_000 + CHANGEOVER_MS)
  expect([2, 4].map(n => aheadOf(queue, `place-${n}`, 0))).toEqual([1, 1])
  expect(expectedOf(queue, 5)).toBeGreaterThan(50_000 + CHANGEOVER_MS + EACH_MS)
  // Nobody is called from a line that stands still: all before them count.
  expect(aheadOf({ ...queue, state: 'paused' }, 'place-4', 0)).toBe(3)
})

test('a turn is expected after what is left of the present one, and a turn and a change for each before', () => {
  const turns = [turn(1, { state: 'in_turn', calledMs: 0, usedMs: 10_000 }), turn(2), turn(3), turn(4)]
  const queue = running(turns)
  const at = { nowMs: 500_000, usedMs: 20_000 }
  expect([2, 3, 4].map(n => expectedOf(queue, n, at))).toEqual([
    500_000 + 40_000 + CHANGEOVER_MS,
    500_000 + 40_000 + CHANGEOVER_MS + EACH_MS,
    500_000 + 40_000 + CHANGEOVER_MS + 2 * EACH_MS,
  ])
  // What is stored of it counts where it is more, and a turn that is used up leaves its change.
  expect(expectedOf(queue, 2, { nowMs: 0, usedMs: 5_000 })).toBe(50_000 + CHANGEOVER_MS)
  expect(expectedOf(queue, 2, { nowMs: 0, usedMs: 70_000 })).toBe(CHANGEOVER_MS)
  expect([1, 9].map(n => expectedOf(queue, n))).toEqual([null, null])
  expect([2, 4, 1].map(n => aheadOf(queue, `place-${n}`, 0))).toEqual([1, 3, null])
})

test('nothing is expected before the start of a line that is not open, and the first at once', () => {
  const queue = queueOf(2, { startsMs: 90_000 })
  expect([movesFrom(queue, 5_000), movesFrom(queue, 95_000)]).toEqual([90_000, 95_000])
  expect(movesFrom({ ...queue, state: 'running' }, 5_000)).toBe(5_000)
  expect([1, 2].map(n => expectedOf(queue, n))).toEqual([90_000, 90_000 + EACH_MS])
  expect(aheadOf(queue, 'place-1', 0)).toBe(0)
})

test('who stayed away, and what was not used of turns, makes all that follow shorter', () => {
  // Of four whose moment came two were there, for a half and for all of their time.
  const past = [
    turn(1, { state: 'part', calledMs: 1, usedMs: 30_000 }),
    turn(2),
    turn(3, { state: 'skipped', why: 'absent' }),
    turn(4, { state: 'served', calledMs: 2, usedMs: TURN_MS }),
  ]
  const queue = running([...past, turn(5), turn(6)])
  const [coming, lasting] = [1 - 2 / 9, 6.5 / 7]
  expect(expectedOf(queue, 5)).toBe(0)
  expect(expectedOf(queue, 6)).toBeCloseTo(coming * (lasting * TURN_MS + CHANGEOVER_MS))
  // A fan who is ready comes; one who is not, while somebody behind them is, comes half as often as others.
  const ready = running([...past, turn(5, { readyMs: 0 }), turn(6)])
  expect(expectedOf(ready, 6)).toBeCloseTo(lasting * TURN_MS + CHANGEOVER_MS)
  const behind = running([...past, turn(5), turn(6, { readyMs: 0 }), turn(7), turn(8)])
  const half = (coming / 2) * (lasting * TURN_MS + CHANGEOVER_MS)
  expect(expectedOf(behind, 6)).toBeCloseTo(half)
  expect(expectedOf(behind, 7)).toBeCloseTo(half + lasting * TURN_MS + CHANGEOVER_MS)
  expect(expectedOf(behind, 8)).toBeCloseTo(half + (1 + coming) * (lasting * TURN_MS + CHANGEOVER_MS))
})

test('only who did not come counts as away: not who was skipped by hand, is ready by now, or dropped out', () => {
  const last = turn(4, { state: 'served', calledMs: 2, usedMs: TURN_MS })
  const expectedWith = (second: Partial<Turn>) =>
    expectedOf(running([turn(1, second), last, turn(5), turn(6)]), 6)
  expect(expectedWith({ state: 'skipped', why: 'not_their_doing' })).toBe(EACH_MS)
  expect(expectedWith({ state: 'left', why: 'absent' })).toBe(EACH_MS)
  expect(expectedWith({ isRest: true })).toBe(EACH_MS)
  expect(expectedWith({ readyMs: 0 })).toBe(2 * EACH_MS)
  expect(expectedWith({})).toBeCloseTo((1 - 1 / 7) * EACH_MS)
})

test('the rest of a turn that broke off is what is left of it', () => {
  const queue = running([turn(1, { usedMs: 45_000, isRest: true, readyMs: 0 }), turn(2)])
  expect(expectedOf(queue, 2)).toBe(15_000 + CHANGEOVER_MS)
})

test('the latest end of what was told is kept: the first of all, and later ones while the line moves', () => {
  const observed = { usedMs: 0 }
  const announce = (queue: Queue, { nowMs = 0, before = queue, usedMs = 0 } = {}) =>
    withPromised(queue, { before, nowMs, observed: { ...observed, usedMs } })
  const untilOf = (queue: Queue) => queue.turns.map(({ announcedUntilMs }) => announcedUntilMs)
  const queue = running([turn(1, { state: 'in_turn', calledMs: 0 }), turn(2), turn(3, { state: 'left' })])
  const first = announce(queue)
  expect(untilOf(first)).toEqual([null, 5 * MINUTE_MS, null])
  expect(announce(first)).toBe(first)
  expect(untilOf(announce(first, { nowMs: 5 * MINUTE_MS }))).toEqual([null, 10 * MINUTE_MS, null])
  const later = { ...first, turns: first.turns.map(each => ({ ...each, announcedUntilMs: 60 * MINUTE_MS })) }
  expect(announce(later, { nowMs: 5 * MINUTE_MS })).toBe(later)
  // Time of the present turn that is used brings it nearer, and what is seen while somebody is called does not.
  const nearly = { nowMs: 5 * MINUTE_MS - 30_000, usedMs: 50_000 }
  expect(untilOf(announce(queue, nearly))[1]).toBe(5 * MINUTE_MS)
  const called = running([turn(1, { state: 'called', calledMs: 0 }), turn(2)])
  expect(untilOf(announce(called, nearly))[1]).toBe(10 * MINUTE_MS)
  // A turn and its change, and 15 % of them, reach over the five minutes by a millisecond.
  const justOverMs = 5 * MINUTE_MS - 1.15 * EACH_MS + 1
  expect(untilOf(announce(called, { nowMs: justOverMs, usedMs: 50_000 }))[1]).toBe(10 * MINUTE_MS)

  const idle = running([turn(1, { announcedUntilMs: MINUTE_MS }), turn(2)], { idleMs: 0 })
  const news = { nowMs: 30 * MINUTE_MS }
  expect(untilOf(announce(idle, news))).toEqual([MINUTE_MS, 35 * MINUTE_MS])
  expect(untilOf(announce(idle, { ...news, before: { ...idle, idleMs: null } }))[0]).toBe(35 * MINUTE_MS)
  expect(untilOf(announce({ ...idle, idleMs: null }, { ...news, before: idle }))[0]).toBe(35 * MINUTE_MS)
  const over = { ...queue, state: 'ended' } as const
  expect(announce(over)).toBe(over)
})

test('a ticket promises the end of its range, moved by the order, a late opening and pauses', () => {
  const queue = running([], { startsMs: 0, openedMs: 2 * MINUTE_MS, pausedBeforeMs: MINUTE_MS })
  expect(promisedUntilMs(queue, turn(1), 0)).toBe(8 * MINUTE_MS)
  expect(promisedUntilMs(queue, turn(1, { position: 20 }), 0)).toBe(33 * MINUTE_MS)
})
