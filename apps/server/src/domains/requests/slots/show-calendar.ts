import {
  CALENDAR_DAYS_MAX,
  type Calendar,
  type CalendarQuery,
  DAY_MS,
  said,
  templates,
} from '@parley/contract'
import { inArray } from 'drizzle-orm'
import { refuse } from '../../../core/refusal.ts'
import { liveEvents } from '../../live-events/public.ts'
import { takenWithin } from '../../schedule/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { isCallPaid } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { sessionRequests, slotProposals } from '../tables.ts'

const USUAL_DAYS = 7

/** What is taken of an influencer's own time: sold and accepted calls, times they suggested, and dated events. */
export async function showCalendar(
  deps: RequestsDeps,
  { personId, query }: { personId: string; query: CalendarQuery },
): Promise<Calendar> {
  const now = deps.clock.now()
  const from = query.from ? new Date(query.from) : now
  const until = query.to ? new Date(query.to) : new Date(from.getTime() + USUAL_DAYS * DAY_MS)
  if (!(until > from)) throw refuse.fields({ to: ['Please choose an end after the start'] })
  if (until.getTime() - from.getTime() > CALENDAR_DAYS_MAX * DAY_MS)
    throw refuse.fields({ to: [said(templates.days, { most: CALENDAR_DAYS_MAX })] })
  const rows = await takenWithin(deps.db, personId, { from, until, now })
  const slugs = await slugsOf(
    deps,
    rows.map(row => row.sourceId),
  )
  const taken = rows.flatMap(({ sourceId, kind, startsAt, endsAt }) => {
    const slug = slugs.get(sourceId)
    if (slug === undefined) return []
    const shown = kind === 'window' ? 'slot' : kind
    return { kind: shown, start: startsAt.toISOString(), end: endsAt.toISOString(), slug }
  })
  return { taken, busy: [] }
}

/** Attack: filling somebody's calendar with bookings that nobody pays. */
const isSure = (row: RequestRow) => row.state === 'accepted' || isCallPaid(row)

/** What each source is called in addresses; a source that is not sure yet is left out. */
async function slugsOf({ db }: RequestsDeps, sourceIds: readonly string[]): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map()
  const { id, requestId } = slotProposals
  const proposals = await db
    .select({ id, requestId })
    .from(slotProposals)
    .where(inArray(id, [...sourceIds]))
  const requests = await db
    .select()
    .from(sessionRequests)
    .where(inArray(sessionRequests.id, [...sourceIds, ...proposals.map(each => each.requestId)]))
  const events = await db
    .select({ id: liveEvents.id, slug: liveEvents.slug })
    .from(liveEvents)
    .where(inArray(liveEvents.id, [...sourceIds]))
  const slugs = new Map(events.map(event => [event.id, event.slug]))
  for (const row of requests) if (isSure(row)) slugs.set(row.id, row.slug)
  for (const each of proposals) {
    const slug = slugs.get(each.requestId)
    if (slug !== undefined) slugs.set(each.id, slug)
  }
  return slugs
}
