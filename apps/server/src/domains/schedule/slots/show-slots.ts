import {
  DAY_MS,
  formatAmount,
  MINUTE_MS,
  SLOT_DAYS_MAX,
  type Slot,
  type Slots,
  type SlotsQuery,
  said,
  templates,
} from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { maySee } from '../../accounts/public.ts'
import type { ScheduleDeps } from '../deps.ts'
import { findOffered, slotTakenBy } from '../store.ts'
import { freeStarts } from './free-slots.ts'
import { nextStarts, slotFacts, slotLengthMs } from './slot-facts.ts'
import { dateOf, dayIn, dayOf, startOfDay } from './window-edges.ts'

interface SlotsOfPerson {
  username: string
  viewer: Person | null
  query: SlotsQuery
}

/** The free slots of an influencer by dates of the viewer's zone; 404 where the viewer may not see the profile. */
export async function showSlots(
  deps: ScheduleDeps,
  { username, viewer, query }: SlotsOfPerson,
): Promise<Slots> {
  const offered = await findOffered(deps.db, username)
  if (!offered || !(await maySee(deps, { owner: offered.owner, viewer }))) throw refuse.notFound()
  const { owner, hours, pricePence, durationSeconds } = offered
  const zone = query.zone ?? hours.zone
  const nowMs = deps.clock.now().getTime()
  const days = daysOf(query, dayIn(zone, nowMs), zone)
  const shown = {
    mode: hours.mode,
    zone,
    amount: formatAmount(pricePence),
    duration: durationSeconds,
  }
  if (hours.mode === 'off')
    return { ...shown, days: days.map(day => ({ date: dateOf(day), slots: [] })), next_slot: null }
  // Only who was sold a slot, and who sold it, know the id of its request. The list reveals nothing about the request.
  const moving = query.moving ? await slotTakenBy(deps.db, query.moving, owner.id) : null
  const suggesting = query.suggesting ? await slotTakenBy(deps.db, query.suggesting, owner.id) : null
  const sold = moving ?? suggesting
  const lengthMs = sold ? lengthOf(sold) : slotLengthMs(durationSeconds, hours.leeway)
  const free = { notBlocking: moving?.sourceId, notCounted: sold?.sourceId }
  const wanted = { personId: owner.id, hours, lengthMs, ...free }
  const isElsewhere = (atMs: number) => atMs !== moving?.startsAt.getTime()
  const bounds = [...days, (days.at(-1) ?? 0) + 1].map(day => startOfDay(day, zone))
  const [startMs = 0, endMs = startMs] = [bounds[0], bounds.at(-1)]
  const within = { startMs, endMs }
  const starts = freeStarts(await slotFacts(deps, deps.db, { ...wanted, within }), within).filter(isElsewhere)
  // When the list starts now, its first slot is the next one; for a later month the next one is not known.
  const [next] =
    startMs <= nowMs && starts.length > 0
      ? starts
      : (await nextStarts(deps, deps.db, { ...wanted, count: moving ? 2 : 1 })).filter(isElsewhere)
  const slotAt = (atMs: number) => slotOf(atMs, lengthMs)
  let nth = 0
  return {
    ...shown,
    days: days.map((day, at) => {
      const first = nth
      while (nth < starts.length && (starts[nth] ?? 0) < (bounds[at + 1] ?? 0)) nth++
      return { date: dateOf(day), slots: starts.slice(first, nth).map(slotAt) }
    }),
    next_slot: next === undefined ? null : slotAt(next),
  }
}

/** How long a slot was when it was sold, leeway included. */
const lengthOf = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }) =>
  endsAt.getTime() - startsAt.getTime()

export const slotOf = (startMs: number, lengthMs: number): Slot => ({
  start: isoOf(startMs),
  end: isoOf(startMs + lengthMs),
})

const TWO_DIGITS = Array.from({ length: 60 }, (_, nth) => String(nth).padStart(2, '0'))

/** The same as `toISOString`, which would take most of the CPU for a month of slots. */
function isoOf(ms: number): string {
  if (ms % MINUTE_MS !== 0) return new Date(ms).toISOString()
  const day = Math.floor(ms / DAY_MS)
  const minute = (ms - day * DAY_MS) / MINUTE_MS
  return `${dateOf(day)}T${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:00.000Z`
}

/** The requested days, with the first and the last; a week from today by default. */
function daysOf(query: SlotsQuery, today: number, zone: string): number[] {
  const asDay = (text: string) => (text.length > 10 ? dayIn(zone, Date.parse(text)) : dayOf(text))
  const from = query.from ? asDay(query.from) : today
  const to = query.to ? asDay(query.to) : from + 6
  if (to < from) throw refuse.fields({ to: ['Please choose an end that is not before the start'] })
  if (to - from >= SLOT_DAYS_MAX) throw refuse.fields({ to: [said(templates.days, { most: SLOT_DAYS_MAX })] })
  return Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
}
