import { MINUTE_MS } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { aheadOf, rangeOf } from './eta.ts'
import { backOf, turnOf } from './queue.ts'
import { Line, queueOf } from './testing/line.ts'

/** A line of some fans, all of whom are ready, and who are there when they are called. */
function openLine(places: number, more: Parameters<typeof queueOf>[1] = {}): Line {
  const line = new Line(queueOf(places, more))
  for (let n = 1; n <= places; n++) arrive(line, n)
  line.do({ kind: 'open' })
  return line
}
const arrive = (line: Line, n: number) => line.arrive(`place-${n}`)
const back = (line: Line, n: number) => {
  const turn = turnOf(line.queue, `place-${n}`)
  return turn && backOf(line.queue, turn)
}

describe('turns', () => {
  test('follow each other by themselves, and each is served to its last second', () => {
    const line = openLine(3)
    line.pass(3 * 60_000)
    expect([1, 2, 3].map(n => line.state(n))).toEqual(['served', 'served', 'served'])
    line.pass(6 * MINUTE_MS)
    expect(line.queue.state).toBe('ended')
  })

  test('Next before zero ends a turn, gives the rest back and calls the next', () => {
    const line = openLine(2)
    line.pass(20_000)
    expect(line.do({ kind: 'next' })).toBe('done')
    expect([line.state(1), back(line, 1), turnOf(line.queue, 'place-1')?.usedMs]).toEqual([
      'part',
      'unused',
      20_000,
    ])
    expect(line.state(2)).toBe('called')
    expect(line.do({ kind: 'next' })).toBe('The next fan is being called')
  })

  test('who is not ready keeps the number, and comes right after the present turn once they are', () => {
    const line = new Line(queueOf(3))
    for (const n of [2, 3]) arrive(line, n)
    line.do({ kind: 'open' })
    line.pass(10_000)
    expect(line.state(2)).toBe('in_turn')
    arrive(line, 1)
    line.pass(50_000)
    expect([line.state(1), line.state(3)]).toEqual(['called', 'waiting'])
  })

  test('who is called and does not come in 20 s missed it; twice, and they are skipped', () => {
    const line = openLine(2)
    line.fanFlows.delete('place-1')
    line.pass(20_000)
    expect([line.state(1), line.state(2)]).toEqual(['called', 'waiting'])
    line.pass(2_000)
    expect([line.state(1), line.state(2)]).toEqual(['waiting', 'in_turn'])
    line.do({ kind: 'ready', place: 'place-1' })
    line.pass(60_000 + 22_000)
    expect(line.state(1)).toBe('skipped')
    expect(back(line, 1)).toBe('all')
  })

  test('nobody misses a call of a host whose own media does not flow', () => {
    const line = openLine(1, { absent: 'keep' })
    line.fanFlows.clear()
    line.hostFlows = false
    line.pass(59_000)
    expect(line.state(1)).toBe('called')
    line.pass(5_000)
    expect([line.queue.state, line.queue.pausedBy, line.state(1)]).toEqual(['paused', 'host_lost', 'waiting'])
    expect(turnOf(line.queue, 'place-1')?.missed).toBe(0)
  })

  test('a drop of 14 s continues; of 16 s it becomes one turn at the end with the rest', () => {
    const line = openLine(2)
    line.pass(20_000)
    line.fanFlows.delete('place-1')
    line.pass(14_000)
    line.fanFlows.add('place-1')
    line.pass(5_000)
    expect([line.state(1), line.usedMs.get('place-1')]).toEqual(['in_turn', 25_000])
    line.fanFlows.delete('place-1')
    line.pass(17_000)
    expect([line.state(1), line.state(2)]).toEqual(['waiting', 'in_turn'])
    arrive(line, 1)
    line.pass(60_000 + 36_000)
    expect([line.state(1), line.state(2)]).toEqual(['served', 'served'])
  })

  test('a drop with less than 20 s left, and a second drop, give the rest back', () => {
    const line = openLine(2)
    line.pass(45_000)
    line.fanFlows.delete('place-1')
    line.pass(17_000)
    expect([line.state(1), back(line, 1)]).toEqual(['part', 'unused'])
    line.pass(10_000)
    line.fanFlows.delete('place-2')
    line.pass(17_000)
    arrive(line, 2)
    line.pass(5_000)
    expect(line.state(2)).toBe('in_turn')
    line.fanFlows.delete('place-2')
    line.pass(17_000)
    expect([line.state(2), back(line, 2)]).toEqual(['part', 'unused'])
  })
})

describe('the host', () => {
  test('who does not open within 15 minutes is absent: everybody gets all of it', () => {
    const line = new Line(queueOf(2, { absent: 'keep' }))
    line.pass(15 * MINUTE_MS - 1_000, 60_000)
    expect([line.queue.state, back(line, 1)]).toEqual(['ended', 'all'])
  })

  test('who lets it stand still for an hour ends it: everybody who waits gets all of it', () => {
    const line = openLine(3, { absent: 'keep' })
    line.do({ kind: 'pause' })
    line.pass(60 * MINUTE_MS - 10_000, 5_000)
    expect(line.queue.state).toBe('paused')
    line.pass(10_000, 5_000)
    expect([line.queue.state, back(line, 2), back(line, 3)]).toEqual(['ended', 'all', 'all'])
  })

  test('who ends it: the one in turn gets what is left, the others all', () => {
    const line = openLine(2, { absent: 'keep' })
    line.pass(10_000)
    line.do({ kind: 'end' })
    expect([line.state(1), line.state(2), back(line, 1), back(line, 2)]).toEqual([
      'part',
      'unserved',
      'unused',
      'all',
    ])
  })

  test('who is lost for a minute in a turn pauses the queue, and the turn comes first again with its rest', () => {
    const line = openLine(2)
    line.pass(10_000)
    line.hostFlows = false
    line.pass(62_000)
    expect([line.queue.state, line.state(1)]).toEqual(['paused', 'waiting'])
    line.hostFlows = true
    line.do({ kind: 'resume' })
    expect(line.state(1)).toBe('called')
    line.pass(50_000)
    expect(line.state(1)).toBe('served')
  })

  test('cannot keep the money of somebody who is there: who is skipped by hand gets all of it', () => {
    const line = openLine(2, { absent: 'keep' })
    line.do({ kind: 'skip', place: 'place-2' })
    line.pass(60_000)
    line.do({ kind: 'end' })
    expect([line.state(2), back(line, 2)]).toEqual(['skipped', 'all'])
  })

  test('cannot keep the money of those whose time has not come, nor by walking away from an open queue', () => {
    const line = new Line(queueOf(30, { absent: 'keep' }))
    line.do({ kind: 'open' })
    line.pass(11 * MINUTE_MS, 5_000)
    expect([line.state(1), line.state(30)]).toEqual(['skipped', 'waiting'])
    const left = new Line(queueOf(2, { absent: 'keep' }))
    left.hostIsHere = false
    left.do({ kind: 'open' })
    left.pass(70 * MINUTE_MS, 5_000)
    expect([left.queue.state, left.state(1), back(left, 1)]).toEqual(['ended', 'unserved', 'all'])
  })
})

describe('a fan who is not there', () => {
  const NOBODY = { absent: 'keep', turnMs: 60_000 } as const
  /** Number 20 reads "about 20 to 30 minutes" after the start: a turn and a change of 75 s for each before them. */
  const NUMBER = 20

  test('is not skipped before the time that they were told is over, and five minutes more', () => {
    const line = new Line(queueOf(NUMBER, NOBODY))
    line.do({ kind: 'open' })
    line.pass(35 * MINUTE_MS - 5_000, 5_000)
    expect([line.state(1), line.state(NUMBER)]).toEqual(['skipped', 'waiting'])
    line.pass(5_000, 5_000)
    expect([line.state(NUMBER), line.queue.state]).toEqual(['skipped', 'ended'])
  })

  test('has that much longer when it was opened late, when it stood still and when they were set back', () => {
    const late = new Line(queueOf(NUMBER, NOBODY))
    late.pass(10 * MINUTE_MS, MINUTE_MS)
    late.do({ kind: 'open' })
    late.do({ kind: 'pause' })
    late.pass(10 * MINUTE_MS, MINUTE_MS)
    late.do({ kind: 'resume' })
    late.pass(35 * MINUTE_MS - 5_000, 5_000)
    expect(late.state(NUMBER)).toBe('waiting')
    late.pass(5_000, 5_000)
    expect(late.state(NUMBER)).toBe('skipped')
    const moved = new Line(queueOf(NUMBER, NOBODY))
    moved.do({ kind: 'open' })
    moved.do({ kind: 'move', place: 'place-1', after: `place-${NUMBER}` })
    moved.pass(30 * MINUTE_MS, 5_000)
    expect([moved.state(2), moved.state(1)]).toEqual(['skipped', 'waiting'])
  })

  test('and is let in again, or buys late, is not skipped at the next moment', () => {
    const line = new Line(queueOf(NUMBER, NOBODY))
    line.do({ kind: 'open' })
    line.pass(15 * MINUTE_MS, 5_000)
    line.do({ kind: 'readmit', place: 'place-1' })
    line.pass(5 * MINUTE_MS, 5_000)
    expect([line.state(1), line.state(2)]).toEqual(['waiting', 'skipped'])
    for (const action of [
      { kind: 'readmit', place: 'place-1' },
      { kind: 'bought', place: 'place-2' },
    ] as const) {
      const quiet = new Line(queueOf(1, NOBODY))
      quiet.do({ kind: 'open' })
      quiet.do({ kind: 'skip', place: 'place-1' })
      quiet.pass(4 * MINUTE_MS, 5_000)
      quiet.nowMs += 40 * MINUTE_MS
      quiet.do(action)
      quiet.pass(5_000, 5_000)
      expect(turnOf(quiet.queue, action.place)?.state).toBe('waiting')
    }
  })

  test('has nothing back under “keep” by leaving later: skipped, missed, passed over or the only one left', () => {
    const skipped = new Line(queueOf(NUMBER, NOBODY))
    skipped.do({ kind: 'open' })
    skipped.pass(11 * MINUTE_MS, 5_000)
    expect(skipped.state(1)).toBe('skipped')
    skipped.do({ kind: 'pause' })
    skipped.pass(30 * MINUTE_MS, MINUTE_MS)
    expect(skipped.do({ kind: 'leave', place: 'place-1' })).toBe('done')
    expect([skipped.state(1), back(skipped, 1)]).toEqual(['left', 'none'])

    const missed = openLine(40, NOBODY)
    missed.fanFlows.delete('place-1')
    for (let minute = 1; minute <= 31; minute++) {
      for (let n = 2; n <= 40; n++) missed.do({ kind: 'ready', place: `place-${n}` })
      missed.pass(MINUTE_MS)
    }
    expect([missed.state(1), turnOf(missed.queue, 'place-1')?.missed]).toEqual(['waiting', 1])
    missed.do({ kind: 'leave', place: 'place-1' })
    expect(back(missed, 1)).toBe('none')

    const passed = new Line(queueOf(40, NOBODY))
    passed.do({ kind: 'open' })
    // Somebody else is always there, so that nobody is skipped.
    for (let n = 2; n <= 40; n++) {
      arrive(passed, n)
      passed.pass(62_000, 1_000)
    }
    expect([passed.state(1), passed.state(30)]).toEqual(['waiting', 'served'])
    passed.do({ kind: 'leave', place: 'place-1' })
    expect(back(passed, 1)).toBe('none')

    const readmitted = new Line(queueOf(NUMBER, NOBODY))
    readmitted.do({ kind: 'open' })
    readmitted.pass(11 * MINUTE_MS, 5_000)
    readmitted.do({ kind: 'readmit', place: 'place-1' })
    readmitted.nowMs += 60 * MINUTE_MS
    readmitted.do({ kind: 'leave', place: 'place-1' })
    expect(back(readmitted, 1)).toBe('none')
  })

  test('has nothing back of a place that is kept by a dispute of it either', () => {
    const line = new Line(queueOf(NUMBER, NOBODY))
    line.do({ kind: 'open' })
    line.pass(11 * MINUTE_MS, 5_000)
    line.do({ kind: 'departed', place: 'place-1', why: 'not_their_doing' })
    expect([line.state(1), back(line, 1)]).toEqual(['left', 'none'])
  })

  test('has what leaving would give by a dispute while they wait: nothing where they missed their call', () => {
    const missed = openLine(2, NOBODY)
    missed.fanFlows.delete('place-1')
    missed.pass(25_000, 5_000)
    expect([missed.state(1), turnOf(missed.queue, 'place-1')?.missed]).toEqual(['waiting', 1])
    missed.do({ kind: 'disputed', place: 'place-1' })
    expect([missed.state(1), back(missed, 1)]).toEqual(['left', 'none'])
    const stands = openLine(2, NOBODY)
    stands.do({ kind: 'pause' })
    stands.pass(16 * MINUTE_MS, MINUTE_MS)
    stands.do({ kind: 'disputed', place: 'place-2' })
    expect(back(stands, 2)).toBe('all')
  })

  test('and bought when the line was late is not skipped before the time that the page told them', () => {
    const line = new Line(queueOf(NUMBER, NOBODY))
    line.do({ kind: 'open' })
    // Eleven who are late are left before who buys now.
    for (let n = 1; n <= 9; n++) line.do({ kind: 'remove', place: `place-${n}` })
    line.nowMs += 44 * MINUTE_MS
    line.do({ kind: 'bought', place: 'place-21' })
    line.pass(5_000, 5_000)
    const untilMs = rangeOf(line.nowMs + 11 * 75_000, line.nowMs).toMs
    line.pass(untilMs - line.nowMs + 5 * MINUTE_MS - 10_000, 5_000)
    expect([line.state(10), line.state(21), line.queue.state]).toEqual(['skipped', 'waiting', 'running'])
    line.pass(MINUTE_MS, 5_000)
    expect(line.state(21)).toBe('skipped')
  })

  test('but waited, ready, until the line was half an hour late for them leaves with all of it', () => {
    const line = openLine(4, { ...NOBODY, turnMs: 600_000 })
    line.nowMs += 61 * MINUTE_MS
    line.do({ kind: 'leave', place: 'place-4' })
    expect(back(line, 4)).toBe('all')
  })
})

describe('a turn that began', () => {
  test('has what was not used of it back, also of who stays away from its rest where that is kept', () => {
    const hostBroke = openLine(2, { absent: 'keep' })
    hostBroke.pass(20_000)
    hostBroke.hostFlows = false
    hostBroke.pass(62_000)
    expect(hostBroke.queue.pausedBy).toBe('host_lost')
    hostBroke.do({ kind: 'leave', place: 'place-1' })
    expect([hostBroke.state(1), back(hostBroke, 1)]).toEqual(['left', 'unused'])
    const dropped = openLine(1, { absent: 'keep' })
    dropped.pass(20_000)
    dropped.fanFlows.clear()
    dropped.pass(12 * MINUTE_MS)
    expect([dropped.state(1), back(dropped, 1)]).toEqual(['skipped', 'unused'])
  })

  test('is lost once its holder was away for 30 s in all, however short each time', () => {
    const line = openLine(2, { turnMs: 300_000 })
    line.pass(10_000)
    for (let drop = 1; drop <= 2; drop++) {
      line.fanFlows.delete('place-1')
      line.pass(14_000)
      line.fanFlows.add('place-1')
      line.pass(5_000)
    }
    expect(line.state(1)).toBe('in_turn')
    line.fanFlows.delete('place-1')
    line.pass(14_000)
    expect([line.state(1), turnOf(line.queue, 'place-1')?.isRest]).toEqual(['waiting', true])
    // What is left of it begins with a count of its own.
    arrive(line, 1)
    line.do({ kind: 'next' })
    expect([line.state(1), turnOf(line.queue, 'place-1')?.awayMs]).toEqual(['called', 0])
  })
})

describe('a fan', () => {
  test('who leaves an open line falls under the rule of absence, and gets all of it where the queue is late', () => {
    const line = openLine(30, { absent: 'keep' })
    line.do({ kind: 'leave', place: 'place-30' })
    expect([line.state(30), back(line, 30)]).toEqual(['left', 'none'])
    line.do({ kind: 'pause' })
    line.pass(16 * MINUTE_MS, 5_000)
    line.do({ kind: 'leave', place: 'place-29' })
    expect(back(line, 29)).toBe('all')
  })

  test('who was skipped may be let in again, and who is removed gets all of it', () => {
    const line = openLine(3, { absent: 'keep' })
    line.do({ kind: 'skip', place: 'place-2' })
    line.do({ kind: 'readmit', place: 'place-2' })
    line.do({ kind: 'remove', place: 'place-3' })
    expect([line.state(2), line.state(3), back(line, 3)]).toEqual(['waiting', 'unserved', 'all'])
  })

  test('is moved behind another, and the numbers stand', () => {
    const line = openLine(4)
    line.do({ kind: 'move', place: 'place-4', after: null })
    expect([2, 3, 4].map(n => aheadOf(line.queue, `place-${n}`, line.nowMs))).toEqual([2, 3, 1])
    line.do({ kind: 'move', place: 'place-4', after: 'place-2' })
    expect([2, 3, 4].map(n => aheadOf(line.queue, `place-${n}`, line.nowMs))).toEqual([1, 3, 2])
    expect(turnOf(line.queue, 'place-4')?.number).toBe(4)
  })

  test('who pays after the end is unserved', () => {
    const line = openLine(1)
    line.do({ kind: 'end' })
    line.do({ kind: 'bought', place: 'place-2' })
    expect([line.state(2), back(line, 2)]).toEqual(['unserved', 'all'])
  })
})

test('the version grows with what a desk sees, and not when a fan becomes ready', () => {
  const line = openLine(2)
  const { version } = line.queue
  line.do({ kind: 'ready', place: 'place-2' })
  line.pass(3_000)
  expect(line.queue.version).toBe(version + 1)
  line.do({ kind: 'skip', place: 'place-2' })
  expect(line.queue.version).toBe(version + 2)
})
