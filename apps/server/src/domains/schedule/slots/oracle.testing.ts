import { DAY_MS, MINUTE_MS, WEEKDAYS } from '@parley/contract'
import type { SlotFacts } from './free-slots.ts'

/** Dates and times of every minute of a span in a zone, by the runtime's own `Intl`. */
function minutesIn(zone: string, fromMs: number, untilMs: number) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  const at: { ms: number; date: string; time: string }[] = []
  // The offset can only change on a quarter of an hour: the minutes between are computed from it.
  for (let ms = fromMs; ms < untilMs; ms += 15 * MINUTE_MS) {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const date = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    const [hour, minute] = [Number(parts.get('hour')), Number(parts.get('minute'))]
    for (let more = 0; more < 15; more++) {
      const time = `${String(hour).padStart(2, '0')}:${String(minute + more).padStart(2, '0')}`
      at.push({ ms: ms + more * MINUTE_MS, date, time })
    }
  }
  return at
}

type Minutes = ReturnType<typeof minutesIn>

function edgesOf(minutes: Minutes, date: string, { from, to }: { from: string; to: string }) {
  const after = (time: string) =>
    minutes.find(at => at.date > date || (at.date === date && at.time > time))?.ms ?? Number.NaN
  const same = (time: string) => minutes.filter(at => at.date === date && at.time === time)
  return {
    startMs: same(from)[0]?.ms ?? after(from),
    endMs: to === '24:00' ? after('24:00') : (same(to).at(-1)?.ms ?? after(to)),
  }
}

/** The free starts of a span, minute by minute by the simplest algorithm: it is slow on purpose. */
export function naiveStarts(facts: SlotFacts, within: { startMs: number; endMs: number }): number[] {
  const { rules, lengthMs, nowMs, soldOn } = facts
  const minutes = minutesIn(
    rules.zone,
    Math.floor(within.startMs / DAY_MS - 2) * DAY_MS,
    Math.ceil((within.endMs + lengthMs) / DAY_MS + 2) * DAY_MS,
  )
  const starts = new Map<number, string>()
  const open = new Set<number>()
  for (const date of new Set(minutes.map(at => at.date))) {
    const weekday = WEEKDAYS[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]
    const windows = rules.exceptions.get(date) ?? (weekday ? rules.weekly[weekday] : [])
    const inReach = minutes.filter(at => Math.abs(Date.parse(`${date}T12:00Z`) - at.ms) < 1.6 * DAY_MS)
    for (const window of windows) {
      const { startMs, endMs } = edgesOf(inReach, date, window)
      for (let ms = startMs; ms < endMs; ms += MINUTE_MS) {
        open.add(ms)
        if ((ms - startMs) % (rules.step * MINUTE_MS) === 0) starts.set(ms, date)
      }
    }
  }
  const isTaken = (ms: number) => facts.taken.some(span => ms >= span.startMs && ms < span.endMs)
  return [...starts.keys()]
    .filter(startMs => {
      if (startMs < within.startMs || startMs >= within.endMs) return false
      if (startMs < nowMs + rules.notice * MINUTE_MS || startMs > nowMs + rules.horizonDays * DAY_MS)
        return false
      const date = starts.get(startMs) ?? ''
      if (rules.dailyLimit !== null && (soldOn.get(date) ?? 0) >= rules.dailyLimit) return false
      const endMs = startMs + lengthMs
      for (let ms = startMs; ms < endMs; ms += MINUTE_MS) if (!open.has(ms)) return false
      for (
        let ms = startMs - rules.bufferBefore * MINUTE_MS;
        ms < endMs + rules.bufferAfter * MINUTE_MS;
        ms += MINUTE_MS
      )
        if (isTaken(ms)) return false
      return true
    })
    .sort((a, b) => a - b)
}
