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

  test('a drop of 14 s goes on; of 16 s it becomes one turn at the end with the rest', () => {
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
    line.pass(6 * MINUTE_MS, 5_000)
    expect([line.state(1), line.state(30)]).toEqual(['skipped', 'waiting'])
    const left = new Line(queueOf(2, { absent: 'keep' }))
    left.hostIsHere = false
    left.do({ kind: 'open' })
    left.pass(70 * MINUTE_MS, 5_000)
    expect([left.queue.state, left.state(1), back(left, 1)]).toEqual(['ended', 'unserved', 'all'])
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

test('the version grows with what a desk sees, and not with who is ready', () => {
  const line = openLine(2)
  const { version } = line.queue
  line.do({ kind: 'ready', place: 'place-2' })
  line.pass(3_000)
  expect(line.queue.version).toBe(version + 1)
  line.do({ kind: 'skip', place: 'place-2' })
  expect(line.queue.version).toBe(version + 2)
})

test('a range is told in steps of five minutes, wider the further away', () => {
  const near = rangeOf(10 * MINUTE_MS, 0)
  const far = rangeOf(100 * MINUTE_MS, 0)
  expect([near.fromMs / MINUTE_MS, near.toMs / MINUTE_MS]).toEqual([5, 15])
  expect([far.fromMs / MINUTE_MS, far.toMs / MINUTE_MS]).toEqual([85, 115])
})
