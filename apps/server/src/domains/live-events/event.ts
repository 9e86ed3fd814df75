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
  /** Ended while its broadcast was still counted: until when the end of that is waited for. */
  settlesBy: Date | null
}

/** What the calls domain knows of an event's broadcast. */
export interface Airtime {
  usedMs: number
  isLive: boolean
  lastEndedAt: Date | null
  /** Up to when it is counted: the end of the last stretch, or what is proven of the one that continues. */
  countedUntil: Date | null
}

/** A change, a refusal in words, or null where there is nothing to do. */
export type EventDecision =
  | { patch: Partial<EventFacts> }
  | { recheckAt: Date }
  | { notAllowed: string }
  | null

const RECHECK_AFTER_MS = 60_000
/** How long the end of the count of an event that its owner ended is waited for, and how often it is looked at. */
const COUNT_ENDS_WITHIN_MS = MINUTE_MS
const COUNT_LOOKED_AT_EVERY_MS = 1_000

export const isOver = (event: EventFacts) => event.state === 'ended' || event.state === 'cancelled'
const later = (from: Date, ms: number) => new Date(from.getTime() + ms)

/** The owner broadcasts for the first time. */
export function begin(event: EventFacts, now: Date): EventDecision {
  if (isOver(event)) return { notAllowed: 'This event is over' }
  return event.begunAt ? null : { patch: { state: 'live', begunAt: now } }
}

/** All of its time was broadcast. */
export function complete(event: EventFacts, now: Date): EventDecision {
  if (event.state === 'ended') return null
  if (isOver(event)) return { notAllowed: 'This event is over' }
  return { patch: ended('served', { usedMs: event.durationSeconds * 1000, now }) }
}

/** The owner takes it back before any of it was broadcast. */
export function cancel(event: EventFacts, now: Date): EventDecision {
  if (isOver(event)) return { notAllowed: 'This event is over' }
  if (event.begunAt)
    return { notAllowed: 'The event has begun: what is not broadcast of it goes back by itself' }
  return { patch: ended('cancelled', { usedMs: 0, now }) }
}

/**
 * The owner ends it now, after what was broadcast of it. What is proven lags behind that while it is counted: then
 * seconds that were shown would go back, so its places wait for the end of the count, which is a moment away.
 */
export function end(event: EventFacts, airtime: Airtime, now: Date): EventDecision {
  if (event.format === 'queue') return { notAllowed: 'This event is a queue: end the queue' }
  if (isOver(event)) return { notAllowed: 'This event is over' }
  if (!event.begunAt) return { notAllowed: 'The event has not begun: cancel it instead' }
  const patch = endedAfter(event, airtime.usedMs, now)
  return { patch: airtime.isLive ? { ...patch, settlesBy: later(now, COUNT_ENDS_WITHIN_MS) } : patch }
}

/** The line of a queue is over: everybody was served, its host ended it, or never opened it. */
export function endQueue(
  event: EventFacts,
  ending: 'served' | 'cut_short' | 'never_started',
  now: Date,
): EventDecision {
  return isOver(event) ? null : { patch: ended(ending, { usedMs: 0, now }) }
}

/** When the next rule of time applies; null when none does. */
export function nextDueAt(event: EventFacts): Date | null {
  if (event.settlesBy) return event.endedAt
  // A queue has rules of its own.
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

/**
 * Ends an event that was not begun in time, or that its owner left and did not come back to; null when nothing is
 * due.
 */
export function applyTimeRules(event: EventFacts, airtime: Airtime, now: Date): EventDecision {
  const dueAt = nextDueAt(event)
  if (!dueAt || now < dueAt) return null
  if (event.settlesBy) return settle(event, { airtime, now, settlesBy: event.settlesBy })
  if (!event.begunAt) return { patch: ended('never_started', { usedMs: 0, now }) }
  const lastSeen = airtime.lastEndedAt ?? event.begunAt
  const awayUntil = event.startsAt ? dueAt : later(lastSeen, ABANDONED_CALL_SETTLES_AFTER_MS)
  if (airtime.isLive || now < awayUntil) return { recheckAt: later(now, RECHECK_AFTER_MS) }
  return { patch: endedAfter(event, airtime.usedMs, now) }
}

/** An event that its owner ended: by all of its broadcast up to then, once that is not counted any more. */
function settle(
  event: EventFacts,
  { airtime, now, settlesBy }: { airtime: Airtime; now: Date; settlesBy: Date },
): EventDecision {
  const isWaitedFor = airtime.isLive && now < settlesBy
  if (isWaitedFor) return { recheckAt: later(now, COUNT_LOOKED_AT_EVERY_MS) }
  const endedAt = event.endedAt ?? now
  return { patch: { ...endedAfter(event, usedUpTo(airtime, endedAt), endedAt), settlesBy: null } }
}

/**
 * What was broadcast up to a moment. Attack: an owner whose camera continues for a while after they pressed End
 * event.
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
