import { MINUTE_MS } from '@parley/contract'
import { expect, test } from 'vitest'
import { expectedMs, movesFrom, rangeOf } from './eta.ts'
import { inLine, type Queue } from './queue.ts'
import { Line, queueOf, randomOf } from './testing/line.ts'

const STEP_MS = 2_000
/** How often each waiting fan reads an estimate. */
const SHOWN_EVERY_STEPS = 30
const STEPS_MAX = 9_000
const SEEDS = [1, 2, 3]
/** So many who come are ready before their turn. */
const READY_AHEAD = 5

/** What is random in a line. Parts are of one. */
interface LineKind {
  places: number
  turnMs: number
  /** Who bought a place and stays away. */
  absent: number
  /** Turns that the host ends by Next, at any moment. */
  cut: number
  /** How long a fan takes from the call to the turn: between the two. */
  comesMs: readonly [number, number]
}

interface Estimate {
  atMs: number
  beganMs: number
  expected: number
  range: { fromMs: number; toMs: number }
}

/** One line from its opening to its end; answers the estimates that each fan read of a turn that began. */
function runLine(seed: number, kind: LineKind): Estimate[] {
  const random = randomOf(seed)
  const line = new Line(queueOf(kind.places, { turnMs: kind.turnMs }))
  const absent = new Set(line.queue.turns.flatMap(({ place }) => (random() < kind.absent ? place : [])))
  const began = new Map<string, number>()
  const estimates: (Omit<Estimate, 'beganMs'> & { place: string })[] = []
  let comesMs = 0
  let cutMs = Number.POSITIVE_INFINITY
  line.check = (before, after) => {
    const isNew = (state: string) => (_turn: Queue['turns'][number], i: number) =>
      after.turns[i]?.state === state && before.turns[i]?.state !== state
    if (after.turns.some(isNew('called'))) {
      const [least, most] = kind.comesMs
      comesMs = line.nowMs + least + random() * (most - least)
    }
    const begun = after.turns.find(isNew('in_turn'))
    if (!begun) return
    if (!began.has(begun.place)) began.set(begun.place, line.nowMs)
    cutMs = random() < kind.cut ? line.nowMs + random() * kind.turnMs : Number.POSITIVE_INFINITY
  }
  line.do({ kind: 'open' })
  for (let round = 0; line.queue.state === 'running' && round < STEPS_MAX; round++) {
    const coming = inLine(line.queue).filter(({ place }) => !absent.has(place))
    for (const { place } of coming.slice(0, READY_AHEAD)) line.do({ kind: 'ready', place })
    const { current } = line
    // Some take longer than others, and now and then a connection breaks.
    if (current && line.nowMs >= comesMs && random() > 0.01) line.fanFlows.add(current.place)
    if (current && random() < 0.002) line.fanFlows.delete(current.place)
    if (current?.state === 'in_turn' && line.nowMs >= cutMs) line.do({ kind: 'next' })
    if (round % SHOWN_EVERY_STEPS === 0) {
      const { queue, nowMs } = line
      const usedMs = line.usedMs.get(line.current?.place ?? '') ?? 0
      for (const { place } of inLine(queue)) {
        const expected = expectedMs(queue, place, { nowMs, usedMs })
        if (expected === null) throw new Error('who waits is told something')
        const range = rangeOf(expected, movesFrom(queue, nowMs))
        estimates.push({ place, atMs: nowMs, expected, range })
      }
    }
    line.pass(STEP_MS, STEP_MS)
  }
  return estimates.flatMap(({ place, ...more }) => {
    const beganMs = began.get(place)
    return beganMs === undefined || beganMs <= more.atMs ? [] : { ...more, beganMs }
  })
}

const part = (of: readonly Estimate[], counts: (estimates: Estimate) => boolean) =>
  of.filter(counts).length / of.length
const isWithin = ({ beganMs, range }: Estimate) => beganMs >= range.fromMs && beganMs <= range.toMs
const isLater = ({ beganMs, range }: Estimate) => beganMs > range.toMs

const usual: LineKind = { places: 60, turnMs: 90_000, absent: 0.05, cut: 0, comesMs: [2_000, 12_000] }
const usualLines: [string, LineKind][] = [
  ['turns of 90 s', usual],
  ['turns of 30 s', { ...usual, turnMs: 30_000, places: 100 }],
  ['turns of ten minutes', { ...usual, turnMs: 600_000, places: 12 }],
  ['fans who come late to their call', { ...usual, comesMs: [5_000, 19_000] }],
  ['a host who ends one turn of ten by Next', { ...usual, cut: 0.1 }],
]
const unusualLines: [string, LineKind][] = [
  ['one fan of seven away', { ...usual, absent: 0.15 }],
  ['a host who ends three turns of ten by Next', { ...usual, cut: 0.3 }],
]
const estimatesIn = (kind: LineKind) => SEEDS.flatMap(seed => runLine(seed, kind))

test.each(usualLines)(
  'with %s nine of ten expected times are at most a fifth off, and the turn begins in the range that was told',
  (_name, kind) => {
    const estimates = estimatesIn(kind)
    const far = estimates.filter(({ atMs, beganMs }) => beganMs - atMs >= 10 * MINUTE_MS)
    expect(far.length).toBeGreaterThan(150)
    const errors = far
      .map(({ atMs, beganMs, expected }) => Math.abs(expected - beganMs) / (beganMs - atMs))
      .sort((one, other) => one - other)
    expect(errors[Math.floor(errors.length * 0.9)]).toBeLessThanOrEqual(0.2)
    expect(part(estimates, isWithin)).toBeGreaterThanOrEqual(0.95)
    expect(part(estimates, isLater)).toBeLessThanOrEqual(0.02)
  },
)

test.each(unusualLines)('with %s the range that was told is seldom wrong', (_name, kind) => {
  const estimates = estimatesIn(kind)
  expect(part(estimates, isWithin)).toBeGreaterThanOrEqual(0.85)
  expect(part(estimates, isLater)).toBeLessThanOrEqual(0.03)
})
