import { randomInt } from 'node:crypto'
import { QUEUE_ORDER_STANDS_MS } from '@parley/contract'
import { Refusal, refuse } from '../../core/refusal.ts'
import { type Tx, withTransaction } from '../../db/client.ts'
import { followQueue, lockEvent } from '../live-events/public.ts'
import { type Attendance, beginTurn, listPaidPlaces } from '../requests/public.ts'
import { QUEUE_TOPICS, type QueueDeps } from './deps.ts'
import {
  backOf,
  currentOf,
  isFinal,
  nextNoted,
  nextOf,
  type Observed,
  type Queue,
  type Turn,
  turnOf,
} from './machine/queue.ts'
import { isReadinessChanged } from './machine/readiness.ts'
import { newTurn, type QueueAction, step } from './machine/step.ts'
import { type EventRow, loadQueue, saveQueue, termsOf } from './store.ts'

/** The order stands from this long before the start; who buys later comes last. */
export const ORDER_STANDS_MS = QUEUE_ORDER_STANDS_MS
/** Stretches in which one party is alone are stored every two seconds. */
const SEEN_WITHIN_MS = 5_000

export interface QueueChange {
  by: { slug: string } | { id: string }
  /** Answers what is to happen, or null for nothing; it throws where the caller may not do it. */
  decide(event: EventRow, tx: Tx): QueueAction | null | Promise<QueueAction | null>
  /** What the caller saw; another version by now is 409. */
  version?: number
  hostIsHere?: boolean
}

/**
 * Every change of a queue: the lock of the event's row, one step, and what follows from it in the outbox. Answers the
 * queue as it was stored, or null where nothing was to happen. 404, 409.
 */
export async function changeQueue(deps: QueueDeps, change: QueueChange): Promise<Queue | null> {
  const done = await withTransaction(deps.db, async tx => {
    const event = await lockEvent(tx, change.by)
    if (event?.format !== 'queue') throw refuse.notFound('There is no such queue')
    const action = await change.decide(event, tx)
    if (!action) return null
    const stored = await loadQueue(tx, event)
    const before = stored ?? (await standing(deps, tx, event))
    if (change.version !== undefined && change.version !== before.version)
      throw refuse.conflict('The line has changed. Please look at it again')
    const nowMs = deps.clock.now().getTime()
    const observed = await observe(deps, tx, { queue: before, hostIsHere: change.hostIsHere ?? true, nowMs })
    const stepped = step(before, action, { nowMs, observed })
    if ('refused' in stepped) throw refuse.conflict(stepped.refused)
    await saveQueue(tx, event.id, { before: stored, after: stepped.queue })
    await beginTurns(deps, tx, { before, after: stepped.queue })
    const { isSeen } = await addFollowingWork(deps, tx, {
      ...{ event, before, after: stepped.queue, action, isNew: stored === null },
    })
    const seenChange = isSeen ? { eventId: event.id, ...handOver(before, stepped.queue, nowMs) } : null
    return { queue: stepped.queue, seenChange }
  })
  deps.outbox.nudge()
  // Who is called next waits for nothing else: the next fan comes while the room before is closed.
  if (done?.seenChange) await announce(deps, done.seenChange)
  return done?.queue ?? null
}

interface Announced {
  eventId: string
  /** Whose turn it is now, where it was another's. */
  called: string | null
  /** Whose turn is over. */
  over: string | null
  /** Who was to be called next, and is not any more. */
  notNext: string | null
}

function handOver(before: Queue, after: Queue, nowMs: number): Omit<Announced, 'eventId'> {
  const [was, is] = [currentOf(before)?.place, currentOf(after)?.place]
  const wasNext = nextNoted(before)?.place
  const isOut = wasNext !== undefined && wasNext !== is && wasNext !== nextOf(after, nowMs)?.place
  return {
    called: is !== undefined && is !== was ? is : null,
    over: was !== undefined && was !== is ? was : null,
    notNext: isOut ? wasNext : null,
  }
}

/** What of this fails is done once more by the outbox, or by the page itself. */
async function announce(deps: QueueDeps, { eventId, called, over, notNext }: Announced): Promise<void> {
  const failed = (err: unknown) => deps.log.warn({ err, eventId }, 'a line was not told at once')
  // The host may be in two rooms for a moment: nobody stays in that of the turn before. Nobody waits until they are
  // out.
  if (over) deps.closeTurn?.(over).catch(failed)
  if (notNext) deps.closeEarlyRoom?.(notNext).catch(failed)
  await Promise.all([
    called ? deps.admitEarly?.(called).catch(failed) : null,
    deps.publishLine?.(eventId).catch(failed),
  ])
}

/** What ended in another way by then needs no ending: null. */
export async function unlessRefused(changed: Promise<Queue | null>): Promise<Queue | null> {
  return changed.catch(error => {
    if (!(error instanceof Refusal)) throw error
    return null
  })
}

/** A place begins with its turn. */
async function beginTurns(deps: QueueDeps, tx: Tx, { before, after }: { before: Queue; after: Queue }) {
  const wasInTurn = new Set(before.turns.filter(turn => turn.state === 'in_turn').map(({ place }) => place))
  for (const { place, state } of after.turns)
    if (state === 'in_turn' && !wasInTurn.has(place)) await beginTurn(deps.requests, tx, place)
}

/** The line as it stands from now on: by payment, or drawn by lot. */
async function standing(deps: QueueDeps, tx: Tx, event: EventRow): Promise<Queue> {
  const nowMs = deps.clock.now().getTime()
  const { startsMs } = termsOf(event)
  if (nowMs < startsMs - ORDER_STANDS_MS)
    throw refuse.conflict('The line stands half an hour before the start')
  const places = await listPaidPlaces(tx, event.id)
  return newQueue(event, event.lineOrder === 'drawn' ? drawn(places) : places)
}

/** A line of these places, before it is open. */
export function newQueue(event: EventRow, places: readonly string[]): Queue {
  return {
    ...termsOf(event),
    state: 'scheduled',
    version: 1,
    pausedMs: null,
    pausedBy: null,
    pausedBeforeMs: 0,
    hostGoneMs: null,
    idleMs: null,
    handedMs: null,
    note: null,
    changeoversMs: [],
    turns: places.map((place, i) => newTurn(place, i + 1, i + 1)),
  }
}

function drawn(places: readonly string[]): string[] {
  const left = [...places]
  return places.flatMap(() => left.splice(randomInt(left.length), 1))
}

/**
 * What was seen of the current turn, by what the clock of paid time has stored: the same in every
 * process.
 */
async function observe(
  deps: QueueDeps,
  tx: Tx,
  seen: { queue: Queue; hostIsHere: boolean; nowMs: number },
): Promise<Observed> {
  const { queue, hostIsHere, nowMs } = seen
  const current = currentOf(queue)
  if (!current) return { fanFlows: false, hostFlows: false, isLive: false, usedMs: 0, hostIsHere }
  const attendance = await deps.requests.callTime.attendance(tx, current.place)
  const { isLive, usedMs } = attendance
  const wasAlone = (side: Attendance['buyerAlone']) =>
    side.some(({ untilMs }) => nowMs - untilMs < SEEN_WITHIN_MS)
  return {
    fanFlows: isLive || wasAlone(attendance.buyerAlone),
    hostFlows: isLive || wasAlone(attendance.influencerAlone),
    isLive,
    usedMs,
    hostIsHere,
  }
}

async function addFollowingWork(
  deps: QueueDeps,
  tx: Tx,
  change: { event: EventRow; before: Queue; after: Queue; action: QueueAction; isNew: boolean },
): Promise<{ isSeen: boolean }> {
  const { event, before, after } = change
  if (change.isNew) await deps.outbox.add(tx, QUEUE_TOPICS.stands, { eventId: event.id })
  if (before.state === 'scheduled' && after.state === 'running')
    await followQueue(deps.liveEvents, tx, { eventId: event.id, became: 'open' })
  if (before.state !== 'ended' && after.state === 'ended')
    await followQueue(deps.liveEvents, tx, { eventId: event.id, became: endingOf(before, after) })
  const goesOn = currentOf(after)?.place
  const wentOn = currentOf(before)?.place
  const closed = wentOn !== undefined && wentOn !== goesOn ? [wentOn] : []
  const wasFinal = new Set(before.turns.filter(turn => isFinal(before, turn)).map(({ place }) => place))
  // The places of an event that was taken back, or never opened, follow the event.
  const isByEvent = event.state === 'cancelled' || (before.state === 'scheduled' && after.state === 'ended')
  const [leaving, disputed] = [leaverOf(before, change.action), disputedOf(before, change.action)]
  const settled = isByEvent
    ? []
    : after.turns.flatMap(turn => settlementOf(after, turn, { wasFinal, leaving, disputed }))
  const isSeen =
    before.version !== after.version ||
    closed.length > 0 ||
    settled.length > 0 ||
    isReadinessChanged(before, after, deps.clock.now().getTime())
  if (isSeen) await deps.outbox.add(tx, QUEUE_TOPICS.changed, { eventId: event.id, closed, settled })
  return { isSeen }
}

/** The place whose holder leaves the line by their own press; who was skipped was out of it before. */
function leaverOf(before: Queue, action: QueueAction): string | null {
  if (action.kind !== 'leave') return null
  return turnOf(before, action.place)?.state === 'skipped' ? null : action.place
}

/** The place that a bank's dispute takes out of the line; who was skipped was out of it before, and absent. */
function disputedOf(before: Queue, action: QueueAction): string | null {
  if (action.kind !== 'disputed') return null
  return turnOf(before, action.place)?.state === 'skipped' ? null : action.place
}

function settlementOf(
  queue: Queue,
  turn: Turn,
  by: { wasFinal: ReadonlySet<string>; leaving: string | null; disputed: string | null },
) {
  const { state, place, why } = turn
  if (!isFinal(queue, turn) || by.wasFinal.has(place)) return []
  if (state === 'waiting' || state === 'called' || state === 'in_turn') return []
  const back = backOf(queue, turn)
  // Whose money is kept reads why: nobody reads that they left whose bank disputes the place, or who was passed
  // over.
  const isPassedOver = state === 'left' && back === 'none' && place !== by.leaving
  const end = isPassedOver ? ('skipped' as const) : state
  return [{ requestId: place, end, back, why, isDisputed: place === by.disputed }]
}

function endingOf(before: Queue, after: Queue): 'served' | 'cut_short' | 'never_started' {
  if (before.state === 'scheduled') return 'never_started'
  return after.turns.some(({ state }) => state === 'unserved') ? 'cut_short' : 'served'
}
