import { createHash } from 'node:crypto'
import { bookingUid, DAY_MS, eventLengthMs, eventUid, type TurnShown } from '@parley/contract'
import { type CalendarEntry, calendarText } from '../../../core/calendar-text.ts'
import { unguessableSlug } from '../../../core/ids.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import type { RequestsDeps } from '../deps.ts'
import { dateOfPlace } from '../places/place-date.ts'
import { placeInLine } from '../present-request.ts'
import type { NamedRequest } from '../store.ts'
import { datedRequestsOf, feedOf, feedOwner, type OwnEvent, ownEventsOf, saveFeed } from './feed-store.ts'

const DAYS_BACK = 30

/**
 * Creates a new address of a person's feed; the database stores only the digest of its secret. The same `uuid` answers
 * with the same address as long as it is valid. Attack: a repeated request that makes an ended address valid again: an
 * address belongs to the moment of its creation.
 */
export async function renewFeed(
  deps: RequestsDeps,
  { userId, uuid }: { userId: string; uuid?: string | undefined },
): Promise<{ url: string }> {
  const secretsAt = (at: Date) =>
    uuid === undefined ? [] : deps.linkTokens(`calendar ${userId} ${at.toISOString()} ${uuid}`)
  const stored = await feedOf(deps.db, userId)
  const first = stored && secretsAt(stored.createdAt).find(each => digestOf(each) === stored.digest)
  const createdAt = deps.clock.now()
  const secret = first ?? secretsAt(createdAt)[0] ?? unguessableSlug()
  if (!first) await saveFeed(deps.db, { userId, digest: digestOf(secret), createdAt })
  return { url: `${deps.publicOrigin}/calendars/${secret}.ics` }
}

/**
 * A person's own dated calls and events as a calendar, 30 days back and all ahead; 404 for a secret that is nobody's.
 */
export async function showFeed(deps: RequestsDeps, secret: string): Promise<{ text: string; etag: string }> {
  const { db, clock, publicOrigin } = deps
  const userId = await feedOwner(db, digestOf(secret))
  if (!userId) throw refuse.notFound('There is no such calendar')
  const now = clock.now()
  const from = new Date(now.getTime() - DAYS_BACK * DAY_MS)
  const [requests, events] = await Promise.all([
    datedRequestsOf(db, userId, from),
    ownEventsOf(db, userId, from),
  ])
  const turns = await deps.turnsOf(db, requests.flatMap(placeInLine))
  const entries = [
    ...requests.flatMap(request => requestEntry(request, { userId, turns, origin: publicOrigin }) ?? []),
    ...events.flatMap(event => eventEntry(event, publicOrigin) ?? []),
  ]
  const etag = `"${createHash('sha256').update(JSON.stringify(entries)).digest('base64url')}"`
  return { text: calendarText({ method: 'PUBLISH', name: 'Parley', entries, now }), etag }
}

interface Reader {
  userId: string
  turns: Map<string, TurnShown>
  origin: string
}

function requestEntry(request: NamedRequest, { userId, turns, origin }: Reader): CalendarEntry | null {
  const { row, event } = request
  if (row.requestType === 'broadcast') return placeEntry(request, turns.get(row.id), origin)
  if (event || !row.startsAt || !row.endsAt) return null
  const isTheirs = row.influencerId === userId
  const other = isTheirs ? (request.attendeeName ?? request.buyerName) : request.influencerName
  return {
    uid: bookingUid(row.id, origin),
    sequence: row.slotSequence ?? 0,
    title: `Video call with @${other ?? ''}`,
    description: row.description,
    url: `${origin}/${isTheirs ? 'paidchat' : 'chat'}/${row.slug}`,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    blocks: row.slotSequence !== null || row.takesTime ? 'all' : 'nothing',
    isTentative: row.state === 'offered',
  }
}

function placeEntry(
  request: NamedRequest,
  turn: TurnShown | undefined,
  origin: string,
): CalendarEntry | null {
  const { row, event, influencerName } = request
  const date = dateOfPlace(request, turn)
  if (!event || !date || !row.liveEventId) return null
  return {
    uid: eventUid(row.liveEventId, origin),
    sequence: event.dateSequence,
    ...date,
    description: `Live event with @${influencerName ?? ''}`,
    url: `${origin}/live-event/${event.slug}`,
    blocks: 'all',
  }
}

function eventEntry(event: OwnEvent, origin: string): CalendarEntry | null {
  if (!event.startsAt) return null
  return {
    uid: eventUid(event.id, origin),
    sequence: event.dateSequence,
    title: event.title,
    description: 'Your live event',
    url: `${origin}/live-event/${event.slug}`,
    startsAt: event.startsAt,
    endsAt: new Date(event.startsAt.getTime() + eventLengthMs(event)),
    blocks: 'all',
  }
}
