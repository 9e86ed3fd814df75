import { MINUTE_MS } from '@parley/contract'
import {
  changeoverMs,
  currentOf,
  delayMs,
  inLine,
  isReady,
  nextOf,
  type Observed,
  oncePerQueue,
  orderedMs,
  type Queue,
  type Turn,
} from './queue.ts'

/** How far a range reaches to both sides of what is expected, as a part of the way there. */
const SPREAD = 0.15
const STEP_MS = 5 * MINUTE_MS
/** So many fans who came for all of their time are added to those of the line, so that one fan changes little. */
const SUPPOSED = 5
/** A fan who is not ready while somebody behind them is comes so much more seldom than the others. */
const BEFORE_READY = 0.5

/**
 * How many are before a place that waits; null for one that does not. A fan who was passed over and is not ready does
 * not count.
 */
export function aheadOf(queue: Queue, place: string, nowMs: number): number | null {
  return wayOf(queue, place, nowMs)?.ahead ?? null
}

/** What is before a place. */
interface Way {
  turn: Turn
  /** People, with the one in turn or called. */
  ahead: number
  /** Of those who wait, the whole turns that are expected of them, and their changes. */
  turns: number
  changes: number
}

function wayOf(queue: Queue, place: string, nowMs: number): Way | null {
  const known = counted(queue)
  if (known.nowMs !== nowMs) {
    known.nowMs = nowMs
    known.ways = new Map(waysInLine(queue, nowMs).map(way => [way.turn.place, way]))
  }
  return known.ways.get(place) ?? null
}

/** Of everybody at one moment: the line is read once for all of them. */
const counted = oncePerQueue(() => ({ nowMs: Number.NaN, ways: new Map<string, Way>() }))

/**
 * What is before each who waits, in their order. The fan who is called next has the current turn alone before them,
 * even if others who are not ready are before them in the line.
 */
function waysInLine(queue: Queue, nowMs: number): Way[] {
  const line = inLine(queue)
  const passed = lastCalled(queue)
  const lastReady = line.findLast(turn => isReady(turn, nowMs))?.position ?? 0
  const { coming, lasting } = paceOf(queue)
  const next = nextOf(queue, nowMs)
  const current = currentOf(queue) ? 1 : 0
  let ahead = current
  let turns = 0
  let changes = 0
  return line.map(turn => {
    const isNext = turn.place === next?.place
    const way = isNext ? { turn, ahead: current, turns: 0, changes: 0 } : { turn, ahead, turns, changes }
    const ready = isReady(turn, nowMs)
    if (turn.position <= passed && !ready) return way
    const comes = ready ? 1 : turn.position < lastReady ? coming * BEFORE_READY : coming
    ahead += 1
    changes += comes
    // Of a turn that broke off there is the rest.
    turns += comes * lasting * (1 - turn.usedMs / queue.turnMs)
    return way
  })
}

const lastCalled = oncePerQueue(queue =>
  Math.max(0, ...queue.turns.filter(turn => turn.calledMs !== null).map(turn => turn.position)),
)

/**
 * What this line has shown of itself: which part of those whose moment came was there, and which part of a turn was
 * used. A line that has just begun is taken for one to which everybody comes, for all of their time.
 */
const paceOf = oncePerQueue(queue => {
  const passed = lastCalled(queue)
  const due = queue.turns.filter(turn => turn.position <= passed)
  const absent = due.filter(
    ({ state, why, readyMs, isRest }) =>
      (state === 'waiting' && readyMs === null && !isRest) || (state === 'skipped' && why === 'absent'),
  )
  const met = queue.turns.filter(({ state }) => state === 'served' || state === 'part')
  const usedTurns = met.reduce((sum, { usedMs }) => sum + usedMs / queue.turnMs, 0)
  return {
    coming: 1 - absent.length / (due.length + SUPPOSED),
    lasting: (usedTurns + SUPPOSED) / (met.length + SUPPOSED),
  }
})

/** When a place's turn is expected to begin: those before it, each with a change as the last ones took. */
export function expectedMs(
  queue: Queue,
  place: string,
  at: { nowMs: number; usedMs: number },
): number | null {
  const way = wayOf(queue, place, at.nowMs)
  return way && expectedAfter(queue, at)(way)
}

/** The moment that is expected after what is before a place. */
function expectedAfter(queue: Queue, at: { nowMs: number; usedMs: number }): (way: Way) => number {
  const current = currentOf(queue)
  const changeMs = changeoverMs(queue)
  const leftMs = current ? Math.max(0, queue.turnMs - Math.max(current.usedMs, at.usedMs)) + changeMs : 0
  const freeMs = movesFrom(queue, at.nowMs) + leftMs
  return ({ turns, changes }) => freeMs + turns * queue.turnMs + changes * changeMs
}

/** From when on the line moves: not before its start. */
export const movesFrom = ({ state, startsMs }: Queue, nowMs: number) =>
  state === 'scheduled' ? Math.max(nowMs, startsMs) : nowMs

/**
 * The same as a range that a fan reads, in steps of five minutes; what is uncertain is the way from `movesFromMs` on.
 * It does not begin before the minute of that moment: nobody is told that their turn may have been already.
 */
export function rangeOf(expected: number, movesFromMs: number): { fromMs: number; toMs: number } {
  const wayMs = Math.max(0, expected - movesFromMs)
  const fromMs = Math.floor((expected - wayMs * SPREAD) / STEP_MS) * STEP_MS
  const toMs = Math.ceil((expected + wayMs * SPREAD) / STEP_MS) * STEP_MS
  const earliestMs = Math.floor(movesFromMs / MINUTE_MS) * MINUTE_MS
  return { fromMs: Math.max(fromMs, earliestMs), toMs: Math.max(toMs, fromMs + STEP_MS) }
}

/**
 * Keeps the latest end of the ranges that each waiting fan read. While the line is idle the shown range moves on
 * with the clock, and keeps nobody in line: the range of the moment in which it came to be idle counts.
 */
export function withPromised(
  queue: Queue,
  { before, nowMs, observed }: { before: Queue; nowMs: number; observed: Pick<Observed, 'usedMs'> },
): Queue {
  if (queue.state === 'ended') return queue
  const isIdleStill = before.idleMs !== null && queue.idleMs !== null
  const usedMs = currentOf(queue)?.state === 'in_turn' ? observed.usedMs : 0
  const fromMs = movesFrom(queue, nowMs)
  const expectedOf = expectedAfter(queue, { nowMs, usedMs })
  const announced = new Map<string, number>()
  for (const way of waysInLine(queue, nowMs)) {
    const { place, announcedUntilMs } = way.turn
    const untilMs = rangeOf(expectedOf(way), fromMs).toMs
    if (announcedUntilMs === null || (!isIdleStill && untilMs > announcedUntilMs))
      announced.set(place, untilMs)
  }
  if (announced.size === 0) return queue
  const turns = queue.turns.map(turn => {
    const announcedUntilMs = announced.get(turn.place)
    return announcedUntilMs === undefined ? turn : { ...turn, announcedUntilMs }
  })
  return { ...queue, turns }
}

/** The end of the range on a ticket, moved along by a late opening, by pauses and by a later place in the order. */
export const promisedUntilMs = (queue: Queue, turn: Turn, nowMs: number) =>
  rangeOf(orderedMs(queue, turn), queue.startsMs).toMs + delayMs(queue, nowMs)
