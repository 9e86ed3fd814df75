import { formatAmount, SLOT_DAYS_MAX, type Slot, type Slots, type SlotsQuery } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { findVisibleProfile } from '../../profiles/public.ts'
import type { ScheduleDeps } from '../deps.ts'
import { availabilityOf } from '../store.ts'
import { freeStarts, nextStarts } from './free-slots.ts'
import { slotFacts, slotLengthMs } from './slot-facts.ts'
import { dateIn, daysAfter, startOfDate } from './window-edges.ts'

interface Asked {
  username: string
  viewer: Person | null
  query: SlotsQuery
}

/** The free times of an influencer by dates of the viewer's zone; 404 where the viewer may not see the profile. */
export async function showSlots(deps: ScheduleDeps, { username, viewer, query }: Asked): Promise<Slots> {
  const { profile, user } = await findVisibleProfile(deps, { username, viewer })
  const hours = await availabilityOf(deps.db, user.id)
  const zone = query.zone ?? hours.zone
  const dates = datesOf(query, dateIn(zone, deps.clock.now().getTime()).toString(), zone)
  const shown = {
    mode: hours.mode,
    zone,
    amount: formatAmount(profile.pricePence),
    duration: profile.durationSeconds,
  }
  if (hours.mode === 'off')
    return { ...shown, days: dates.map(date => ({ date, slots: [] })), next_slot: null }
  const lengthMs = slotLengthMs(profile.durationSeconds, hours.leeway)
  const facts = await slotFacts(deps, deps.db, { personId: user.id, hours, lengthMs })
  const bounds = [...dates, daysAfter(dates.at(-1) ?? '', 1)].map(date => startOfDate(date, zone))
  const first = bounds[0] ?? 0
  const starts = freeStarts(facts, { startMs: first, endMs: bounds.at(-1) ?? first })
  const [next] = nextStarts(facts, { fromMs: facts.nowMs, count: 1 })
  const slotAt = (startMs: number) => slotOf(startMs, lengthMs)
  return {
    ...shown,
    days: dates.map((date, at) => ({
      date,
      slots: starts
        .filter(startMs => startMs >= (bounds[at] ?? 0) && startMs < (bounds[at + 1] ?? 0))
        .map(slotAt),
    })),
    next_slot: next === undefined ? null : slotAt(next),
  }
}

export const slotOf = (startMs: number, lengthMs: number): Slot => ({
  start: new Date(startMs).toISOString(),
  end: new Date(startMs + lengthMs).toISOString(),
})

/** The dates that are asked for, the first and the last included; a week from today on where nothing is said. */
function datesOf(query: SlotsQuery, today: string, zone: string): string[] {
  const asDate = (text: string) => (text.length > 10 ? dateIn(zone, Date.parse(text)).toString() : text)
  const from = query.from ? asDate(query.from) : today
  const to = query.to ? asDate(query.to) : daysAfter(from, 6)
  if (to < from) throw refuse.fields({ to: ['Please choose an end that is not before the start'] })
  const dates = [from]
  for (let date = from; date < to; ) {
    date = daysAfter(date, 1)
    dates.push(date)
    if (dates.length > SLOT_DAYS_MAX)
      throw refuse.fields({ to: [`Please ask for at most ${SLOT_DAYS_MAX} days`] })
  }
  return dates
}
