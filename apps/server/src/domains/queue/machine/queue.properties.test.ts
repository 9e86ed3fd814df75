import { MINUTE_MS } from '@parley/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangeOf } from './eta.ts'
import { backOf, isFinal, isReady, MISSES_MAX, type Queue, ticketMs, turnOf } from './queue.ts'
import type { QueueAction } from './step.ts'
import { Line, queueOf, randomOf } from './testing/line.ts'

const PRICE_PENCE = 1_000
const STEP_MS = 5_000
const ENDS = ['served', 'part', 'skipped', 'left', 'unserved']

/** What must hold of every step: one turn at a time, no turn comes back from its end, no number changes. */
function assertStep(before: Queue, after: Queue): void {
  const live = after.turns.filter(({ state }) => state === 'called' || state === 'in_turn')
  if (live.length > 1) throw new Error('two turns go on at once')
  for (const [i, turn] of before.turns.entries()) {
    const now = after.turns[i]
    if (now?.place !== turn.place || now.number !== turn.number) throw new Error('a number changed')
    if (isFinal(before, turn) && (now.state !== turn.state || now.usedMs !== turn.usedMs))
      throw new Error(`a turn that was ${turn.state} became ${now.state}`)
    if (now.usedMs < turn.usedMs) throw new Error('used time went back')
  }
}

/**
 * Nobody is skipped for not being there before the end of the time on their ticket, moved along with the line, and 5
 * min.
 */
function assertPromise(line: Line, before: Queue, after: Queue): void {
  for (const [i, turn] of before.turns.entries()) {
    const now = after.turns[i]
    const isSkipped = turn.state !== 'skipped' && now?.state === 'skipped' && now.why === 'absent'
    if (!isSkipped || now.missed >= MISSES_MAX) continue
    const { toMs } = rangeOf(ticketMs(before, turn.number), before.startsMs)
    const movedMs = (line.openedMs ?? 0) - before.startsMs + before.pausedBeforeMs
    if (line.nowMs < toMs + movedMs + 5 * MINUTE_MS) throw new Error('skipped within the time they were told')
  }
}

/** Whose moment had come, and who was not there: seen from outside, by a person who is called before them. */
function noteAbsent(line: Line, before: Queue, after: Queue): void {
  const called = after.turns.find(
    (turn, i) => turn.state === 'called' && before.turns[i]?.state === 'waiting',
  )
  for (const [i, turn] of after.turns.entries()) {
    const was = before.turns[i]
    if (!was) continue
    const isMissed = turn.missed > was.missed || (turn.state === 'skipped' && turn.why === 'absent')
    const movedMs = (line.openedMs ?? 0) - after.startsMs + after.pausedBeforeMs
    const dueMs = ticketMs(after, Math.max(turn.number, turn.position)) + movedMs
    const isBefore = called && was.state === 'waiting' && turn.position < called.position
    if (isMissed || (isBefore && !isReady(was, line.nowMs) && line.nowMs >= dueMs))
      line.absent.add(turn.place)
  }
}

/** Attack: staying away at an event that keeps the money of absent fans, and leaving later with all of it. */
function leave(line: Line, place: string): void {
  const { queue } = line
  const turn = turnOf(queue, place)
  if (line.do({ kind: 'leave', place }) !== 'done' || !turn || turn.usedMs > 0) return
  const left = turnOf(line.queue, place)
  if (turn.state === 'in_turn' || queue.state === 'scheduled' || queue.absent === 'refund' || !left) return
  const stoodMs = queue.pausedBeforeMs + (queue.pausedMs === null ? 0 : line.nowMs - queue.pausedMs)
  const isKept =
    turn.state === 'skipped'
      ? turn.why === 'absent'
      : stoodMs < 15 * MINUTE_MS &&
        (line.absent.has(place) || line.nowMs < ticketMs(queue, turn.number) + 30 * MINUTE_MS)
  if (isKept) expect([turn, backOf(line.queue, left)]).toEqual([turn, 'none'])
}

/** One random thing that somebody does: mostly fans who come and go, now and then the host or an usher. */
function act(line: Line, random: () => number): void {
  const { turns } = line.queue
  const place = turns[Math.floor(random() * turns.length)]?.place ?? ''
  const other = turns[Math.floor(random() * turns.length)]?.place ?? null
  const dice = random()
  const acts: [number, () => void][] = [
    [0.45, () => line.arrive(place)],
    [0.55, () => void line.fanFlows.delete(line.current?.place ?? place)],
    [0.6, () => void line.do({ kind: 'away', place })],
    [0.63, () => leave(line, place)],
    [0.68, () => void line.do({ kind: 'next' })],
    [0.72, () => void line.do({ kind: random() < 0.5 ? 'pause' : 'resume' })],
    [0.79, () => line.setHost({ flows: random() < 0.8 })],
    [0.84, () => line.setHost({ isHere: random() < 0.8 })],
    [0.88, () => void line.do({ kind: 'move', place, after: random() < 0.2 ? null : other })],
    [0.92, () => void line.do({ kind: random() < 0.6 ? 'skip' : 'readmit', place })],
    [
      0.94,
      () =>
        void line.do(
          random() < 0.5 ? { kind: 'remove', place } : { kind: 'departed', place, why: 'not_their_doing' },
        ),
    ],
    [0.96, () => void line.do({ kind: 'bought', place: `place-${turns.length + 1}` })],
    [1, () => void line.do({ kind: 'resume' })],
  ]
  acts.find(([below]) => dice < below)?.[1]()
}

function runLine(places: number, seed: number): Line {
  const random = randomOf(seed)
  const line = new Line(queueOf(places, { absent: random() < 0.5 ? 'keep' : 'refund', turnMs: 60_000 }))
  line.check = (before, after) => {
    assertStep(before, after)
    assertPromise(line, before, after)
    noteAbsent(line, before, after)
  }
  line.pass(Math.floor(random() * 14) * MINUTE_MS, MINUTE_MS)
  line.openedMs = line.nowMs
  line.do({ kind: 'open' })
  for (const { place } of line.queue.turns) if (random() < 0.7) line.do({ kind: 'ready', place })
  const untilMs = places * 30_000 + 60 * MINUTE_MS
  while (!line.isOver && line.nowMs < untilMs) {
    for (let acts = random() * 4; acts > 0; acts--) act(line, random)
    line.pass(STEP_MS, STEP_MS)
  }
  const end: QueueAction = { kind: 'end' }
  if (line.queue.state !== 'ended') line.do(end)
  return line
}

function assertSettled(line: Line): void {
  for (const turn of line.queue.turns) {
    const usedMs = line.usedMs.get(turn.place) ?? 0
    expect(ENDS).toContain(turn.state)
    expect([turn.place, turn.usedMs]).toEqual([turn.place, usedMs])
    const back = backOf(line.queue, turn)
    const unused = Math.ceil((PRICE_PENCE * (60 - Math.floor(usedMs / 1000))) / 60)
    const backPence = back === 'all' ? PRICE_PENCE : back === 'unused' ? unused : 0
    // Nobody pays for a second that they did not have, but who stayed away from all of it at an event that says so.
    if (turn.why !== 'absent' || usedMs > 0) expect(backPence).toBe(unused)
    if (line.queue.absent === 'refund') expect(backPence).toBe(unused)
    expect(backPence).toBeLessThanOrEqual(unused)
    if (turn.state === 'served') expect(usedMs).toBe(60_000)
    if (turn.state === 'unserved') expect(usedMs).toBe(0)
  }
}

test('every fan of any line ends in exactly one way, and pays for nothing but the seconds they had', () => {
  const seeds = fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer())
  fc.assert(
    fc.property(seeds, ([places, seed]) => assertSettled(runLine(places, seed))),
    { numRuns: 60 },
  )
})

test('500 fans with random readiness, drops and presses', () => {
  const ends = new Set<string>()
  for (const seed of [1, 2]) {
    const line = runLine(500, seed)
    assertSettled(line)
    for (const { state } of line.queue.turns) ends.add(state)
  }
  expect([...ends].sort()).toEqual([...ENDS].sort())
})
