import { batchLookups } from '../../core/batch-lookups.ts'
import { shareOf, type TopicWork, workOf } from '../../core/topic.ts'
import type { Db } from '../../db/client.ts'
import { ACCOUNT_TOPICS, isAnyTooYoung } from '../accounts/public.ts'
import {
  beginEvent,
  completeEvent,
  findEventSubject,
  LIVE_EVENT_TOPICS,
  type LiveEventsDeps,
  listBegunEventsOf,
  placesChanged,
} from '../live-events/public.ts'
import {
  beginCall,
  type CallSubject,
  callSubject,
  completeCall,
  endReported,
  findCallSubject,
  findPlace,
  findRequest,
  followEventIn,
  followEventInEach,
  followEventInPlaces,
  listBegunOf,
  listUninformed,
  type NamedRequest,
  openBetween,
  type PlacePaid,
  placesOf,
  REQUEST_TOPICS,
  type RequestsDeps,
  removeViewer,
} from '../requests/public.ts'
import { type BlockPair, SAFETY_TOPICS } from '../safety/public.ts'
import type { Calls } from './calls.ts'
import type { RoomSubjects } from './deps.ts'
import type { RoomKey, RoomSubject } from './room-subject.ts'

export interface RoomDomains {
  db: Db
  requests: RequestsDeps
  liveEvents: LiveEventsDeps
  turns: TurnRooms
}

/** The turns of queues as rooms, and who helps at events, from the queue domain. */
type OfQueues = 'turnOf' | 'queueFor' | 'endTurn' | 'isUsher'
type OfCrews = 'moderatorsOf' | 'addModerator' | 'dropModerator'
export interface TurnRooms extends Pick<RoomSubjects, OfQueues | OfCrews> {
  find(place: NamedRequest): Promise<CallSubject | null>
  nextTurn(eventId: string, personId: string): Promise<CallSubject | null>
  /** False where the room is no turn. */
  begin(placeId: string): Promise<boolean>
  complete(placeId: string): Promise<boolean>
  /** A place was paid, settled or disputed: updates its line. */
  follow(place: { placeId: string; eventId: string }): Promise<void>
}

/** Requests and events as the calls see them: rooms, each with an id of its own. */
export function roomSubjects({ db, requests, liveEvents, turns }: RoomDomains): RoomSubjects {
  const findAny = async (key: RoomKey): Promise<RoomSubject | null> => {
    if ('slug' in key) return findCallSubject(db, key)
    if ('eventSlug' in key) return findEventSubject(db, { slug: key.eventSlug })
    if ('eventId' in key) return findEventSubject(db, { id: key.eventId })
    const request = await findRequest(db, 'roomId' in key ? key.roomId : key.requestId)
    if (!request) return 'roomId' in key ? findEventSubject(db, { id: key.roomId }) : null
    if (request.row.requestType !== 'broadcast') return callSubject(db, request)
    if ('roomId' in key) return turns.find(request)
    return request.row.liveEventId ? findEventSubject(db, { id: request.row.liveEventId }) : null
  }
  const find = async (key: RoomKey) => closedByAge(requests, await findAny(key))
  // Everybody comes to an event at once: one query serves many of them.
  const subjectTogether = batchLookups<RoomSubject>(keys =>
    eachKey(keys, key => find(JSON.parse(key) as RoomKey)),
  )
  const placeTogether = batchLookups<PlacePaid>(keys =>
    eachEvent(keys, (eventId, buyers) => placesOf(db, eventId, buyers)),
  )
  const uninformedTogether = batchLookups<string>(keys =>
    eachEvent(keys, (eventId, buyers) => listUninformed(db, eventId, buyers)),
  )
  const moderatorsTogether = batchLookups<Map<string, string>>(eventIds =>
    eachKey(eventIds, turns.moderatorsOf),
  )
  const isEvent = async (roomId: string) => (await find({ roomId }))?.kind === 'broadcast'
  return {
    find: async key => (await subjectTogether(JSON.stringify(key))) ?? null,
    placeOf: async (eventId, buyerId) => (await placeTogether(`${eventId} ${buyerId}`)) ?? 'none',
    async beginLate(eventId, buyerId) {
      const requestId = await uninformedTogether(`${eventId} ${buyerId}`)
      if (requestId) await followEventIn(requests, requestId)
    },
    turnOf: turns.turnOf,
    nextTurn: async (eventId, personId) => closedByAge(requests, await turns.nextTurn(eventId, personId)),
    queueFor: turns.queueFor,
    endTurn: turns.endTurn,
    isUsher: turns.isUsher,
    moderatorsOf: async eventId => (await moderatorsTogether(eventId)) ?? new Map(),
    addModerator: turns.addModerator,
    dropModerator: turns.dropModerator,
    removeViewer: who => removeViewer(requests, who),
    async begin(id) {
      if (await turns.begin(id)) return
      await ((await isEvent(id)) ? beginEvent(liveEvents, id) : beginCall(requests, id))
    },
    async complete(id) {
      if (await turns.complete(id)) return
      await ((await isEvent(id)) ? completeEvent(liveEvents, id) : completeCall(requests, id))
    },
  }
}

/** A person who is known to be too young may not continue to perform or attend, like a suspended person. */
async function closedByAge(ages: RequestsDeps, subject: RoomSubject | null): Promise<RoomSubject | null> {
  if (subject?.kind === 'broadcast')
    return {
      ...subject,
      isOwnerOut: subject.isOwnerOut || (await isAnyTooYoung(ages, [subject.influencer.id])),
    }
  if (!subject) return null
  const people = [subject.buyer, subject.influencer].flatMap(side => (side ? side.id : []))
  return (await isAnyTooYoung(ages, people)) ? { ...subject, isClosed: true } : subject
}

async function eachKey<V>(keys: readonly string[], find: (key: string) => Promise<V | null>) {
  const found = await Promise.all(keys.map(async key => [key, await find(key)] as const))
  return new Map(found.flatMap(([key, value]) => (value === null ? [] : [[key, value]])))
}

/** What is known of buyers at events, by "event buyer". */
async function eachEvent<V>(
  keys: readonly string[],
  find: (eventId: string, buyers: readonly string[]) => Promise<Map<string, V>>,
): Promise<Map<string, V>> {
  const buyersOf = new Map<string, string[]>()
  for (const [eventId = '', buyerId = ''] of keys.map(key => key.split(' ')))
    buyersOf.set(eventId, [...(buyersOf.get(eventId) ?? []), buyerId])
  const found = new Map<string, V>()
  for (const [eventId, buyers] of buyersOf)
    for (const [buyerId, value] of await find(eventId, buyers)) found.set(`${eventId} ${buyerId}`, value)
  return found
}

/** Acts as End Call of the blocker in the calls with the other person; a buyer also leaves for their attendee. */
export async function leaveCallsWith(
  { db, calls }: { db: Db; calls: Calls },
  pair: BlockPair,
): Promise<void> {
  for (const { id, influencerId } of await openBetween(db, pair.blockerId, pair.blockedId))
    await calls.leave(id, influencerId === pair.blockerId ? 'influencer' : 'buyer')
}

/**
 * Ends the calls of two people of whom one reported the other. A running call ends for both, and its money waits for
 * staff; any other is left as by End Call, and the time rules settle its money.
 */
export async function endReportedCalls(
  { db, requests, calls }: { db: Db; requests: RequestsDeps; calls: Calls },
  { blockerId: reporterId, blockedId }: BlockPair,
): Promise<void> {
  for (const { id, influencerId } of await openBetween(db, reporterId, blockedId)) {
    const isEnded = await endReported(requests, { requestId: id, reporterId })
    if (isEnded) await calls.onRoomChanged(id)
    else await calls.leave(id, influencerId === reporterId ? 'influencer' : 'buyer')
  }
}

/** Connects events and their places: a change of one is passed to the other, and to everyone who watches. */
export function roomWork(domains: RoomDomains & { calls: Calls }): TopicWork[] {
  const { db, requests, liveEvents, turns, calls } = domains
  const followRequest = shareOf(REQUEST_TOPICS.changed, 'calls', async ({ requestId }) => {
    const place = await findPlace(db, requestId)
    if (!place) return calls.onRoomChanged(requestId)
    await placesChanged(liveEvents, db, place.ownerId)
    await followEventIn(requests, requestId)
    await turns.follow({ placeId: requestId, eventId: place.eventId })
    await calls.onPlaceChanged(place)
  })
  const followEvent = shareOf(LIVE_EVENT_TOPICS.changed, 'calls', async ({ eventId }) => {
    // Removes viewers first: the settlement of hundreds of places takes time, and the camera must not stay live
    // during it.
    try {
      await calls.onRoomChanged(eventId)
    } finally {
      // Money does not wait for an unavailable bus; the outbox informs the room again at its next try.
      await followEventInPlaces(requests, eventId)
    }
  })
  const followPlaces = workOf(REQUEST_TOPICS.placesFollow, ({ requestIds }) =>
    followEventInEach(requests, requestIds),
  )
  const partRooms = shareOf(SAFETY_TOPICS.blocked, 'calls', async ({ blockerId, blockedId }) => {
    for (const { id } of await openBetween(db, blockerId, blockedId)) await calls.onRoomChanged(id)
  })
  const closeRoomsOf = async ({ userId }: { userId: string }) => {
    const rooms = [...(await listBegunOf(db, userId)), ...(await listBegunEventsOf(db, userId))]
    for (const id of rooms) await calls.onRoomChanged(id)
  }
  return [
    ...[followRequest, followEvent, followPlaces, partRooms],
    workOf(SAFETY_TOPICS.suspended, closeRoomsOf),
    shareOf(ACCOUNT_TOPICS.tooYoung, 'calls', closeRoomsOf),
  ]
}
