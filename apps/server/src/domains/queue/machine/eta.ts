import { MINUTE_MS } from '@parley/contract'
import {
  changeoverMs,
  currentOf,
  delayMs,
  inLine,
  isReady,
  type Observed,
  oncePerQueue,
  orderedMs,
  type Queue,
  type Turn,
} from './queue.ts'

/** How far a range reaches to both sides of what is expected, as a part of the way there. */
const SPREAD = 0.15
const STEP_MS = 5 * MINUTE_MS

/**
 * How many are before a place that waits; null for one that does not. Who was passed over and is not ready does not
 * count.
 */
export function aheadOf(queue: Queue, place: string, nowMs: number): number | null {
  const known = counted(queue)
  if (known.nowMs !== nowMs) {
    known.nowMs = nowMs
    known.ahead = aheadOfEach(queue, nowMs)
  }
  return known.ahead.get(place) ?? null
}

/** Of everybody at one moment, who are all told at once: one look at the line serves them all. */
const counted = oncePerQueue(() => ({ nowMs: Number.NaN, ahead: new Map<string, number>() }))

function aheadOfEach(queue: Queue, nowMs: number): Map<string, number> {
  const passed = lastCalled(queue)
  const ahead = new Map<string, number>()
  let before = currentOf(queue) ? 1 : 0
  for (const turn of inLine(queue)) {
    ahead.set(turn.place, before)
    if (turn.position > passed || isReady(turn, nowMs)) before += 1
  }
  return ahead
}

const lastCalled = oncePerQueue(queue =>
  Math.max(0, ...queue.turns.filter(turn => turn.calledMs !== null).map(turn => turn.position)),
)

/** When a place's turn is expected to begin: those before it, each with a change as the last ones took. */
export function expectedMs(
  queue: Queue,
  place: string,
  at: { nowMs: number; usedMs: number },
): number | null {
  const ahead = aheadOf(queue, place, at.nowMs)
  if (ahead === null) return null
  const current = currentOf(queue)
  const waiting = ahead - (current ? 1 : 0)
  const changeMs = changeoverMs(queue)
  const leftMs = current ? Math.max(0, queue.turnMs - Math.max(current.usedMs, at.usedMs)) + changeMs : 0
  return movesFrom(queue, at.nowMs) + leftMs + waiting * (queue.turnMs + changeMs)
}

/** From when on the line moves: not before its start. */
export const movesFrom = ({ state, startsMs }: Queue, nowMs: number) =>
  state === 'scheduled' ? Math.max(nowMs, startsMs) : nowMs

/** The same as a range that a fan is told, in steps of five minutes; what is uncertain is the way from `fromMs` on. */
export function rangeOf(expected: number, movesFromMs: number): { fromMs: number; toMs: number } {
  const wayMs = Math.max(0, expected - movesFromMs)
  const fromMs = Math.floor((expected - wayMs * SPREAD) / STEP_MS) * STEP_MS
  const toMs = Math.ceil((expected + wayMs * SPREAD) / STEP_MS) * STEP_MS
  return { fromMs, toMs: Math.max(toMs, fromMs + STEP_MS) }
}

/**
 * Keeps the latest end of the ranges that were told to each who waits. While the line is idle what is told moves on
 * with the clock, and keeps nobody in line: the range of the moment in which it came to be idle counts.
 */
export function withPromised(
  queue: Queue,
  { before, nowMs, look }: { before: Queue; nowMs: number; look: Pick<Observed, 'usedMs'> },
): Queue {
  if (queue.state === 'ended') return queue
  const isIdleStill = before.idleMs !== null && queue.idleMs !== null
  const fromMs = movesFrom(queue, nowMs)
  const current = currentOf(queue)
  const changeMs = changeoverMs(queue)
  const usedMs = current ? Math.max(current.usedMs, current.state === 'in_turn' ? look.usedMs : 0) : 0
  const passed = lastCalled(queue)
  let expected = fromMs + (current ? Math.max(0, queue.turnMs - usedMs) + changeMs : 0)
  const told = new Map<string, number>()
  for (const turn of inLine(queue)) {
    const untilMs = rangeOf(expected, fromMs).toMs
    const isNews = turn.toldUntilMs === null || (!isIdleStill && untilMs > turn.toldUntilMs)
    if (isNews) told.set(turn.place, untilMs)
    if (turn.position > passed || isReady(turn, nowMs)) expected += queue.turnMs + changeMs
  }
  if (told.size === 0) return queue
  const turns = queue.turns.map(turn => {
    const toldUntilMs = told.get(turn.place)
    return toldUntilMs === undefined ? turn : { ...turn, toldUntilMs }
  })
  return { ...queue, turns }
}

/** The end of the range on a ticket, moved along by a late opening, by pauses and by a later place in the order. */
export const promisedUntilMs = (queue: Queue, turn: Turn, nowMs: number) =>
  rangeOf(orderedMs(queue, turn), queue.startsMs).toMs + delayMs(queue, nowMs)
