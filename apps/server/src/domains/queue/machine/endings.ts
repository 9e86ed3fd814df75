import {
  lastPosition,
  MISSES_MAX,
  type Observed,
  type Queue,
  REST_MIN_MS,
  type Turn,
  withChangeover,
  withTurn,
} from './queue.ts'

export interface At {
  nowMs: number
  observed: Observed
}

/** The turn of who was called continues: media of both flows. */
export function inTurn(queue: Queue, turn: Turn, nowMs: number): Queue {
  const begun = withTurn(queue, turn.place, { state: 'in_turn', aloneMs: null, awayMs: 0 })
  const { handedMs } = queue
  const measured = handedMs === null ? begun : withChangeover(begun, nowMs - handedMs)
  return { ...measured, handedMs: null, hostGoneMs: null }
}

/** Ends the current turn before its time: what is left of it goes back to the second. */
export function cut(queue: Queue, turn: Turn, { nowMs, observed }: At): Queue {
  const usedMs = Math.max(turn.usedMs, observed.usedMs)
  const state = usedMs >= queue.turnMs ? 'served' : 'part'
  return { ...withTurn(queue, turn.place, { state, usedMs, aloneMs: null }), handedMs: nowMs }
}

export function paused(queue: Queue, pausedBy: 'desk' | 'host_lost', nowMs: number): Queue {
  return { ...queue, state: 'paused', pausedMs: nowMs, pausedBy, hostGoneMs: null, handedMs: null }
}

/** The queue is over: a fan without a turn gets all of the money back, the fan in turn the unused part. */
export function ended(queue: Queue, at: At): Queue {
  const turns = queue.turns.map((turn): Turn => {
    const usedMs = turn.state === 'in_turn' ? Math.max(turn.usedMs, at.observed.usedMs) : turn.usedMs
    const isServed = usedMs >= queue.turnMs
    if (turn.state === 'in_turn') return { ...turn, usedMs, state: isServed ? 'served' : 'part' }
    if (turn.state !== 'waiting' && turn.state !== 'called') return turn
    return { ...turn, state: usedMs > 0 ? 'part' : 'unserved' }
  })
  return { ...queue, turns, state: 'ended', pausedMs: null, pausedBy: null, handedMs: null, idleMs: null }
}

/** The holder of the current turn is not there: they missed their call, or dropped out of it. */
export function lost(queue: Queue, turn: Turn, at: At): Queue {
  if (turn.state === 'called') {
    const missed = turn.missed + 1
    const away = { missed, readyMs: null, calledMs: null, aloneMs: null }
    if (missed >= MISSES_MAX) return withTurn(queue, turn.place, { ...away, state: 'skipped', why: 'absent' })
    return withTurn(queue, turn.place, { ...away, state: 'waiting' })
  }
  const usedMs = Math.max(turn.usedMs, at.observed.usedMs)
  const isRestWorthIt = queue.turnMs - usedMs >= REST_MIN_MS && !turn.isRest
  if (!isRestWorthIt) return cut(queue, turn, at)
  const rest = { state: 'waiting', isRest: true, position: lastPosition(queue) + 1, readyMs: null } as const
  const dropped = withTurn(queue, turn.place, { ...rest, usedMs, aloneMs: null, calledMs: null })
  return { ...dropped, handedMs: at.nowMs }
}
