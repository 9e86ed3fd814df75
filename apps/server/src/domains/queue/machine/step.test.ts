import { MINUTE_MS } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { backOf, type Observed, type Queue, type Turn, turnOf } from './queue.ts'
import { backNow, newTurn, type QueueAction, step } from './step.ts'
import { queueOf } from './testing/line.ts'

const STATES = ['waiting', 'called', 'in_turn', 'served', 'part', 'skipped', 'left', 'unserved'] as const
const OBSERVED: Observed = { fanFlows: false, hostFlows: true, isLive: false, usedMs: 0, hostIsHere: true }
const turn = (n: number, more: Partial<Turn> = {}): Turn => ({ ...newTurn(`place-${n}`, n, n), ...more })
/** With a range that its fan has read, so that a step changes nothing that it does not have to. */
const announced = (n: number, more: Partial<Turn> = {}) => turn(n, { announcedUntilMs: 10_000_000, ...more })
const running = (turns: Turn[], more: Partial<Queue> = {}) =>
  queueOf(0, { state: 'running', openedMs: 0, turns, ...more })

type Moment = { nowMs?: number; observed?: Partial<Observed> }
const tried = (queue: Queue, action: QueueAction, { nowMs = 1_000, observed = {} }: Moment = {}) =>
  step(queue, action, { nowMs, observed: { ...OBSERVED, ...observed } })
const refusal = (queue: Queue, action: QueueAction, moment?: Moment) => {
  const stepped = tried(queue, action, moment)
  return 'refused' in stepped ? stepped.refused : null
}
function after(queue: Queue, action: QueueAction, moment?: Moment): Queue {
  const stepped = tried(queue, action, moment)
  if ('refused' in stepped) throw new Error(stepped.refused)
  return stepped.queue
}
const own = (queue: Queue, n: number) => {
  const found = turnOf(queue, `place-${n}`)
  if (!found) throw new Error(`there is no place ${n}`)
  return found
}
const place = 'place-1'

describe('what a host may do', () => {
  test('depends on the state of the line, and each refusal says why', () => {
    const of = (state: Queue['state'], action: QueueAction) => refusal(queueOf(1, { state }), action)
    const said = (kind: 'open' | 'pause' | 'resume' | 'end' | 'next') =>
      (['scheduled', 'running', 'paused', 'ended'] as const).map(state => of(state, { kind }))
    const isOpen = 'The queue is open already'
    expect(said('open')).toEqual([null, isOpen, isOpen, isOpen])
    expect(said('pause')).toEqual(['The queue is not open', null, 'It is paused', 'The queue is not open'])
    expect(said('resume')).toEqual(['It is not paused', 'It is not paused', null, 'It is not paused'])
    const notBegun = 'The queue has not begun: cancel the event instead'
    expect(said('end')).toEqual([notBegun, null, null, 'The queue is over'])
    expect(said('next')).toEqual([
      'The queue is not open',
      'Nobody is ready yet',
      'The queue is paused',
      'The queue is over',
    ])
    const note = { kind: 'note', says: null } as const
    expect([of('ended', note), of('scheduled', note)]).toEqual(['The queue is over', null])
  })

  test('is not to open it before its time', () => {
    const queue = queueOf(1, { startsMs: 5_000 })
    expect(refusal(queue, { kind: 'open' }, { nowMs: 4_999 })).toBe('The queue opens at its time')
    expect(after(queue, { kind: 'open' }, { nowMs: 5_000 })).toMatchObject({
      state: 'running',
      openedMs: 5_000,
    })
  })

  test('is to pause it, which measures no change and counts how long it lasted', () => {
    const handed = running([announced(1)], { handedMs: 500, hostGoneMs: 400 })
    const still = after(handed, { kind: 'pause' }, { nowMs: 1_000 })
    expect(still).toMatchObject({
      ...{ state: 'paused', pausedMs: 1_000, pausedBy: 'desk', hostGoneMs: null, handedMs: null },
    })
    const again = after({ ...still, pausedBeforeMs: 300, idleMs: 7 }, { kind: 'resume' }, { nowMs: 5_000 })
    expect(again).toMatchObject({ state: 'running', pausedMs: null, pausedBy: null, pausedBeforeMs: 4_300 })
    expect(again.idleMs).toBeNull()
    const unknown = { ...still, pausedMs: null, pausedBeforeMs: 300 }
    expect(after(unknown, { kind: 'resume' }, { nowMs: 5_000 }).pausedBeforeMs).toBe(300)
  })

  test('is to press Next, which ends a turn and not a call', () => {
    const called = running([announced(1, { state: 'called' }), announced(2, { readyMs: 0 })])
    expect(refusal(called, { kind: 'next' })).toBe('The next fan is being called')
    const inTurn = running([announced(1, { state: 'in_turn', usedMs: 5_000 }), announced(2, { readyMs: 0 })])
    const next = after(inTurn, { kind: 'next' }, { observed: { usedMs: 9_000 } })
    expect(own(next, 1)).toMatchObject({ state: 'part', usedMs: 9_000 })
    expect(own(next, 2)).toMatchObject({ state: 'called', calledMs: 1_000 })
    // The line may be paused in a turn; nobody is called then.
    const still = after({ ...inTurn, state: 'paused', pausedMs: 0 }, { kind: 'next' })
    expect([own(still, 1).state, own(still, 2).state]).toEqual(['part', 'waiting'])
  })

  test('is to say something to everybody, and to take it back', () => {
    const said = after(running([announced(1)]), { kind: 'note', says: 'short_break' }, { nowMs: 3_000 })
    expect([said.note, said.version]).toEqual([{ says: 'short_break', atMs: 3_000 }, 2])
    expect(after(said, { kind: 'note', says: null })).toMatchObject({ note: null, version: 3 })
  })
})

describe('the version', () => {
  const queue = running([announced(1), announced(2, { state: 'in_turn' })])
  const grows = (action: QueueAction, from = queue) => after(from, action).version - from.version

  test('grows with a state, an order, a place, a missed call; not with readiness or time alone', () => {
    expect(grows({ kind: 'tick' })).toBe(0)
    expect(grows({ kind: 'ready', place })).toBe(0)
    expect(grows({ kind: 'skip', place })).toBe(1)
    expect(grows({ kind: 'bought', place: 'place-3' })).toBe(1)
    expect(grows({ kind: 'pause' })).toBe(1)
    const three = running([announced(1), announced(2), announced(3, { state: 'in_turn' })])
    expect(grows({ kind: 'move', place, after: 'place-2' }, three)).toBe(1)
    expect(grows({ kind: 'move', place, after: null }, three)).toBe(0)
  })
})

describe('a desk', () => {
  test('does nothing in a line that is over, nor to a turn that is over', () => {
    const over = running([announced(1, { state: 'skipped' })], { state: 'ended' })
    for (const kind of ['skip', 'readmit', 'remove'] as const)
      expect([kind, refusal(over, { kind, place })]).toEqual([kind, 'The queue is over'])
    for (const state of STATES) {
      const queue = running([announced(1, { state })])
      const isOver = ['served', 'part', 'left', 'unserved'].includes(state)
      const said = {
        remove: isOver ? 'This turn is over' : null,
        readmit: state === 'skipped' ? null : 'This fan was not skipped',
        skip: state === 'waiting' ? null : 'This fan does not wait',
      }
      for (const kind of ['remove', 'readmit', 'skip'] as const)
        expect([state, kind, refusal(queue, { kind, place })]).toEqual([state, kind, said[kind]])
    }
    expect(refusal(running([]), { kind: 'skip', place })).toBe('This place is not in the line')
  })

  test('removes with all of the money, or with what was not used', () => {
    const removed = (more: Partial<Turn>, observed = {}) =>
      own(after(running([announced(1, more)]), { kind: 'remove', place }, { observed }), 1)
    expect(removed({ state: 'skipped', why: 'absent' })).toMatchObject({ state: 'unserved', why: null })
    expect(removed({ usedMs: 1 })).toMatchObject({ state: 'part', usedMs: 1 })
    expect(removed({ state: 'in_turn' }, { usedMs: 60_000 })).toMatchObject({ state: 'served' })
  })

  test('lets in again at the end, as somebody who was passed over where they were not there', () => {
    const readmitted = (more: Partial<Turn>) => {
      const skipped = announced(1, { state: 'skipped', why: 'not_their_doing', ...more })
      const queue = running([skipped, announced(2)], { idleMs: 5 })
      const back = after(queue, { kind: 'readmit', place })
      expect(back.idleMs).toBeNull()
      return own(back, 1)
    }
    expect(readmitted({})).toMatchObject({
      state: 'waiting',
      why: null,
      missed: 0,
      passed: false,
      position: 3,
    })
    expect(readmitted({ missed: 1 })).toMatchObject({ missed: 0, passed: true })
    expect(readmitted({ passed: true }).passed).toBe(true)
    expect(readmitted({ why: 'absent' }).passed).toBe(true)
  })

  test('moves a fan behind another, in the positions that they had', () => {
    const turns = [
      announced(1, { position: 2 }),
      announced(2, { position: 5 }),
      announced(3, { position: 9 }),
    ]
    const queue = running([...turns, announced(4, { state: 'served', position: 7 })], { idleMs: 5 })
    const positions = (from: number, behind: number | null) => {
      const to = behind === null ? null : `place-${behind}`
      const moved = after(queue, { kind: 'move', place: `place-${from}`, after: to })
      expect(moved.idleMs).toBeNull()
      return moved.turns.map(({ position }) => position)
    }
    expect(positions(1, 3)).toEqual([9, 2, 5, 7])
    expect(positions(3, null)).toEqual([5, 9, 2, 7])
    expect(positions(3, 1)).toEqual([2, 9, 5, 7])
    const behind = (after: string) => refusal(queue, { kind: 'move', place, after })
    expect(behind('place-4')).toBe('The fan before does not wait')
    expect([behind('place-1'), behind('place-2')]).toEqual(['The fan before does not wait', null])
  })
})

describe('a place', () => {
  test('that is paid comes last in number and order, once', () => {
    const queue = running([announced(1, { position: 8 }), announced(2, { number: 5 })], { idleMs: 5 })
    const bought = after(queue, { kind: 'bought', place: 'place-9' })
    expect(own(bought, 9)).toMatchObject({ number: 6, position: 9, state: 'waiting', missed: 0, usedMs: 0 })
    expect(own(bought, 9)).toMatchObject({
      awayMs: 0,
      passed: false,
      isRest: false,
      why: null,
      readyMs: null,
    })
    expect(bought.idleMs).toBeNull()
    expect(after(bought, { kind: 'bought', place: 'place-9' }).turns).toHaveLength(3)
    expect(own(after(running([]), { kind: 'bought', place }), 1)).toMatchObject({ number: 1, position: 1 })
  })

  test('that is not in the line is refused, and needs no ending', () => {
    const queue = running([announced(2)])
    for (const kind of ['ready', 'away', 'leave', 'begun', 'used_up'] as const)
      expect(refusal(queue, { kind, place })).toBe('This place is not in the line')
    expect(after(queue, { kind: 'departed', place, why: 'absent' }).turns).toEqual(queue.turns)
    expect(after(queue, { kind: 'disputed', place }).turns).toEqual(queue.turns)
  })

  test.each(STATES)('whose sale ended elsewhere ends with it: %s', state => {
    const gone = (more: Partial<Turn> = {}, queue: Partial<Queue> = {}) =>
      own(
        after(
          running([announced(1, { state, ...more })], queue),
          { kind: 'departed', place, why: 'not_their_doing' },
          { observed: { usedMs: 7_000 } },
        ),
        1,
      )
    if (state === 'in_turn') expect(gone()).toMatchObject({ state: 'part', usedMs: 7_000 })
    else if (state === 'waiting' || state === 'called' || state === 'skipped')
      expect(gone()).toMatchObject({ state: 'left', why: 'not_their_doing' })
    else expect(gone()).toMatchObject({ state, why: null })
    if (state !== 'skipped') return
    expect(gone({ why: 'absent' })).toMatchObject({ state: 'left', why: 'absent' })
    expect(gone({ why: 'absent' }, { state: 'ended' })).toMatchObject({ state: 'skipped', why: 'absent' })
  })
})

describe('a fan', () => {
  test.each(STATES)('says that they are ready, or leaves, while they have a turn: %s', state => {
    const queue = running([announced(1, { state })])
    const isIn = state === 'waiting' || state === 'called' || state === 'in_turn'
    expect(refusal(queue, { kind: 'ready', place })).toBe(isIn ? null : 'This place is not in the line')
    const mayLeave = isIn || state === 'skipped'
    expect(refusal(queue, { kind: 'leave', place })).toBe(mayLeave ? null : 'This turn is over')
    const over = { ...queue, state: 'ended' } as const
    expect(refusal(over, { kind: 'ready', place })).toBe('This place is not in the line')
    expect(refusal(over, { kind: 'leave', place })).toBe('The queue is over')
    if (state !== 'in_turn') return
    const left = own(after(queue, { kind: 'leave', place }, { observed: { usedMs: 4_000 } }), 1)
    expect(left).toMatchObject({ state: 'part', usedMs: 4_000 })
  })

  test('who leaves has all back where the line was late for them, and is told so before', () => {
    for (const nowMs of [30 * MINUTE_MS - 1, 30 * MINUTE_MS]) {
      const isLate = nowMs === 30 * MINUTE_MS
      const queue = running([announced(1, { state: 'called' })], { absent: 'keep' })
      const left = after(queue, { kind: 'leave', place }, { nowMs })
      expect(own(left, 1)).toMatchObject({ state: 'left', why: isLate ? 'not_their_doing' : 'absent' })
      for (const state of ['called', 'waiting'] as const)
        expect(backNow(queue, turn(1, { state }), nowMs)).toBe(isLate ? 'all' : 'none')
      expect(backOf(left, own(left, 1))).toBe(isLate ? 'all' : 'none')
    }
  })

  test.each(STATES)('is told what would go back: %s', state => {
    const queue = running([], { absent: 'keep' })
    const back = backNow(queue, turn(1, { state, why: 'absent' }), 0)
    const expected = { in_turn: 'unused', part: 'unused', unserved: 'all' } as const
    expect(back).toBe(state in expected ? expected[state as keyof typeof expected] : 'none')
  })

  test('who is away is not ready', () => {
    const away = after(running([announced(1, { readyMs: 0 }), announced(2, { state: 'in_turn' })]), {
      kind: 'away',
      place,
    })
    expect(own(away, 1).readyMs).toBeNull()
  })
})

describe('the clock of paid time', () => {
  test.each(STATES)('begins a turn that was called, and ends one whose time is used: %s', state => {
    const queue = running([announced(1, { state, usedMs: 5, aloneMs: 3 })])
    const isBegun = state === 'called' || state === 'in_turn'
    expect(refusal(queue, { kind: 'begun', place })).toBe(isBegun ? null : 'It is not this fan’s turn')
    if (isBegun) expect(own(after(queue, { kind: 'begun', place }), 1).state).toBe('in_turn')
    // What was begun before is not begun again: the stretch in which its fan is away is kept.
    if (state === 'in_turn') expect(own(after(queue, { kind: 'begun', place }), 1).aloneMs).toBe(3)
    const used = after(queue, { kind: 'used_up', place }, { nowMs: 9_000 })
    if (isBegun || state === 'waiting') {
      expect(own(used, 1)).toMatchObject({ state: 'served', usedMs: 60_000, aloneMs: null })
    } else expect(own(used, 1)).toMatchObject({ state, usedMs: 5 })
  })

  test('measures the change from one fan to the next, where one followed at once', () => {
    const handed = (turns: Turn[]) => after(running(turns), { kind: 'used_up', place }, { nowMs: 9_000 })
    const followed = handed([announced(1, { state: 'in_turn' }), announced(2, { readyMs: 0 })])
    expect([followed.handedMs, own(followed, 2).state]).toEqual([9_000, 'called'])
    const begun = after(followed, { kind: 'begun', place: 'place-2' }, { nowMs: 11_500 })
    expect([begun.changeoversMs, begun.handedMs]).toEqual([[2_500], null])
    const alone = handed([announced(1, { state: 'in_turn' }), announced(2)])
    expect([alone.handedMs, own(alone, 2).state]).toEqual([null, 'waiting'])
  })
})

describe('after each step', () => {
  test('the first who is ready is called while the line moves, and those before them were passed over', () => {
    const ready = [
      announced(1),
      announced(2, { readyMs: 0, awayMs: 9, aloneMs: 5 }),
      announced(3, { readyMs: 0 }),
    ]
    const called = after(running(ready, { idleMs: 5, hostGoneMs: 6 }), { kind: 'tick' }, { nowMs: 2_000 })
    expect(own(called, 2)).toMatchObject({ state: 'called', calledMs: 2_000, aloneMs: null, awayMs: 0 })
    expect([called.idleMs, called.hostGoneMs]).toEqual([null, null])
    expect([1, 2, 3].map(n => own(called, n).passed)).toEqual([true, false, false])
    for (const state of ['scheduled', 'paused'] as const) {
      const still = after(running(ready, { state, idleMs: 5 }), { kind: 'ready', place: 'place-3' })
      expect([own(still, 2).state, still.idleMs]).toEqual(['waiting', null])
    }
    const busy = [announced(1, { state: 'in_turn' }), ...ready.slice(1)]
    expect(own(after(running(busy), { kind: 'ready', place: 'place-3' }), 2).state).toBe('waiting')
  })

  test('whose place is paid after the end is unserved, and nothing else changes', () => {
    const over = running([announced(1, { state: 'left' }), announced(2, { state: 'skipped' })], {
      state: 'ended',
    })
    const late = after(over, { kind: 'bought', place: 'place-3' })
    expect([1, 2, 3].map(n => own(late, n).state)).toEqual(['left', 'skipped', 'unserved'])
    expect(after(over, { kind: 'tick' }).turns).toBe(over.turns)
  })
})
