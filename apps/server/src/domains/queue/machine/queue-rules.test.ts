import { QUEUE_CHANGEOVER_MS as CHANGEOVER_MS, MINUTE_MS, QUEUE_READY_FOR_MS } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import {
  AWAY_IN_ALL_MS,
  awayForMs,
  backOf,
  CALLED_FOR_MS,
  changeoverMs,
  currentOf,
  delayMs,
  HOST_ABSENT_AFTER_MS,
  HOST_LOST_AFTER_MS,
  IDLE_SKIPS_AFTER_MS,
  inLine,
  isFinal,
  isReady,
  lapsed,
  lastPosition,
  MISSES_MAX,
  mayLeaveWithAll,
  nextNoted,
  nextOf,
  orderedMs,
  PAUSE_ENDS_AFTER_MS,
  passedOver,
  type Queue,
  REST_MIN_MS,
  type Turn,
  ticketMs,
  turnOf,
  withChangeover,
} from './queue.ts'
import { newTurn } from './step.ts'
import { queueOf } from './testing/line.ts'

const STATES = ['waiting', 'called', 'in_turn', 'served', 'part', 'skipped', 'left', 'unserved'] as const
const turn = (n: number, more: Partial<Turn> = {}): Turn => ({ ...newTurn(`place-${n}`, n, n), ...more })
const running = (turns: Turn[], more: Partial<Queue> = {}) =>
  queueOf(0, { state: 'running', openedMs: 0, turns, ...more })
const names = (turns: readonly Turn[]) => turns.map(({ place }) => place)

test('the times of a line are those that its people are told', () => {
  expect([CALLED_FOR_MS, MISSES_MAX, AWAY_IN_ALL_MS, REST_MIN_MS]).toEqual([20_000, 2, 30_000, 20_000])
  expect([HOST_LOST_AFTER_MS, HOST_ABSENT_AFTER_MS, IDLE_SKIPS_AFTER_MS, PAUSE_ENDS_AFTER_MS]).toEqual(
    [1, 15, 5, 60].map(minutes => minutes * 60_000),
  )
})

describe('who is ready', () => {
  test('has said so less than ten minutes ago', () => {
    expect(isReady(turn(1), 0)).toBe(false)
    expect(isReady(turn(1, { readyMs: 0 }), 0)).toBe(true)
    expect(isReady(turn(1, { readyMs: 5 }), 4 + QUEUE_READY_FOR_MS)).toBe(true)
    expect(isReady(turn(1, { readyMs: 5 }), 5 + QUEUE_READY_FOR_MS)).toBe(false)
  })

  test('is not any more when that is noted, if they wait; who is called keeps the moment', () => {
    const called = turn(1, { state: 'called', readyMs: 0 })
    const [late, intime] = [turn(2, { readyMs: 0 }), turn(3, { readyMs: 1 })]
    const queue = running([called, late, intime, turn(4)])
    const noted = lapsed(queue, QUEUE_READY_FOR_MS)
    expect(noted.turns.map(({ readyMs }) => readyMs)).toEqual([0, null, 1, null])
    expect(lapsed(queue, QUEUE_READY_FOR_MS - 1)).toBe(queue)
  })
})

describe('the order of a line', () => {
  test('is that of the positions of those who wait', () => {
    const turns = [turn(1, { position: 9 }), turn(2, { state: 'served' }), turn(3), turn(4, { position: 1 })]
    expect(names(inLine(running(turns)))).toEqual(['place-4', 'place-3', 'place-1'])
    expect([turnOf(running(turns), 'place-3')?.number, turnOf(running(turns), 'place-5')]).toEqual([3, null])
    expect([lastPosition(running(turns)), lastPosition(running([]))]).toEqual([9, 0])
  })

  test('has one current turn, of a fan who is called or in turn', () => {
    for (const state of STATES) {
      const current = currentOf(running([turn(1, { state: 'left' }), turn(2, { state })]))
      expect([state, current?.place ?? null]).toEqual([
        state,
        state === 'called' || state === 'in_turn' ? 'place-2' : null,
      ])
    }
  })

  test('says who comes next while somebody is called or in turn, and the line moves', () => {
    const others = [turn(2), turn(3, { readyMs: 0, position: 5 }), turn(4, { readyMs: 0 })]
    const nextWith = (first: Partial<Turn>, more: Partial<Queue> = {}) =>
      nextOf(running([turn(1, first), ...others], more), 1_000)?.place ?? null
    expect(nextWith({ state: 'called' })).toBe('place-4')
    expect(nextWith({ state: 'in_turn' })).toBe('place-4')
    expect(nextWith({ state: 'served' })).toBeNull()
    for (const state of ['scheduled', 'paused', 'ended'] as const)
      expect([state, nextWith({ state: 'in_turn' }, { state })]).toEqual([state, null])
    const late = running([turn(1, { state: 'in_turn' }), ...others])
    expect(nextOf(late, QUEUE_READY_FOR_MS)).toBeNull()
    // By what is stored they still are.
    expect(nextNoted(late)?.place).toBe('place-4')
  })
})

describe('the time of a turn', () => {
  const queue = running([], { startsMs: 1_000_000, openedMs: null, turnMs: 60_000 })

  test('on the ticket is a turn and a change for each number before', () => {
    expect([1, 2, 4].map(n => ticketMs(queue, n))).toEqual([
      1_000_000,
      1_000_000 + 60_000 + CHANGEOVER_MS,
      1_000_000 + 3 * (60_000 + CHANGEOVER_MS),
    ])
    // Who was set back has the time of where they are now, and who came forward keeps their own.
    expect(orderedMs(queue, turn(2, { position: 4 }))).toBe(ticketMs(queue, 4))
    expect(orderedMs(queue, turn(4, { position: 2 }))).toBe(ticketMs(queue, 4))
  })

  test('is moved by a late opening and by pauses, also by the one that lasts', () => {
    const moved = (more: Partial<Queue>, nowMs = 2_000_000) => delayMs({ ...queue, ...more }, nowMs)
    expect(moved({})).toBe(0)
    expect(moved({ openedMs: 1_000_000 })).toBe(0)
    expect(moved({ openedMs: 900_000 })).toBe(0)
    expect(moved({ openedMs: 1_300_000 })).toBe(300_000)
    expect(moved({ openedMs: 1_300_000, pausedBeforeMs: 20_000 })).toBe(320_000)
    expect(moved({ openedMs: 1_300_000, pausedBeforeMs: 20_000, pausedMs: 1_999_000 })).toBe(321_000)
  })

  test('was passed over once it had come, by the delay too, and its fan was not ready', () => {
    // The second turn comes 75 s after the start, and the line is 100 s late.
    const late = running([turn(1), turn(2), turn(3, { state: 'skipped' })], { openedMs: 100_000 })
    const passed = (nowMs: number, before?: number, line = late) =>
      passedOver(line, nowMs, before).turns.map(each => each.passed)
    expect(passed(99_999)).toEqual([false, false, false])
    expect(passed(100_000)).toEqual([true, false, false])
    expect(passed(174_999)).toEqual([true, false, false])
    expect(passed(175_000)).toEqual([true, true, false])
    expect(passed(900_000)).toEqual([true, true, false])
    // Only those before the fan who is called.
    expect(passed(900_000, 2)).toEqual([true, false, false])
    expect(passed(900_000, 1)).toEqual([false, false, false])
    const ready = running([turn(1, { readyMs: 899_000 }), turn(2)], { openedMs: 0 })
    expect(passed(900_000, undefined, ready)).toEqual([false, true])
    const known = running([turn(1, { passed: true }), turn(2, { state: 'called' })])
    expect(passedOver(known, 900_000)).toBe(known)
  })
})

describe('leaving with all of the money', () => {
  const may = (one: Partial<Turn>, more: Partial<Queue> = {}, nowMs = 0) => {
    const own = turn(1, one)
    return mayLeaveWithAll(running([own], more), own, nowMs)
  }

  test('may be before the line is open, and after pauses of 15 minutes in all', () => {
    expect(may({})).toBe(false)
    expect(may({}, { state: 'scheduled' })).toBe(true)
    expect(may({}, { pausedBeforeMs: 15 * MINUTE_MS - 1 })).toBe(false)
    expect(may({}, { pausedBeforeMs: 15 * MINUTE_MS })).toBe(true)
    expect(may({}, { pausedBeforeMs: 5 * MINUTE_MS, pausedMs: 0 }, 10 * MINUTE_MS)).toBe(true)
    expect(may({}, { pausedBeforeMs: 5 * MINUTE_MS, pausedMs: 1 }, 10 * MINUTE_MS)).toBe(false)
  })

  test('may be half an hour after the ticket’s time, by a fan who was there', () => {
    const late = 30 * MINUTE_MS
    expect(may({}, {}, late - 1)).toBe(false)
    expect(may({}, {}, late)).toBe(true)
    expect(may({ number: 2 }, {}, late)).toBe(false)
    expect(may({ missed: 1 }, {}, late)).toBe(false)
    expect(may({ passed: true }, {}, late)).toBe(false)
  })

  test('of who was skipped is as it was said then, however late the line is', () => {
    const late = 60 * MINUTE_MS
    expect(may({ state: 'skipped', why: 'absent' }, { pausedBeforeMs: late }, late)).toBe(false)
    expect(may({ state: 'skipped', why: 'not_their_doing' })).toBe(true)
  })
})

describe('a turn that is over', () => {
  test.each(STATES)('%s is final, or not', state => {
    const isOver = state === 'served' || state === 'part' || state === 'left' || state === 'unserved'
    for (const queue of [running([]), running([], { state: 'ended' })]) {
      const expected = isOver || (state === 'skipped' && queue.state === 'ended')
      expect([queue.state, isFinal(queue, turn(1, { state }))]).toEqual([queue.state, expected])
    }
  })

  test('gives back all, what was not used, or nothing', () => {
    const back = (own: Partial<Turn>, absent: Queue['absent'] = 'keep') =>
      backOf(running([], { absent }), turn(1, own))
    expect(back({ state: 'served', usedMs: 60_000 })).toBe('none')
    expect(back({ state: 'part' })).toBe('unused')
    expect(back({ state: 'part', usedMs: 1 })).toBe('unused')
    for (const state of ['skipped', 'left'] as const) {
      expect(back({ state, why: 'absent' })).toBe('none')
      expect(back({ state, why: 'absent' }, 'refund')).toBe('all')
      expect(back({ state, why: 'not_their_doing' })).toBe('all')
      // Of a turn that began only what was used is paid, also where the money of absent fans is kept.
      expect(back({ state, why: 'absent', usedMs: 1 })).toBe('unused')
    }
    expect(back({ state: 'unserved', why: 'absent' })).toBe('all')
  })

  test('leaves the length of the change to the next, of which the last ten count', () => {
    const of = (changeoversMs: number[]) => changeoverMs(running([], { changeoversMs }))
    expect(of([])).toBe(CHANGEOVER_MS)
    expect(of([9_000])).toBe(9_000)
    expect(of([1_000, 30_000, 5_000])).toBe(5_000)
    expect(of([100_000, 20_000, 3_000, 1_000])).toBe(20_000)
    const eleven = Array.from({ length: 11 }, (_, i) => i)
    const kept = eleven.reduce(withChangeover, running([])).changeoversMs
    expect(kept).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  })

  test('is waited for 20 s when its fan is called, and 15 s when they dropped out', () => {
    expect(awayForMs(turn(1, { state: 'called' }))).toBe(20_000)
    expect(awayForMs(turn(1, { state: 'in_turn' }))).toBe(15_000)
  })
})
