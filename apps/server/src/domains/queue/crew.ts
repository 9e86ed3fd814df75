import { CHAT_MODERATORS_MAX, type Crew, type CrewRole, DAY_MS, messages } from '@parley/contract'
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../core/mail-topic.ts'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../db/client.ts'
import { findUserByUsername, holdAccount, users } from '../accounts/public.ts'
import type { Calls, TurnRooms } from '../calls/public.ts'
import { findEventRow, liveEvents, lockEvent } from '../live-events/public.ts'
import { namesOfPlaces } from '../requests/public.ts'
import { type BlockPair, partedAmong } from '../safety/public.ts'
import { QUEUE_TOPICS, type QueueDeps } from './deps.ts'
import { isHiddenFrom, isOfPrivateOwner } from './hidden-event.ts'
import type { Turn } from './machine/queue.ts'
import { type EventRow, loadQueue } from './store.ts'
import { eventCrew } from './tables.ts'
import type { WiredQueue } from './who-is-here.ts'

/** So many new people may be named in a day by one owner, at all of their events. */
export const NAMED_A_DAY_MAX = 20

interface CrewRequest {
  slug: string
  person: Person
}

/** Whether somebody orders the line of an event beside its host. */
export async function isUsher(db: DbOrTx, eventId: string, personId: string): Promise<boolean> {
  return (await ushersOf(db, eventId)).has(personId)
}

/**
 * Refuses what an usher may not do to a place. 403. Attacks: an usher with a place of their own, who puts themselves
 * first, has their money back or clears the way before them; and one who ends a turn, which costs the host its rest.
 */
export async function refuseToUsher(
  tx: Tx,
  change: { event: EventRow; usherId: string; step: string; place: string },
): Promise<void> {
  const { event, usherId, step, place } = change
  const names = await namesOfPlaces(tx, event.id)
  const isOwn = (id: string) => names.get(id)?.buyerId === usherId
  if (isOwn(place)) throw refuse.forbidden('Another usher or the host does that for your place')
  const turns = (await loadQueue(tx, event))?.turns ?? []
  const turn = turns.find(each => each.place === place)
  if (!turn || step === 'readmit') return
  const { state, position } = turn
  if (state === 'in_turn') throw refuse.forbidden('Only the host ends a turn that goes on')
  const own = turns.find(each => each.state === 'waiting' && isOwn(each.place))
  const isAhead = own && (state === 'called' || (state === 'waiting' && position < own.position))
  if (isAhead)
    throw refuse.forbidden('While you wait, another usher or the host does that for those before you')
}

/** Attack: an usher with a place who lets the line stand still until who waits may leave with all of the money. */
export async function refusePauseToWaiting(tx: Tx, event: EventRow, usherId: string): Promise<void> {
  const names = await namesOfPlaces(tx, event.id)
  const turns = (await loadQueue(tx, event))?.turns ?? []
  const isTheirs = ({ state, place }: Turn) =>
    (state === 'waiting' || state === 'called') && names.get(place)?.buyerId === usherId
  if (turns.some(isTheirs))
    throw refuse.forbidden('While you wait, another usher or the host pauses the line')
}

/** Everybody who does, by id. */
export async function ushersOf(db: DbOrTx, eventId: string): Promise<ReadonlySet<string>> {
  return new Set((await crewOf(db, eventId, 'usher')).map(({ id }) => id))
}

/** Who helps at an event, by username; for the owner alone. */
export async function showCrew({ db }: Pick<QueueDeps, 'db'>, { slug, person }: CrewRequest): Promise<Crew> {
  return namesOf(db, (await ownEvent(db, await findEventRow(db, { slug }), person)).id)
}

/**
 * Names the ushers of a queue, or the moderators of a broadcast, instead of those before: at most five, and nobody
 * who is apart from its owner. A new helper gets a mail.
 */
export async function setCrew(
  deps: Pick<WiredQueue, keyof QueueDeps | 'counts'>,
  { slug, person, crew }: CrewRequest & { crew: Crew },
): Promise<Crew> {
  await countNewNames(deps, { slug, person, crew })
  const named = await withTransaction(deps.db, async tx => {
    const event = await ownEvent(tx, await lockEvent(tx, { slug }), person)
    const role = roleAt(event, crew)
    const crewBefore = await namedFor(tx, event.id, role)
    const ids = new Set<string>()
    for (const username of crew[FIELDS[role]]) {
      // A page that was opened before a block between one of them and the owner still names them: only new names
      // are checked.
      const isCalled = (each: Named) => each.username.toLowerCase() === username.toLowerCase()
      const found = crewBefore.find(isCalled) ?? (await helperCalled(tx, person, { username, role }))
      ids.add(found.id)
    }
    const before = new Set(crewBefore.map(({ id }) => id))
    await dropFrom(deps, tx, { event, role, personIds: [...before].filter(id => !ids.has(id)) })
    const added = [...ids].filter(id => !before.has(id))
    await addTo(deps, tx, { event, role, personIds: added })
    for (const userId of added)
      await deps.outbox.add(tx, MAIL_TOPIC, {
        ...{ template: 'crew-named', userId },
        data: { role, owner: person.username, title: event.title, slug: event.slug },
      })
    return namesOf(tx, event.id)
  })
  deps.outbox.nudge()
  return named
}

/** Attack: an owner names everybody in turn, so that the mails about it carry the words of an event's title to all. */
async function countNewNames(
  { db, counts }: Pick<WiredQueue, 'db' | 'counts'>,
  { slug, person, crew }: CrewRequest & { crew: Crew },
): Promise<void> {
  const before = await showCrew({ db }, { slug, person })
  const known = new Set([...before.ushers, ...before.moderators].map(name => name.toLowerCase()))
  const named = new Set([...crew.ushers, ...crew.moderators].map(name => name.toLowerCase()))
  for (const username of named) {
    if (known.has(username)) continue
    const { current, ttl } = await counts.hit(`crew:${person.id}`, DAY_MS)
    if (current > NAMED_A_DAY_MAX) throw refuse.tooMany(Math.ceil(ttl / 1000))
  }
}

type Changed = { event: Pick<EventRow, 'id'>; role: CrewRole; personIds: string[] }

async function addTo(deps: QueueDeps, tx: Tx, { event, role, personIds }: Changed): Promise<void> {
  if (personIds.length === 0) return
  const addedAt = deps.clock.now()
  const rows = personIds.map(personId => ({ eventId: event.id, personId, role, addedAt }))
  const again = { target: [eventCrew.eventId, eventCrew.personId], set: { role, addedAt } }
  await tx.insert(eventCrew).values(rows).onConflictDoUpdate(again)
  if (role === 'moderator') await deps.outbox.add(tx, QUEUE_TOPICS.moderators, { eventId: event.id })
}

async function dropFrom(deps: QueueDeps, tx: Tx, { event, role, personIds }: Changed): Promise<void> {
  if (personIds.length === 0) return
  await tx.delete(eventCrew).where(and(isOf(event.id, role), inArray(eventCrew.personId, personIds)))
  if (role === 'usher') await deps.outbox.add(tx, QUEUE_TOPICS.crewLeft, { eventId: event.id, personIds })
  else await deps.outbox.add(tx, QUEUE_TOPICS.moderators, { eventId: event.id })
}

/** The moderators of an event as its chat sees and changes them, as its owner asks. */
export function chatCrew(
  deps: QueueDeps,
): Pick<TurnRooms, 'moderatorsOf' | 'addModerator' | 'dropModerator'> {
  return {
    async moderatorsOf(eventId) {
      const crew = await crewOf(deps.db, eventId, 'moderator')
      return new Map(crew.map(({ id, username }) => [id, username]))
    },
    addModerator: (eventId, personId) =>
      withTransaction(deps.db, async tx => {
        const event = await lockEvent(tx, { id: eventId })
        if (!event) return false
        const before = await crewOf(tx, eventId, 'moderator')
        if (before.some(({ id }) => id === personId)) return true
        // Attack: two presses in two tabs, each with one place left.
        if (before.length >= CHAT_MODERATORS_MAX || !(await holdAccount(tx, personId))) return false
        const named = await namedFor(tx, eventId, 'moderator')
        // Nobody comes back above the limit when a block ends.
        if (named.length >= CHAT_MODERATORS_MAX) {
          const out = named.filter(({ id }) => !before.some(each => each.id === id))
          await dropFrom(deps, tx, { event, role: 'moderator', personIds: out.map(({ id }) => id) })
        }
        await addTo(deps, tx, { event, role: 'moderator', personIds: [personId] })
        return true
      }),
    dropModerator: (eventId, personId) =>
      withTransaction(deps.db, tx =>
        dropFrom(deps, tx, { event: { id: eventId }, role: 'moderator', personIds: [personId] }),
      ),
  }
}

/** Takes somebody out of every crew, when their account is deleted. */
export async function eraseCrews(tx: Tx, personId: string): Promise<void> {
  await tx.delete(eventCrew).where(eq(eventCrew.personId, personId))
}

/** The events at which somebody helps, for the export of their account. */
export async function exportCrews(
  db: DbOrTx,
  personId: string,
): Promise<{ event_id: string; role: CrewRole; since: string }[]> {
  const rows = await db.select().from(eventCrew).where(eq(eventCrew.personId, personId))
  return rows.map(({ eventId, role, addedAt }) => ({ event_id: eventId, role, since: addedAt.toISOString() }))
}

async function ownEvent(db: DbOrTx, event: EventRow | null, person: Person): Promise<EventRow> {
  if (event?.influencerId === person.id) return event
  // An event of a suspended owner or of a private profile, or with a block between owner and person, is answered like
  // an unknown one.
  const isThere =
    event !== null &&
    !(await isHiddenFrom(db, event, person.id)) &&
    !(await isOfPrivateOwner(db, event, person.id))
  if (!isThere) throw refuse.notFound('There is no such event')
  throw refuse.forbidden('This event is not yours')
}

const FIELDS = { usher: 'ushers', moderator: 'moderators' } as const
const NOBODY = { usher: messages.noSuchUsher, moderator: messages.noSuchModerator } as const

/** Whom an event of this format has beside its owner. 400 where the others are named. */
function roleAt({ format }: EventRow, crew: Crew): CrewRole {
  if (format === 'queue' && crew.moderators.length > 0)
    throw refuse.fields({ moderators: [messages.moderatorsOfBroadcasts] })
  if (format !== 'queue' && crew.ushers.length > 0) throw refuse.fields({ ushers: [messages.ushersOfQueues] })
  return format === 'queue' ? 'usher' : 'moderator'
}

async function helperCalled(tx: Tx, owner: Person, { username, role }: { username: string; role: CrewRole }) {
  const found = await findUserByUsername(tx, username)
  // Attack: asking for names. Who blocked the owner, or was blocked, is not there for them.
  const parted = found && (await partedAmong(tx, { pairs: [[owner.id, found.id]], people: [found.id] }))
  const isThere = found && !parted?.areApart(owner.id, found.id) && parted?.suspended.size === 0
  const mayBeNamed = isThere && found.id !== owner.id && (await holdAccount(tx, found.id))
  if (!mayBeNamed) throw refuse.fields({ [FIELDS[role]]: [NOBODY[role]] })
  return found
}

const isOf = (eventId: string, role: CrewRole) =>
  and(eq(eventCrew.eventId, eventId), eq(eventCrew.role, role))

interface Named {
  id: string
  username: string
  ownerId: string
}

/** Everybody who was named, whatever became of them since. */
function namedFor(db: DbOrTx, eventId: string, role: CrewRole): Promise<Named[]> {
  return db
    .select({ id: users.id, username: users.username, ownerId: liveEvents.influencerId })
    .from(eventCrew)
    .innerJoin(users, eq(users.id, eventCrew.personId))
    .innerJoin(liveEvents, eq(liveEvents.id, eventCrew.eventId))
    .where(isOf(eventId, role))
    .orderBy(asc(users.username))
}

/**
 * Those of them who help now, and the one place that says so. Attack: somebody whom the owner blocked, or who is
 * suspended, and orders the line or hides what others write by what they were named before.
 */
async function crewOf(db: DbOrTx, eventId: string, role: CrewRole): Promise<Named[]> {
  const named = await namedFor(db, eventId, role)
  if (named.length === 0) return []
  const { areApart, suspended } = await partedAmong(db, {
    pairs: named.map(({ id, ownerId }) => [id, ownerId]),
    people: named.map(({ id }) => id),
  })
  return named.filter(({ id, ownerId }) => !areApart(id, ownerId) && !suspended.has(id))
}

/**
 * After a block between two people: if one of them helps the other, closes the line's page and takes away the chat's
 * tools.
 */
export async function partCrew(
  { db, calls }: { db: QueueDeps['db']; calls: Pick<Calls, 'leaveLine' | 'publishChat'> },
  { blockerId, blockedId }: BlockPair,
): Promise<void> {
  const helps = (personId: string, ownerId: string) =>
    and(eq(eventCrew.personId, personId), eq(liveEvents.influencerId, ownerId))
  const tasks = await db
    .select({ eventId: eventCrew.eventId, personId: eventCrew.personId, role: eventCrew.role })
    .from(eventCrew)
    .innerJoin(liveEvents, eq(liveEvents.id, eventCrew.eventId))
    .where(
      and(
        inArray(liveEvents.state, ['scheduled', 'live']),
        or(helps(blockerId, blockedId), helps(blockedId, blockerId)),
      ),
    )
  for (const { eventId, personId, role } of tasks) {
    if (role === 'usher') await calls.leaveLine(eventId, [personId])
    else await calls.publishChat(eventId)
  }
}

async function namesOf(db: DbOrTx, eventId: string): Promise<Crew> {
  const names = async (role: CrewRole) => (await crewOf(db, eventId, role)).map(({ username }) => username)
  return { ushers: await names('usher'), moderators: await names('moderator') }
}
