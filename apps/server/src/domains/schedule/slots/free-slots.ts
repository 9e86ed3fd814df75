import { DAY_MS, MINUTE_MS, type TimeWindow, WEEKDAYS, type Weekly } from '@parley/contract'
import { dateOf, dayIn, type Span, spanOf } from './window-edges.ts'

/** The part of an influencer's hours that decides which slots exist; in minutes unless a name says otherwise. */
export interface SlotRules {
  zone: string
  weekly: Weekly
  /** Windows of single dates, by ISO date: they replace that date's weekday. */
  exceptions: ReadonlyMap<string, readonly TimeWindow[]>
  step: number
  bufferBefore: number
  bufferAfter: number
  notice: number
  horizonDays: number
  dailyLimit: number | null
}

export interface SlotFacts {
  rules: SlotRules
  /** How much of the influencer's time a call takes: the paid time and the leeway. */
  lengthMs: number
  /** Occupied spans, with their own buffers, in any order. */
  taken: readonly Span[]
  /** How many slots are sold on a date of the influencer's zone. */
  soldOn: ReadonlyMap<string, number>
  nowMs: number
}

/** Spans in order of time; those that touch or overlap are merged. */
export function joined(spans: readonly Span[]): Span[] {
  const sorted = [...spans].sort((a, b) => a.startMs - b.startMs)
  const all: Span[] = []
  for (const span of sorted) {
    const last = all.at(-1)
    if (last && span.startMs <= last.endMs) last.endMs = Math.max(last.endMs, span.endMs)
    else all.push({ ...span })
  }
  return all
}

/** The last of the sorted spans that begins at or before a moment. */
function spanAt(sorted: readonly Span[], ms: number): Span | undefined {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle]?.startMs ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return sorted[low - 1]
}

interface DatedSpan extends Span {
  date: string
}

/** The windows that matter for slots that begin within a span: a call may reach into the next days. */
function windowsWithin({ rules, lengthMs }: SlotFacts, { startMs, endMs }: Span): DatedSpan[] {
  const { zone, weekly, exceptions } = rules
  const spans: DatedSpan[] = []
  const last = dayIn(zone, endMs + lengthMs) + 1
  for (let day = dayIn(zone, startMs) - 1; day <= last; day++) {
    const date = dateOf(day)
    const weekday = weekdayOf(day)
    for (const window of exceptions.get(date) ?? (weekday ? weekly[weekday] : [])) {
      const span = spanOf(day, window, zone)
      if (span) spans.push({ ...span, date })
    }
  }
  return spans
}

/** The first of January 1970 was a Thursday. */
const weekdayOf = (day: number) => WEEKDAYS[(((day + 3) % 7) + 7) % 7]

/** The starts of all free slots within a span, in order. Only this module decides it, for showing and for selling. */
export function freeStarts(facts: SlotFacts, within: Span): number[] {
  const { rules, lengthMs, nowMs } = facts
  const earliestMs = Math.max(within.startMs, nowMs + rules.notice * MINUTE_MS)
  const latestMs = Math.min(within.endMs - 1, nowMs + rules.horizonDays * DAY_MS)
  if (earliestMs > latestMs) return []
  const windows = windowsWithin(facts, { startMs: earliestMs, endMs: latestMs })
  const open = joined(windows)
  const taken = joined(facts.taken)
  const beforeMs = rules.bufferBefore * MINUTE_MS
  const afterMs = rules.bufferAfter * MINUTE_MS
  const isFree = (startMs: number) => {
    const endMs = startMs + lengthMs
    const window = spanAt(open, startMs)
    if (!window || endMs > window.endMs) return false
    const last = spanAt(taken, endMs + afterMs - 1)
    return !last || last.endMs <= startMs - beforeMs
  }
  const starts = new Set<number>()
  for (const window of windows) {
    if (isSoldOut(facts, window.date)) continue
    for (const startMs of startsOf(window, { stepMs: rules.step * MINUTE_MS, earliestMs, latestMs })) {
      if (isFree(startMs)) starts.add(startMs)
    }
  }
  return [...starts].sort((a, b) => a - b)
}

const isSoldOut = ({ rules, soldOn }: SlotFacts, date: string) =>
  rules.dailyLimit !== null && (soldOn.get(date) ?? 0) >= rules.dailyLimit

function* startsOf(
  window: Span,
  { stepMs, earliestMs, latestMs }: { stepMs: number; earliestMs: number; latestMs: number },
): Generator<number> {
  const skipped = Math.max(0, Math.ceil((earliestMs - window.startMs) / stepMs))
  const untilMs = Math.min(window.endMs - 1, latestMs)
  for (let at = window.startMs + skipped * stepMs; at <= untilMs; at += stepMs) yield at
}

/** The first free starts within a span, at most `count`, searched week by week. */
export function firstStarts(facts: SlotFacts, within: Span, count: number): number[] {
  const found: number[] = []
  for (let startMs = within.startMs; startMs < within.endMs && found.length < count; startMs += 7 * DAY_MS) {
    found.push(...freeStarts(facts, { startMs, endMs: Math.min(startMs + 7 * DAY_MS, within.endMs) }))
  }
  return found.slice(0, count)
}

/** Whether a slot that begins at a moment is free. */
export const isFreeStart = (facts: SlotFacts, startMs: number): boolean =>
  freeStarts(facts, { startMs, endMs: startMs + 1 }).includes(startMs)
