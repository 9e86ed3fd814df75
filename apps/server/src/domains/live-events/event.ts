import {
  ABANDONED_CALL_SETTLES_AFTER_MS,
  EVENT_START_GRACE_MS,
  type EventEnding,
  type EventFormat,
  type EventState,
  MINUTE_MS,
  type Seconds,
} from '@parley/contract'

/** The part of a live event that its rules read and write. */
export interface EventFacts {
  format: EventFormat
  state: EventState
  ending: EventEnding | null
  durationSeconds: Seconds
  startsAt: Date | null
  begunAt: Date | null
  endedAt: Date | null
  usedMs: number
  /** Set when the owner ended the event while its broadcast was still counted: the count must finish by then. */
  settlesBy: Date | null
}

/** The broadcast time of an event, from the calls domain. */
export interface Airtime {
  usedMs: number
  isLive: boolean
  lastEndedAt: Date | null
  /** Until when it is counted: the end of the last interval, or the proven part of the open one. */
  countedUntil: Date | null
}

/** A change, a refusal in words, or null where there is nothing to do. */
export type EventDecision =
  | { patch: Partial<EventFacts> }
  | { recheckAt: Date }
  | { notAllowed: string }
  | null

const RECHECK_AFTER_MS = 60_000
/** How long a settlement waits for the end of the count after the owner ended the event. */
const COUNT_ENDS_WITHIN_MS = MINUTE_MS
const COUNT_POLLED_EVERY_MS = 1_000

export const isOver = (event: EventFacts) => event.state === 'ended' || event.state === 'cancelled'
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

/** The owner broadcasts for the first time. */
export function begin(event: EventFacts, now: Date): EventDecision {
  if (isOver(event)) return { notAllowed: 'This event is over' }
  return event.begunAt ? null : { patch: { state: 'live', begunAt: now } }
}

/** The whole duration was broadcast. */
export function complete(event: EventFacts, now: Date): EventDecision {
  if (event.state === 'ended') return null
  if (isOver(event)) return { notAllowed: 'This event is over' }
  return { patch: ended('served', { usedMs: event.durationSeconds * 1000, now }) }
}

/** The owner cancels the event before any broadcast. */
export function cancel(event: EventFacts, now: Date): EventDecision {
  if (isOver(event)) return { notAllowed: 'This event is over' }
  if (event.begunAt)
    return { notAllowed: 'The event has begun: what is not broadcast of it goes back by itself' }
  return { patch: ended('cancelled', { usedMs: 0, now }) }
}

/**
 * The owner ends the event now, after some broadcast. While time is counted, the proven part lags behind the broadcast.
 * Settling now would refund seconds that were shown, so the places wait for the end of the count, some moments later.
 */
export function end(event: EventFacts, airtime: Airtime, now: Date): EventDecision {
  if (event.format === 'queue') return { notAllowed: 'This event is a queue: end the queue' }
  if (isOver(event)) return { notAllowed: 'This event is over' }
  if (!event.begunAt) return { notAllowed: 'The event has not begun: cancel it instead' }
  const patch = endedAfter(event, airtime.usedMs, now)
  return { patch: airtime.isLive ? { ...patch, settlesBy: later(now, COUNT_ENDS_WITHIN_MS) } : patch }
}

/** The queue is over: everybody was served, its host ended it, or the host never opened it. */
export function endQueue(
  event: EventFacts,
  ending: 'served' | 'cut_short' | 'never_started',
  now: Date,
): EventDecision {
  return isOver(event) ? null : { patch: ended(ending, { usedMs: 0, now }) }
}

/** When the next time rule applies; null when none does. */
export function nextDueAt(event: EventFacts): Date | null {
  if (event.settlesBy) return event.endedAt
  // A queue has its own rules.
  if (isOver(event) || event.format === 'queue') return null
  if (!event.begunAt) return event.startsAt && later(event.startsAt, EVENT_START_GRACE_MS)
  return event.startsAt
    ? datedUntil(event, event.startsAt)
    : later(event.begunAt, ABANDONED_CALL_SETTLES_AFTER_MS)
}

/** Until when the owner of a dated event may come back to it. */
function datedUntil(event: EventFacts, startsAt: Date): Date {
  return later(startsAt, event.durationSeconds * 1000 + EVENT_START_GRACE_MS)
}

/** Ends an event that did not begin in time, or whose owner left and did not come back; null when nothing is due. */
export function applyTimeRules(event: EventFacts, airtime: Airtime, now: Date): EventDecision {
  const dueAt = nextDueAt(event)
  if (!dueAt || now < dueAt) return null
  if (event.settlesBy) return endAfterCount(event, { airtime, now, settlesBy: event.settlesBy })
  if (!event.begunAt) return { patch: ended('never_started', { usedMs: 0, now }) }
  const lastSeen = airtime.lastEndedAt ?? event.begunAt
  const awayUntil = event.startsAt ? dueAt : later(lastSeen, ABANDONED_CALL_SETTLES_AFTER_MS)
  if (airtime.isLive || now < awayUntil) return { recheckAt: later(now, RECHECK_AFTER_MS) }
  return { patch: endedAfter(event, airtime.usedMs, now) }
}

/** Settles an event that its owner ended, by its broadcast time up to that moment, once the count is over. */
function endAfterCount(
  event: EventFacts,
  { airtime, now, settlesBy }: { airtime: Airtime; now: Date; settlesBy: Date },
): EventDecision {
  const isWaitedFor = airtime.isLive && now < settlesBy
  if (isWaitedFor) return { recheckAt: later(now, COUNT_POLLED_EVERY_MS) }
  const endedAt = event.endedAt ?? now
  return { patch: { ...endedAfter(event, usedUpTo(airtime, endedAt), endedAt), settlesBy: null } }
}

/**
 * The broadcast time up to a moment. Attack: an owner keeps the camera on after pressing End event, to be paid for
 * longer.
 */
function usedUpTo({ usedMs, countedUntil }: Airtime, at: Date): number {
  const beyondMs = countedUntil ? countedUntil.getTime() - at.getTime() : 0
  return Math.max(0, usedMs - Math.max(0, beyondMs))
}

function endedAfter(event: EventFacts, usedMs: number, now: Date): Partial<EventFacts> {
  return ended(usedMs >= event.durationSeconds * 1000 ? 'served' : 'cut_short', { usedMs, now })
}

function ended(ending: EventEnding, at: { usedMs: number; now: Date }): Partial<EventFacts> {
  const state = ending === 'served' || ending === 'cut_short' ? 'ended' : 'cancelled'
  return { state, ending, endedAt: at.now, usedMs: at.usedMs }
}
