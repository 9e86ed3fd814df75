import { MINUTE_MS, QUEUE_READY_FOR_MS, SECOND_MS } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { promisedUntilMs } from './eta.ts'
import type { Observed, Queue, Turn } from './queue.ts'
import { newTurn } from './step.ts'
import { queueOf } from './testing/line.ts'
import { tick } from './tick.ts'

const OBSERVED: Observed = { fanFlows: false, hostFlows: true, isLive: false, usedMs: 0, hostIsHere: true }
const turn = (n: number, more: Partial<Turn> = {}): Turn => ({ ...newTurn(`place-${n}`, n, n), ...more })
const running = (turns: Turn[], more: Partial<Queue> = {}) =>
  queueOf(0, { state: 'running', openedMs: 0, turns, ...more })
const seen = (queue: Queue, nowMs: number, observed: Partial<Observed> = {}) =>
  tick(queue, { nowMs, observed: { ...OBSERVED, ...observed } })
const states = (queue: Queue) => queue.turns.map(({ state }) => state)

describe('a line that nobody moves', () => {
  test('is over when it was not opened in 15 minutes', () => {
    const queue = queueOf(2, { startsMs: 7_000 })
    expect(seen(queue, 7_000 + 15 * MINUTE_MS - 1).state).toBe('scheduled')
    const over = seen(queue, 7_000 + 15 * MINUTE_MS)
    expect([over.state, states(over)]).toEqual(['ended', ['unserved', 'unserved']])
    expect(seen(over, 99 * MINUTE_MS)).toBe(over)
  })

  test('is over after a pause of an hour, and is not idle in it', () => {
    const still = running([turn(1)], { state: 'paused', pausedMs: 1_000 })
    const before = seen(still, 1_000 + 60 * MINUTE_MS - 1, { hostIsHere: false })
    expect([before.state, before.hostGoneMs, before.idleMs]).toEqual(['paused', null, null])
    expect(seen(still, 1_000 + 60 * MINUTE_MS).state).toBe('ended')
  })

  test('notes who is not ready any more', () => {
    const queue = running([turn(1, { readyMs: 0 }), turn(2, { state: 'in_turn' })])
    expect(seen(queue, QUEUE_READY_FOR_MS, { fanFlows: true }).turns[0]?.readyMs).toBeNull()
  })
})

describe('a fan who is called', () => {
  const called = (more: Partial<Turn> = {}) => running([turn(1, { state: 'called', ...more }), turn(2)])

  test('is in turn once both are live, also where nothing else tells it', () => {
    expect(states(seen(called(), 1_000, { isLive: true }))[0]).toBe('in_turn')
    const inTurn = running([turn(1, { state: 'in_turn', aloneMs: 5 })])
    expect(seen(inTurn, 1_000, { isLive: true, fanFlows: true }).turns[0]?.aloneMs).toBeNull()
  })

  test('has 20 s before the host, and misses the call then', () => {
    expect(seen(called(), 1_000).turns[0]).toMatchObject({ state: 'called', aloneMs: 1_000 })
    const alone = called({ aloneMs: 1_000, readyMs: 0 })
    expect(states(seen(alone, 1_000 + 20 * SECOND_MS - 1))[0]).toBe('called')
    expect(seen(alone, 1_000 + 20 * SECOND_MS).turns[0]).toMatchObject({ state: 'waiting', missed: 1 })
  })

  test('is away from a turn for 15 s at once, and for 30 s in all', () => {
    const inTurn = (more: Partial<Turn>) => running([turn(1, { state: 'in_turn', ...more }), turn(2)])
    expect(states(seen(inTurn({ aloneMs: 0 }), 15 * SECOND_MS - 1))[0]).toBe('in_turn')
    expect(states(seen(inTurn({ aloneMs: 0 }), 15 * SECOND_MS))[0]).toBe('waiting')
    const often = inTurn({ aloneMs: 0, awayMs: 25 * SECOND_MS })
    expect(states(seen(often, 5 * SECOND_MS - 1))[0]).toBe('in_turn')
    expect(states(seen(often, 5 * SECOND_MS))[0]).toBe('waiting')
    // Who comes back is not alone any more; what they were away adds up.
    const back = seen(often, 3 * SECOND_MS, { fanFlows: true })
    expect(back.turns[0]).toMatchObject({ aloneMs: null, awayMs: 28 * SECOND_MS })
    expect(seen(back, 9 * SECOND_MS, { fanFlows: true }).turns[0]).toMatchObject({ awayMs: 28 * SECOND_MS })
  })
})

describe('a host who is lost', () => {
  const GONE = { hostFlows: false }
  const inTurn = (more: Partial<Turn> = {}, queue: Partial<Queue> = {}) =>
    running([turn(1, { state: 'in_turn', aloneMs: 3, ...more }), turn(2)], queue)

  test('blames nobody: the stretch of the fan begins again', () => {
    const gone = seen(inTurn(), 5_000, GONE)
    expect([gone.hostGoneMs, gone.turns[0]?.aloneMs]).toEqual([5_000, null])
    expect(seen(gone, 9_000, GONE).hostGoneMs).toBe(5_000)
    expect(seen(gone, 9_000, { fanFlows: true }).hostGoneMs).toBeNull()
    expect(seen(gone, 9_000).hostGoneMs).toBeNull()
  })

  test('pauses the line after a minute, and the turn comes first again with its rest', () => {
    const gone = inTurn({ calledMs: 1 }, { hostGoneMs: 7_000 })
    expect(seen(gone, 7_000 + MINUTE_MS - 1, GONE).state).toBe('running')
    const atMs = 7_000 + MINUTE_MS
    const still = seen(gone, atMs, { ...GONE, usedMs: 30_000 })
    expect(still).toMatchObject({
      state: 'paused',
      pausedBy: 'host_lost',
      pausedMs: atMs,
      hostGoneMs: null,
    })
    const again = { state: 'waiting', readyMs: atMs, calledMs: null, usedMs: 30_000 }
    expect(still.turns[0]).toMatchObject(again)
  })

  test('leaves no rest of less than 20 s, and nothing of a turn that was used up', () => {
    const lostAfter = (usedMs: number, more: Partial<Turn> = {}) =>
      seen(inTurn(more, { hostGoneMs: 0 }), MINUTE_MS, { ...GONE, usedMs }).turns[0]
    expect(lostAfter(40_000)).toMatchObject({ state: 'waiting', usedMs: 40_000 })
    expect(lostAfter(40_001)).toMatchObject({ state: 'part', usedMs: 40_001 })
    expect(lostAfter(59_999)).toMatchObject({ state: 'part', usedMs: 59_999 })
    expect(lostAfter(60_000)).toMatchObject({ state: 'served', usedMs: 60_000 })
    expect(lostAfter(0)).toMatchObject({ state: 'waiting', usedMs: 0 })
    expect(lostAfter(10_000, { usedMs: 45_000 })).toMatchObject({ state: 'part', usedMs: 45_000 })
    // Of a call the clock says nothing that counts.
    expect(lostAfter(50_000, { state: 'called' })).toMatchObject({ state: 'waiting', usedMs: 0 })
    expect(lostAfter(0, { state: 'called', usedMs: 45_000 })).toMatchObject({ state: 'part' })
    const short = running([turn(1, { state: 'called' })], { turnMs: 15_000, hostGoneMs: 0 })
    expect(states(seen(short, MINUTE_MS, GONE))).toEqual(['waiting'])
  })
})

describe('a line in which nobody is ready', () => {
  const AWAY = { hostIsHere: false }

  test('is idle from then on, but not while the host’s page is closed, which pauses it after a minute', () => {
    const queue = running([turn(1), turn(2)])
    const idle = seen(queue, 4_000)
    expect([idle.idleMs, seen(idle, 9_000).idleMs]).toEqual([4_000, 4_000])
    const gone = seen(idle, 9_000, AWAY)
    expect([gone.idleMs, gone.hostGoneMs]).toEqual([null, 9_000])
    expect(seen(gone, 9_000 + MINUTE_MS - 1, AWAY)).toMatchObject({ state: 'running', hostGoneMs: 9_000 })
    expect(seen(gone, 9_000 + MINUTE_MS, AWAY)).toMatchObject({
      ...{ state: 'paused', pausedBy: 'host_lost', pausedMs: 9_000 + MINUTE_MS },
    })
    expect(seen(gone, 9_000 + MINUTE_MS).hostGoneMs).toBeNull()
    // Also where one fan alone waits.
    expect(seen(running([turn(1)]), 9_000, AWAY)).toMatchObject({ idleMs: null, hostGoneMs: 9_000 })
  })

  test('is not idle while somebody is ready', () => {
    const queue = running([turn(1), turn(2, { readyMs: 0 })])
    expect(seen(queue, 4_000)).toBe(queue)
  })

  test('passes over those whose moment came, and skips them 5 min later, 5 min after the time they were told', () => {
    // The first read a range until five minutes after the start, the twentieth until half an hour after it.
    const [one, last] = [turn(1, { position: 1 }), turn(20, { number: 20, position: 20 })]
    const queue = running([one, last])
    const untilMs = promisedUntilMs(queue, one, 0)
    expect([untilMs, promisedUntilMs(queue, last, 0)]).toEqual([5 * MINUTE_MS, 30 * MINUTE_MS])
    const idle = { ...queue, idleMs: MINUTE_MS }
    expect(seen(idle, 2 * MINUTE_MS).turns.map(({ passed }) => passed)).toEqual([true, false])
    expect(states(seen(idle, 10 * MINUTE_MS - 1))).toEqual(['waiting', 'waiting'])
    const skipped = seen(idle, 10 * MINUTE_MS)
    expect(skipped.turns[0]).toMatchObject({ state: 'skipped', why: 'absent', passed: true })
    expect([skipped.state, states(skipped)[1]]).toEqual(['running', 'waiting'])
    expect(seen(skipped, 35 * MINUTE_MS)).toMatchObject({ state: 'ended' })
    // Not before it was idle for five minutes.
    const later = { ...queue, idleMs: 8 * MINUTE_MS }
    expect(states(seen(later, 13 * MINUTE_MS - 1))).toEqual(['waiting', 'waiting'])
    expect(states(seen(later, 13 * MINUTE_MS))).toEqual(['skipped', 'waiting'])
  })

  test('keeps a fan until the latest time that they were told', () => {
    const announced = turn(1, { announcedUntilMs: 9 * MINUTE_MS })
    const idle = running([announced, turn(2, { announcedUntilMs: 60 * MINUTE_MS })], { idleMs: 0 })
    expect(states(seen(idle, 14 * MINUTE_MS - 1))[0]).toBe('waiting')
    expect(states(seen(idle, 14 * MINUTE_MS))[0]).toBe('skipped')
  })

  test('is over five minutes after nobody waits any more, also while the host is away', () => {
    const empty = running([turn(1, { state: 'served' })])
    const idle = seen(empty, 1_000, AWAY)
    expect([idle.idleMs, idle.state]).toEqual([1_000, 'running'])
    expect(seen(idle, 1_000 + 5 * MINUTE_MS - 1, AWAY).state).toBe('running')
    expect(seen(idle, 1_000 + 5 * MINUTE_MS, AWAY).state).toBe('ended')
  })
})

describe('after the clock of the machine was set back by an hour', () => {
  const HOUR_MS = 60 * MINUTE_MS

  /** The line when its time has passed on from the moment at which the clock was set back. */
  function passed(queue: Queue, forMs: number, observed: Partial<Observed> = {}): Queue {
    return seen(seen(queue, 0, observed), forMs, observed)
  }

  test('a fan who is called or in turn, and away, is waited for as long as at any other time', () => {
    const alone = { aloneMs: HOUR_MS, readyMs: HOUR_MS }
    const called = running([turn(1, { state: 'called', ...alone }), turn(2)])
    expect(states(passed(called, 20 * SECOND_MS - 1))[0]).toBe('called')
    expect(passed(called, 20 * SECOND_MS).turns[0]).toMatchObject({ state: 'waiting', missed: 1 })
    const inTurn = running([turn(1, { state: 'in_turn', ...alone }), turn(2)])
    expect(seen(inTurn, 0, { fanFlows: true }).turns[0]).toMatchObject({ aloneMs: null, awayMs: 0 })
    expect(states(passed(inTurn, 15 * SECOND_MS))[0]).toBe('waiting')
  })

  test('so is a host, a line in which nobody is ready, and one that stands still', () => {
    const away = running([turn(1, { state: 'in_turn' })], { hostGoneMs: HOUR_MS })
    expect(passed(away, MINUTE_MS, { hostFlows: false })).toMatchObject({
      ...{ state: 'paused', pausedBy: 'host_lost' },
    })
    const idle = running([turn(1)], { idleMs: HOUR_MS })
    expect(passed(idle, MINUTE_MS).idleMs).toBe(0)
    const still = running([turn(1)], { state: 'paused', pausedMs: HOUR_MS })
    expect(passed(still, HOUR_MS).state).toBe('ended')
  })

  test('who was ready is ready no longer than at any other time', () => {
    const queue = running([turn(1, { readyMs: HOUR_MS }), turn(2, { state: 'in_turn' })])
    expect(passed(queue, QUEUE_READY_FOR_MS - 1, { fanFlows: true }).turns[0]?.readyMs).toBe(0)
    expect(passed(queue, QUEUE_READY_FOR_MS, { fanFlows: true }).turns[0]?.readyMs).toBeNull()
  })
})
