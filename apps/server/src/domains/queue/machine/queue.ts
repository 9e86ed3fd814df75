import {
  QUEUE_CHANGEOVER_MS as CHANGEOVER_MS,
  MINUTE_MS,
  QUEUE_READY_FOR_MS,
  type QueueNote,
  SECOND_MS,
} from '@parley/contract'

/** Who is called, and faced by the host's media without sending their own for this long, missed it. */
export const CALLED_FOR_MS = 20 * SECOND_MS
export const MISSES_MAX = 2
/** Who drops out of their turn while the host's media flows has this long to come back. */
const BACK_WITHIN_MS = 15 * SECOND_MS
/** Who drops again and again is away for so long in all: everybody behind waits for it. */
export const AWAY_IN_ALL_MS = 30 * SECOND_MS
/** A rest of at least this much becomes one turn at the end; less goes back. */
export const REST_MIN_MS = 20 * SECOND_MS
/** The host's media is missing for this long: the queue pauses. */
export const HOST_LOST_AFTER_MS = 60 * SECOND_MS
/** A queue that its host does not open by then is over. */
export const HOST_ABSENT_AFTER_MS = 15 * MINUTE_MS
/** When nobody is ready for this long while the host is there, those whose time has come are skipped. */
export const IDLE_SKIPS_AFTER_MS = 5 * MINUTE_MS
/** A queue that stands still for this long is over. */
export const PAUSE_ENDS_AFTER_MS = 60 * MINUTE_MS
/** After pauses of this length in all, or this long past the ticket's time, a fan may leave with all of the money. */
const PAUSED_TOO_LONG_MS = 15 * MINUTE_MS
const LATE_AFTER_MS = 30 * MINUTE_MS
const CHANGEOVERS_KEPT = 10

export type TurnState = 'waiting' | 'called' | 'in_turn' | 'served' | 'part' | 'skipped' | 'left' | 'unserved'

/** One place in a line. All moments are epoch milliseconds of the application's clock. */
export interface Turn {
  /** The id of the request that bought it; its video room has the same. */
  place: string
  /** What its holder is shown; it stands. */
  number: number
  /** Whom it comes before: a desk may change it. */
  position: number
  state: TurnState
  /** When its holder last checked camera and microphone, with the page open; null once the page is closed. */
  readyMs: number | null
  missed: number
  calledMs: number | null
  /** Since when, called or in turn, the host's media flows and the holder's does not. */
  aloneMs: number | null
  /** How long that was before, since they were called: all stretches that are over. */
  awayMs: number
  /**
   * Somebody behind was called, or nobody was left before them, when their moment had come and they were not ready.
   */
  passed: boolean
  /**
   * The latest end of a range that its holder read while the line moved, or when it came to be idle; null before
   * any.
   */
  announcedUntilMs: number | null
  /** Paid time that was used in it, as of its last change. */
  usedMs: number
  /** It is the rest of a turn whose holder dropped out: there is one of them. */
  isRest: boolean
  /** Why it was skipped or left: the event's rule decides about an absent fan, any other fan gets the money back. */
  why: 'absent' | 'not_their_doing' | null
}

export interface Queue {
  state: 'scheduled' | 'running' | 'paused' | 'ended'
  /** Grows with every change that its desk sees, but not with a person who is ready. */
  version: number
  turnMs: number
  startsMs: number
  absent: 'refund' | 'keep'
  /** When its host opened it; null before. */
  openedMs: number | null
  /** Of a pause: since when, and whose doing. */
  pausedMs: number | null
  pausedBy: 'desk' | 'host_lost' | null
  /** All pauses before this one. */
  pausedBeforeMs: number
  /** Since when somebody is called or in turn without the host's media. */
  hostGoneMs: number | null
  /** Since when nobody is called, in turn or ready while the host is there. */
  idleMs: number | null
  /** When the last turn ended that another follows at once. */
  handedMs: number | null
  /** What was last said to everybody in line; null for nothing. */
  note: { says: QueueNote; atMs: number } | null
  /** The last changes from one fan to the next, oldest first. */
  changeoversMs: readonly number[]
  turns: readonly Turn[]
}

/** What was seen of the video room of the current turn, and of the host's page. */
export interface Observed {
  fanFlows: boolean
  hostFlows: boolean
  /** Paid time is counted in it now. */
  isLive: boolean
  usedMs: number
  hostIsHere: boolean
}

export const isReady = (turn: Turn, nowMs: number) =>
  turn.readyMs !== null && nowMs - turn.readyMs < QUEUE_READY_FOR_MS

/**
 * What is read of a queue's state is read once, however many of its people ask for it: nothing changes a queue in
 * place.
 */
export function oncePerQueue<Read>(read: (queue: Queue) => Read): (queue: Queue) => Read {
  const known = new WeakMap<Queue, { read: Read }>()
  return queue => {
    const found = known.get(queue) ?? { read: read(queue) }
    known.set(queue, found)
    return found.read
  }
}

/** the current turn, or whose holder is called. */
export const currentOf: (queue: Queue) => Turn | null = oncePerQueue(
  queue => queue.turns.find(turn => turn.state === 'called' || turn.state === 'in_turn') ?? null,
)

export const turnOf = (queue: Queue, place: string): Turn | null =>
  queue.turns.find(turn => turn.place === place) ?? null

/** Those who wait, in their order. */
export const inLine: (queue: Queue) => readonly Turn[] = oncePerQueue(queue =>
  queue.turns.filter(({ state }) => state === 'waiting').sort((one, other) => one.position - other.position),
)

/**
 * Who is called once the current turn is over, or once its holder has missed their call, as far as that is known: they
 * may be connected by then.
 */
export const nextOf = (queue: Queue, nowMs: number): Turn | null =>
  queue.state === 'running' && currentOf(queue)
    ? (inLine(queue).find(turn => isReady(turn, nowMs)) ?? null)
    : null

/**
 * The same by the stored events: who said that they are ready and whose time for that is over counts until it is noted.
 * They may be connected still.
 */
export const nextNoted = (queue: Queue): Turn | null => nextOf(queue, Number.NEGATIVE_INFINITY)

/** Notes of those who wait that they are not ready any more, since they said so too long ago. */
export function lapsed(queue: Queue, nowMs: number): Queue {
  const isOver = (turn: Turn) => turn.state === 'waiting' && turn.readyMs !== null && !isReady(turn, nowMs)
  if (!queue.turns.some(isOver)) return queue
  return { ...queue, turns: queue.turns.map(turn => (isOver(turn) ? { ...turn, readyMs: null } : turn)) }
}

export const lastPosition = (queue: Queue) => Math.max(0, ...queue.turns.map(turn => turn.position))

/** When a place's turn comes by its ticket. */
export const ticketMs = (queue: Pick<Queue, 'startsMs' | 'turnMs'>, number: number) =>
  queue.startsMs + (number - 1) * (queue.turnMs + CHANGEOVER_MS)

export function withTurn(queue: Queue, place: string, set: Partial<Turn>): Queue {
  return { ...queue, turns: queue.turns.map(turn => (turn.place === place ? { ...turn, ...set } : turn)) }
}

const pausedForMs = ({ pausedBeforeMs, pausedMs }: Queue, nowMs: number) =>
  pausedBeforeMs + (pausedMs === null ? 0 : nowMs - pausedMs)

/** How far a late opening and pauses have moved every shown time. */
export const delayMs = (queue: Queue, nowMs: number) =>
  Math.max(0, (queue.openedMs ?? queue.startsMs) - queue.startsMs) + pausedForMs(queue, nowMs)

/** The ticket's time of a place; of one that was set back in the order, that of where it is now. */
export const orderedMs = (queue: Queue, { number, position }: Turn) =>
  ticketMs(queue, Math.max(number, position))

/**
 * Marks those before a position whose moment has come and who are not ready. Attack: staying away, and leaving with
 * all of the money once the clock says that the queue is late.
 */
export function passedOver(queue: Queue, nowMs: number, before = Number.POSITIVE_INFINITY): Queue {
  const lateMs = delayMs(queue, nowMs)
  const isPassed = (turn: Turn) =>
    turn.state === 'waiting' &&
    turn.position < before &&
    !turn.passed &&
    !isReady(turn, nowMs) &&
    nowMs >= orderedMs(queue, turn) + lateMs
  if (!queue.turns.some(isPassed)) return queue
  return { ...queue, turns: queue.turns.map(turn => (isPassed(turn) ? { ...turn, passed: true } : turn)) }
}

/**
 * Whether a fan may leave with all of the money: the queue was not opened, stands still, or is late for a person who
 * is there.
 */
export function mayLeaveWithAll(queue: Queue, turn: Turn, nowMs: number): boolean {
  // Who was skipped has left already, by what is said there.
  if (turn.state === 'skipped') return turn.why === 'not_their_doing'
  if (queue.state === 'scheduled' || pausedForMs(queue, nowMs) >= PAUSED_TOO_LONG_MS) return true
  const isTheirs = turn.missed > 0 || turn.passed
  return !isTheirs && nowMs >= ticketMs(queue, turn.number) + LATE_AFTER_MS
}

/** Whether nothing changes about a turn any more; who was skipped may be let in again until the queue ends. */
export const isFinal = (queue: Queue, { state }: Turn) =>
  state === 'served' ||
  state === 'part' ||
  state === 'left' ||
  state === 'unserved' ||
  (state === 'skipped' && queue.state === 'ended')

/** What goes back of a turn that is over: all of the price, what was not used of it, or nothing. */
export function backOf(queue: Queue, turn: Turn): 'all' | 'unused' | 'none' {
  if (turn.state === 'served') return 'none'
  // Of a turn that began only what was used is paid, whatever the rule for absent fans: it may have been the host who
  // broke it.
  if (turn.usedMs > 0 || turn.state === 'part') return 'unused'
  const isKept = turn.why === 'absent' && queue.absent === 'keep'
  return (turn.state === 'skipped' || turn.state === 'left') && isKept ? 'none' : 'all'
}

/** How long a change from one fan to the next takes: the median of the last ones. */
export function changeoverMs({ changeoversMs }: Queue): number {
  if (changeoversMs.length === 0) return CHANGEOVER_MS
  const sorted = [...changeoversMs].sort((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? CHANGEOVER_MS
}

export const withChangeover = (queue: Queue, ms: number): Queue => ({
  ...queue,
  changeoversMs: [...queue.changeoversMs, ms].slice(-CHANGEOVERS_KEPT),
})

/** How long the holder of the current turn may be away. */
export const awayForMs = ({ state }: Turn) => (state === 'called' ? CALLED_FOR_MS : BACK_WITHIN_MS)
