import type { QueueNote } from '@parley/contract'
import { type At, cut, ended, inTurn, paused } from './endings.ts'
import { withPromised } from './eta.ts'
import {
  backOf,
  currentOf,
  inLine,
  isReady,
  lastPosition,
  mayLeaveWithAll,
  passedOver,
  type Queue,
  type Turn,
  turnOf,
  withTurn,
} from './queue.ts'
import { tick } from './tick.ts'

/** Everything that can happen to a queue. */
export type QueueAction =
  | { kind: 'open' | 'next' | 'pause' | 'resume' | 'end' | 'tick' }
  /** Said to everybody in line; null takes it away. */
  | { kind: 'note'; says: QueueNote | null }
  /** The event was taken back before the queue was open. */
  | { kind: 'cancelled' }
  /** From the clock: media of both flowed for the first time, or all of the turn's time was used. */
  | { kind: 'begun' | 'used_up'; place: string }
  | { kind: 'skip' | 'readmit' | 'remove'; place: string }
  /** Right behind another, or to the front. */
  | { kind: 'move'; place: string; after: string | null }
  | { kind: 'ready' | 'away' | 'leave'; place: string }
  /** A place was paid for; or it does not stand any more, and its money is settled. */
  | { kind: 'bought'; place: string }
  | { kind: 'departed'; place: string; why: NonNullable<Turn['why']> }
  /** Its bank disputes it while it waits. */
  | { kind: 'disputed'; place: string }

export type Stepped = { queue: Queue } | { refused: string }

const OVER = 'The queue is over'
const NOT_OPEN = 'The queue is not open'

/** What becomes of a queue by one thing that happens, or why it may not happen. */
export function step(queue: Queue, action: QueueAction, at: At): Stepped {
  const stepped = apply(queue, action, at)
  if ('refused' in stepped) return stepped
  const next = withPromised(callNext(stepped.queue, at), { before: queue, ...at })
  return { queue: { ...next, version: queue.version + (isSeen(queue, next) ? 1 : 0) } }
}

/** Whether what a desk decides by has changed; two desks that saw the same may not both act on it. */
function isSeen(before: Queue, after: Queue): boolean {
  if (before.state !== after.state || before.note !== after.note) return true
  if (before.turns.length !== after.turns.length) return true
  return after.turns.some((turn, i) => {
    const old = before.turns[i]
    if (!old || old === turn) return !old
    return old.state !== turn.state || old.position !== turn.position || old.missed !== turn.missed
  })
}

function apply(queue: Queue, action: QueueAction, at: At): Stepped {
  if ('place' in action) return applyToTurn(queue, action, at)
  switch (action.kind) {
    case 'open':
      if (queue.state !== 'scheduled') return { refused: 'The queue is open already' }
      if (at.nowMs < queue.startsMs) return { refused: 'The queue opens at its time' }
      return { queue: { ...queue, state: 'running', openedMs: at.nowMs } }
    case 'next':
      return next(queue, at)
    case 'pause':
      if (queue.state === 'paused') return { refused: 'It is paused' }
      if (queue.state !== 'running') return { refused: NOT_OPEN }
      return { queue: paused(queue, 'desk', at.nowMs) }
    case 'resume':
      if (queue.state !== 'paused') return { refused: 'It is not paused' }
      return { queue: resumed(queue, at.nowMs) }
    case 'end':
      if (queue.state === 'ended') return { refused: OVER }
      if (queue.state === 'scheduled') return { refused: 'The queue has not begun: cancel the event instead' }
      return { queue: ended(queue, at) }
    case 'note':
      if (queue.state === 'ended') return { refused: OVER }
      return { queue: { ...queue, note: action.says && { says: action.says, atMs: at.nowMs } } }
    case 'cancelled':
      return { queue: ended(queue, at) }
    case 'tick':
      return { queue: tick(queue, at) }
  }
}

type TurnAction = Extract<QueueAction, { place: string }>

function applyToTurn(queue: Queue, action: TurnAction, at: At): Stepped {
  if (action.kind === 'bought') return { queue: withPlace(queue, action.place) }
  const turn = turnOf(queue, action.place)
  if (!turn)
    return action.kind === 'departed' || action.kind === 'disputed'
      ? { queue }
      : { refused: 'This place is not in the line' }
  switch (action.kind) {
    case 'begun':
      return begun(queue, turn, at.nowMs)
    case 'used_up':
      return { queue: usedUp(queue, turn, at.nowMs) }
    case 'ready':
      return ready(queue, turn, at.nowMs)
    case 'away':
      return { queue: withTurn(queue, turn.place, { readyMs: null }) }
    case 'leave':
      return leave(queue, turn, at)
    case 'departed':
      return { queue: departed(queue, turn, { ...at, why: action.why }) }
    case 'disputed':
      return { queue: departed(queue, turn, { ...at, why: leftBy(queue, turn, at.nowMs).why }) }
    default:
      return byDesk(queue, { kind: action.kind, turn, after: 'after' in action ? action.after : null }, at)
  }
}

interface DeskAction {
  kind: 'skip' | 'readmit' | 'remove' | 'move'
  turn: Turn
  after: string | null
}

function byDesk(queue: Queue, { kind, turn, after }: DeskAction, at: At): Stepped {
  if (queue.state === 'ended') return { refused: OVER }
  const { place, state } = turn
  if (kind === 'remove') return removed(queue, turn, at)
  if (kind === 'readmit') {
    if (state !== 'skipped') return { refused: 'This fan was not skipped' }
    const passed = turn.passed || turn.missed > 0 || turn.why === 'absent'
    const back = {
      state: 'waiting',
      why: null,
      missed: 0,
      passed,
      position: lastPosition(queue) + 1,
    } as const
    return { queue: withTurn({ ...queue, idleMs: null }, place, back) }
  }
  if (state !== 'waiting') return { refused: 'This fan does not wait' }
  // Attack: a desk that skips those who are there, to keep their money. Only who was not there is absent.
  if (kind === 'skip') return { queue: withTurn(queue, place, { state: 'skipped', why: 'not_their_doing' }) }
  return moved(queue, turn, after)
}

function removed(queue: Queue, turn: Turn, at: At): Stepped {
  if (turn.state === 'in_turn') return { queue: cut(queue, turn, at) }
  if (turn.state !== 'waiting' && turn.state !== 'called' && turn.state !== 'skipped')
    return { refused: 'This turn is over' }
  const state = turn.usedMs > 0 ? 'part' : 'unserved'
  return { queue: withTurn(queue, turn.place, { state, why: null }) }
}

function moved(queue: Queue, turn: Turn, after: string | null): Stepped {
  const line = inLine(queue).filter(({ place }) => place !== turn.place)
  const index = after === null ? -1 : line.findIndex(({ place }) => place === after)
  if (after !== null && index < 0) return { refused: 'The fan before does not wait' }
  line.splice(index + 1, 0, turn)
  const positions = inLine(queue).map(({ position }) => position)
  const positionOf = new Map(line.map(({ place }, i) => [place, positions[i] ?? i]))
  const turns = queue.turns.map(each => ({ ...each, position: positionOf.get(each.place) ?? each.position }))
  return { queue: { ...queue, idleMs: null, turns } }
}

function next(queue: Queue, at: At): Stepped {
  if (queue.state === 'ended') return { refused: OVER }
  if (queue.state === 'scheduled') return { refused: NOT_OPEN }
  const current = currentOf(queue)
  // Attack: a host who presses on and on, so that nobody comes in time and their money is kept.
  if (current?.state === 'called') return { refused: 'The next fan is being called' }
  if (current) return { queue: cut(queue, current, at) }
  if (queue.state === 'paused') return { refused: 'The queue is paused' }
  return { refused: 'Nobody is ready yet' }
}

function withPlace(queue: Queue, place: string): Queue {
  if (turnOf(queue, place)) return queue
  const last = Math.max(0, ...queue.turns.map(turn => turn.number))
  const turns = [...queue.turns, newTurn(place, last + 1, lastPosition(queue) + 1)]
  return { ...queue, idleMs: null, turns }
}

export function newTurn(place: string, number: number, position: number): Turn {
  const nothing = { readyMs: null, missed: 0, calledMs: null, aloneMs: null, awayMs: 0, usedMs: 0 }
  return {
    ...{ place, number, position, state: 'waiting', ...nothing },
    ...{ passed: false, announcedUntilMs: null, isRest: false, why: null },
  }
}

function begun(queue: Queue, turn: Turn, nowMs: number): Stepped {
  if (turn.state === 'in_turn') return { queue }
  if (turn.state !== 'called') return { refused: 'It is not this fan’s turn' }
  return { queue: inTurn(queue, turn, nowMs) }
}

function usedUp(queue: Queue, turn: Turn, nowMs: number): Queue {
  const isOpen = turn.state === 'waiting' || turn.state === 'called' || turn.state === 'in_turn'
  if (!isOpen) return queue
  const served = withTurn(queue, turn.place, { state: 'served', usedMs: queue.turnMs, aloneMs: null })
  return { ...served, handedMs: nowMs }
}

function ready(queue: Queue, turn: Turn, nowMs: number): Stepped {
  const isIn = turn.state === 'waiting' || turn.state === 'called' || turn.state === 'in_turn'
  if (queue.state === 'ended' || !isIn) return { refused: 'This place is not in the line' }
  return { queue: withTurn(queue, turn.place, { readyMs: nowMs }) }
}

function leave(queue: Queue, turn: Turn, at: At): Stepped {
  if (queue.state === 'ended') return { refused: OVER }
  if (turn.state === 'in_turn') return { queue: cut(queue, turn, at) }
  const { place, state } = turn
  if (state !== 'waiting' && state !== 'called' && state !== 'skipped')
    return { refused: 'This turn is over' }
  return { queue: withTurn(queue, place, leftBy(queue, turn, at.nowMs)) }
}

function leftBy(queue: Queue, turn: Turn, nowMs: number): { state: 'left'; why: NonNullable<Turn['why']> } {
  return { state: 'left', why: mayLeaveWithAll(queue, turn, nowMs) ? 'not_their_doing' : 'absent' }
}

/** What goes back of a turn: of one that is over or skipped by its end, of any other if its holder left it now. */
export function backNow(queue: Queue, turn: Turn, nowMs: number): ReturnType<typeof backOf> {
  if (turn.state === 'in_turn') return 'unused'
  if (turn.state !== 'waiting' && turn.state !== 'called') return backOf(queue, turn)
  return backOf(queue, { ...turn, ...leftBy(queue, turn, nowMs) })
}

/** The sale was ended elsewhere: cancelled, disputed, blocked. Its turn ends with it. */
function departed(queue: Queue, turn: Turn, at: At & { why: NonNullable<Turn['why']> }): Queue {
  if (turn.state === 'in_turn') return cut(queue, turn, at)
  if (turn.state !== 'waiting' && turn.state !== 'called' && turn.state !== 'skipped') return queue
  // The end of the line ends the sale of a skipped fan too: the turn stays what it was.
  if (turn.state === 'skipped' && queue.state === 'ended') return queue
  // Attack: a bank's dispute of a place whose money is kept, as another way to leave with all of it.
  const why = turn.state === 'skipped' && turn.why === 'absent' ? 'absent' : at.why
  return withTurn(queue, turn.place, { state: 'left', why })
}

function resumed(queue: Queue, nowMs: number): Queue {
  const lastedMs = queue.pausedMs === null ? 0 : nowMs - queue.pausedMs
  const before = queue.pausedBeforeMs + lastedMs
  return { ...queue, state: 'running', pausedMs: null, pausedBy: null, pausedBeforeMs: before, idleMs: null }
}

/** What follows from every change: a fan who is ready is called while the queue runs. */
function callNext(queue: Queue, { nowMs }: At): Queue {
  // Who paid after the end gets the money back.
  if (queue.state === 'ended') {
    if (inLine(queue).length === 0) return queue
    const turns = queue.turns.map(
      (turn): Turn => (turn.state === 'waiting' ? { ...turn, state: 'unserved' } : turn),
    )
    return { ...queue, turns }
  }
  if (queue.state !== 'running' || currentOf(queue)) return { ...queue, idleMs: null }
  const called = inLine(queue).find(turn => isReady(turn, nowMs))
  // A change that nobody was ready for says nothing about the next.
  if (!called) return { ...queue, handedMs: null }
  const call = { state: 'called', calledMs: nowMs, aloneMs: null, awayMs: 0 } as const
  const passed = passedOver(queue, nowMs, called.position)
  return { ...withTurn(passed, called.place, call), idleMs: null, hostGoneMs: null }
}
