import { type At, ended, inTurn, lost, paused } from './endings.ts'
import { promisedUntilMs } from './eta.ts'
import {
  AWAY_IN_ALL_MS,
  awayForMs,
  currentOf,
  HOST_ABSENT_AFTER_MS,
  HOST_LOST_AFTER_MS,
  IDLE_SKIPS_AFTER_MS,
  inLine,
  isReady,
  lapsed,
  PAUSE_ENDS_AFTER_MS,
  passedOver,
  type Queue,
  REST_MIN_MS,
  type Turn,
  withTurn,
} from './queue.ts'

/** What time alone does to a queue, by what is seen of its host and of the current turn. */
export function tick(before: Queue, at: At): Queue {
  const { nowMs } = at
  if (before.state === 'ended') return before
  const queue = lapsed(begunBy(before, nowMs), nowMs)
  if (queue.state === 'scheduled')
    return nowMs >= queue.startsMs + HOST_ABSENT_AFTER_MS ? ended(queue, at) : queue
  if (queue.pausedMs !== null && nowMs - queue.pausedMs >= PAUSE_ENDS_AFTER_MS) return ended(queue, at)
  const current = currentOf(queue)
  if (current) return watched(queue, current, at)
  return queue.state === 'running' ? idle(queue, at) : queue
}

/**
 * What began in the future began now. A machine's clock was set back: otherwise the line would wait for a fan or a host
 * who is away by as much longer. When the line opened, how long it stood still and which times were announced stays as
 * it is: by these the shown times are later, and a fan who does not come is skipped later.
 */
function begunBy(queue: Queue, nowMs: number): Queue {
  const atMost = (ms: number | null) => (ms === null ? null : Math.min(ms, nowMs))
  const { hostGoneMs, idleMs, pausedMs } = queue
  const isAhead = (turn: Turn) => Math.max(turn.aloneMs ?? 0, turn.readyMs ?? 0) > nowMs
  const turns = queue.turns.some(isAhead)
    ? queue.turns.map(turn => ({ ...turn, aloneMs: atMost(turn.aloneMs), readyMs: atMost(turn.readyMs) }))
    : queue.turns
  const isAfter = turns !== queue.turns || Math.max(hostGoneMs ?? 0, idleMs ?? 0, pausedMs ?? 0) > nowMs
  if (!isAfter) return queue
  const since = { hostGoneMs: atMost(hostGoneMs), idleMs: atMost(idleMs), pausedMs: atMost(pausedMs) }
  return { ...queue, ...since, turns }
}

/** The turn that continues: its holder is away, or its host is. */
function watched(queue: Queue, turn: Turn, at: At): Queue {
  const { nowMs, observed } = at
  // Called again before both had left its room: no other event says that it begins.
  if (turn.state === 'called' && observed.isLive) return inTurn(queue, turn, nowMs)
  // While the host is away too nobody is blamed: what broke may be ours.
  if (!observed.hostFlows) {
    const hostGoneMs = queue.hostGoneMs ?? nowMs
    const seen = { ...withTurn(queue, turn.place, { aloneMs: null }), hostGoneMs }
    return nowMs - hostGoneMs >= HOST_LOST_AFTER_MS ? hostLost(seen, turn, at) : seen
  }
  const faced = { ...queue, hostGoneMs: null }
  const aloneMs = turn.aloneMs ?? nowMs
  const awayMs = turn.awayMs + nowMs - aloneMs
  if (observed.fanFlows) return withTurn(faced, turn.place, { aloneMs: null, awayMs })
  const alone = withTurn(faced, turn.place, { aloneMs })
  // Attack: dropping again and again for a little less, while everybody behind waits.
  return nowMs - aloneMs >= awayForMs(turn) || awayMs >= AWAY_IN_ALL_MS ? lost(alone, turn, at) : alone
}

/** The host is lost: the queue pauses, and whose turn it was comes first again, with what is left of it. */
function hostLost(queue: Queue, turn: Turn, { nowMs, observed }: At): Queue {
  const usedMs = turn.state === 'in_turn' ? Math.max(turn.usedMs, observed.usedMs) : turn.usedMs
  const leftMs = queue.turnMs - usedMs
  const over = leftMs > 0 ? 'part' : 'served'
  const first = { state: 'waiting', readyMs: nowMs, calledMs: null } as const
  const isWorthIt = usedMs === 0 || leftMs >= REST_MIN_MS
  const turned = withTurn(queue, turn.place, { usedMs, ...(isWorthIt ? first : { state: over }) })
  return { ...paused(turned, 'host_lost', nowMs), hostGoneMs: null }
}

/**
 * Nobody is called, in turn or ready. After the host has waited for some minutes, the queue skips each person whose
 * announced time ended as many minutes ago, and it ends once nobody waits. While the host's page is closed it skips
 * nobody.
 */
function idle(queue: Queue, at: At): Queue {
  const { nowMs, observed } = at
  const line = inLine(queue)
  if (line.some(turn => isReady(turn, nowMs))) return queue
  if (!observed.hostIsHere && line.length > 0) {
    const hostGoneMs = queue.hostGoneMs ?? nowMs
    const away = { ...queue, idleMs: null, hostGoneMs }
    return nowMs - hostGoneMs >= HOST_LOST_AFTER_MS ? paused(away, 'host_lost', nowMs) : away
  }
  const idleMs = queue.idleMs ?? nowMs
  const waiting = passedOver({ ...queue, idleMs, hostGoneMs: null }, nowMs)
  if (nowMs - idleMs < IDLE_SKIPS_AFTER_MS) return waiting
  const absent = { state: 'skipped', why: 'absent' } as const
  const untilMs = (turn: Turn) => Math.max(promisedUntilMs(queue, turn, nowMs), turn.announcedUntilMs ?? 0)
  const isOver = new Set(
    line.filter(turn => nowMs >= untilMs(turn) + IDLE_SKIPS_AFTER_MS).map(turn => turn.place),
  )
  const turns = waiting.turns.map(turn => (isOver.has(turn.place) ? { ...turn, ...absent } : turn))
  const skipped = isOver.size > 0 ? { ...waiting, turns } : waiting
  return inLine(skipped).length === 0 ? ended(skipped, at) : skipped
}
