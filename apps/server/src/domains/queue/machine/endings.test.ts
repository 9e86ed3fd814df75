import { expect, test } from 'vitest'
import { type At, cut, ended, inTurn, lost, paused } from './endings.ts'
import type { Queue, Turn } from './queue.ts'
import { newTurn } from './step.ts'
import { queueOf } from './testing/line.ts'

const turn = (n: number, more: Partial<Turn> = {}): Turn => ({ ...newTurn(`place-${n}`, n, n), ...more })
const at = (usedMs: number, nowMs = 9_000): At => ({
  nowMs,
  observed: { fanFlows: false, hostFlows: true, isLive: false, usedMs, hostIsHere: true },
})
const lineWith = (own: Turn, more: Partial<Queue> = {}) =>
  queueOf(0, { state: 'running', turns: [own, turn(2, { position: 7 })], ...more })
const first = (queue: Queue) => queue.turns[0]

test('a turn begins without what its fan was away before, and measures a change that was handed over', () => {
  const called = turn(1, { state: 'called', aloneMs: 5, awayMs: 6 })
  const begun = inTurn(lineWith(called, { handedMs: 4_000, hostGoneMs: 3 }), called, 9_000)
  expect(first(begun)).toMatchObject({ state: 'in_turn', aloneMs: null, awayMs: 0 })
  expect(begun).toMatchObject({ changeoversMs: [5_000], handedMs: null, hostGoneMs: null })
  expect(inTurn(lineWith(called), called, 9_000).changeoversMs).toEqual([])
})

test('a turn that is cut is served to its last second, or in part', () => {
  const cutAt = (usedMs: number, stored = 0) => {
    const own = turn(1, { state: 'in_turn', usedMs: stored, aloneMs: 5 })
    const queue = cut(lineWith(own), own, at(usedMs))
    expect(queue.handedMs).toBe(9_000)
    return first(queue)
  }
  expect(cutAt(59_999)).toMatchObject({ state: 'part', usedMs: 59_999, aloneMs: null })
  expect(cutAt(60_000)).toMatchObject({ state: 'served', usedMs: 60_000 })
  expect(cutAt(3_000, 8_000)).toMatchObject({ state: 'part', usedMs: 8_000 })
})

test('a pause forgets whom it interrupted', () => {
  const queue = paused(lineWith(turn(1), { handedMs: 1, hostGoneMs: 2 }), 'host_lost', 9_000)
  expect(queue).toMatchObject({
    ...{ state: 'paused', pausedMs: 9_000, pausedBy: 'host_lost', hostGoneMs: null, handedMs: null },
  })
})

test('the end of a line leaves each with what they had', () => {
  const endOf = (own: Partial<Turn>, usedMs = 0) => first(ended(lineWith(turn(1, own)), at(usedMs)))
  expect(endOf({ state: 'in_turn', usedMs: 5 }, 9)).toMatchObject({ state: 'part', usedMs: 9 })
  expect(endOf({ state: 'in_turn', usedMs: 9 }, 5)).toMatchObject({ state: 'part', usedMs: 9 })
  expect(endOf({ state: 'in_turn' }, 59_999)).toMatchObject({ state: 'part' })
  expect(endOf({ state: 'in_turn' }, 60_000)).toMatchObject({ state: 'served' })
  for (const state of ['waiting', 'called'] as const) {
    // What is seen of the current room is not theirs.
    expect(endOf({ state }, 70_000)).toMatchObject({ state: 'unserved', usedMs: 0 })
    expect(endOf({ state, usedMs: 1 })).toMatchObject({ state: 'part', usedMs: 1 })
  }
  for (const state of ['served', 'part', 'skipped', 'left', 'unserved'] as const)
    expect(endOf({ state, usedMs: 7 }, 70_000)).toMatchObject({ state, usedMs: 7 })
  const over = ended(lineWith(turn(1), { pausedMs: 1, pausedBy: 'desk', handedMs: 2, idleMs: 3 }), at(0))
  expect(over).toMatchObject({
    ...{ state: 'ended', pausedMs: null, pausedBy: null, handedMs: null, idleMs: null },
  })
})

test('who is called and lost waits again, not ready; the second time they are skipped as absent', () => {
  const lostAs = (missed: number) => {
    const own = turn(1, { state: 'called', missed, readyMs: 1, calledMs: 2, aloneMs: 3 })
    return first(lost(lineWith(own), own, at(0)))
  }
  const away = { readyMs: null, calledMs: null, aloneMs: null }
  expect(lostAs(0)).toMatchObject({ ...away, state: 'waiting', missed: 1, why: null })
  expect(lostAs(1)).toMatchObject({ ...away, state: 'skipped', missed: 2, why: 'absent' })
})

test('who is lost in a turn has one rest of 20 s or more, at the end of the line', () => {
  const lostAfter = (usedMs: number, more: Partial<Turn> = {}) => {
    const own = turn(1, { state: 'in_turn', readyMs: 1, calledMs: 2, aloneMs: 3, ...more })
    const queue = lost(lineWith(own), own, at(usedMs))
    expect(queue.handedMs).toBe(9_000)
    return first(queue)
  }
  const rest = { state: 'waiting', isRest: true, position: 8, readyMs: null, calledMs: null, aloneMs: null }
  expect(lostAfter(40_000)).toMatchObject({ ...rest, usedMs: 40_000 })
  expect(lostAfter(40_001)).toMatchObject({ state: 'part', usedMs: 40_001, isRest: false })
  expect(lostAfter(20_000, { usedMs: 30_000 })).toMatchObject({ ...rest, usedMs: 30_000 })
  expect(lostAfter(20_000, { isRest: true })).toMatchObject({ state: 'part', usedMs: 20_000 })
})
