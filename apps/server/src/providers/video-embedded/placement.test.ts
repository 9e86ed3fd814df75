import { describe, expect, it } from 'vitest'
import { BUSY_CPU_PERCENT, type Placeable, placeRoom, placeViewer } from './placement.ts'

const worker = (connections: number, change: Partial<Placeable> = {}) => ({
  isUp: true,
  cpuPercent: 5,
  capacity: 200,
  connections,
  ...change,
})
const busy = { cpuPercent: BUSY_CPU_PERCENT }
const down = { isUp: false }

describe('a new room', () => {
  it.each([
    ['goes where fewest are', [worker(9), worker(3), worker(4)], 1],
    ['not where the core is used up', [worker(9), worker(3, busy)], 0],
    ['not where all connections are taken', [worker(9), worker(3, { capacity: 3 })], 0],
    ['not to a worker that is down', [worker(9), worker(0, down)], 0],
    ['to a busy one rather than nowhere', [worker(9, busy), worker(3, busy)], 1],
    ['to one that is down when none is up, and waits there', [worker(9, down), worker(3, down)], 1],
  ])('%s', (_case, workers, expected) => {
    expect(placeRoom(workers)).toBe(workers[expected])
  })

  it('has no place without workers', () => {
    expect(placeRoom([])).toBeNull()
  })
})

describe('one more viewer of an event', () => {
  it.each([
    ['goes to the host’s worker though others are empty', [worker(199), worker(0)], [], 0],
    ['to another once that one is full', [worker(200), worker(7)], [], 1],
    ['or once its core is used up', [worker(50, busy), worker(7)], [], 1],
    ['to one that has the event before an empty one', [worker(200), worker(90), worker(0)], [1], 1],
    ['to the emptier of two that have it', [worker(200), worker(90), worker(80)], [1, 2], 2],
    ['to a new one when those that have it are full', [worker(200), worker(200), worker(9)], [1], 2],
    ['to a new one when those that have it are busy', [worker(200), worker(90, busy), worker(9)], [1], 2],
    ['to a busy one rather than nowhere', [worker(200), worker(90, busy)], [1], 1],
    ['back to the host’s busy worker when all others are full', [worker(90, busy), worker(200)], [1], 0],
    ['elsewhere while the host’s worker is down', [worker(0, down), worker(9)], [], 1],
  ])('%s', (_case, all, having, expected) => {
    const [owner] = all
    if (!owner) throw new Error('no owner')
    const chosen = placeViewer({ owner, all, having: all.filter((_, i) => (having as number[]).includes(i)) })
    expect(chosen).toBe(all[expected])
  })

  it('has no place where every connection is taken', () => {
    const owner = worker(200)
    expect(placeViewer({ owner, having: [], all: [owner, worker(200), worker(0, down)] })).toBeNull()
  })
})
