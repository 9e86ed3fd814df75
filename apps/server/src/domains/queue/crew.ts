import { type Crew, messages } from '@parley/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Person } from '../../core/person.ts'
import { refuse } from '../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../db/client.ts'
import { findUserByUsername, users } from '../accounts/public.ts'
import { findEventRow, lockEvent } from '../live-events/public.ts'
import { namesOfPlaces } from '../requests/public.ts'
import { areApart } from '../safety/public.ts'
import { QUEUE_TOPICS, type QueueDeps } from './deps.ts'
import type { Turn } from './machine/queue.ts'
import { type EventRow, loadQueue } from './store.ts'
import { eventCrew } from './tables.ts'

interface Asked {
  slug: string
  person: Person
}

/** Whether somebody orders the line of an event beside its host. */
export async function isUsher(db: DbOrTx, eventId: string, personId: string): Promise<boolean> {
  const isTheirs = and(eq(eventCrew.eventId, eventId), eq(eventCrew.personId, personId))
  return (await db.$count(eventCrew, isTheirs)) > 0
}

/**
 * Refuses what an usher may not do to a place. 403. Attacks: an usher with a place of their own, who puts themselves
 * first, has their money back or clears the way before them; and one who ends a turn, which costs the host its rest.
 */
export async function refuseToUsher(
  tx: Tx,
  asked: { event: EventRow; usherId: string; step: string; place: string },
): Promise<void> {
  const { event, usherId, step, place } = asked
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
  return new Set((await crewOf(db, eventId)).map(({ id }) => id))
}

/** Everybody who does, by username; for the owner alone. */
export async function showCrew({ db }: Pick<QueueDeps, 'db'>, { slug, person }: Asked): Promise<Crew> {
  const event = await findEventRow(db, { slug })
  return { ushers: (await crewOf(db, ownQueue(event, person).id)).map(({ username }) => username) }
}

/** Names the ushers of an event, in place of those before: at most five, and nobody who is apart from its owner. */
export async function setCrew(
  deps: QueueDeps,
  { slug, person, crew }: Asked & { crew: Crew },
): Promise<Crew> {
  const names = await withTransaction(deps.db, async tx => {
    const event = ownQueue(await lockEvent(tx, { slug }), person)
    const ids = new Set<string>()
    for (const username of crew.ushers) ids.add((await usherCalled(tx, person, username)).id)
    const before = await crewOf(tx, event.id)
    const removed = before.filter(({ id }) => !ids.has(id)).map(({ id }) => id)
    if (removed.length > 0)
      await tx
        .delete(eventCrew)
        .where(and(eq(eventCrew.eventId, event.id), inArray(eventCrew.personId, removed)))
    const addedAt = deps.clock.now()
    const rows = [...ids].map(personId => ({ eventId: event.id, personId, addedAt }))
    if (rows.length > 0) await tx.insert(eventCrew).values(rows).onConflictDoNothing()
    if (removed.length > 0)
      await deps.outbox.add(tx, QUEUE_TOPICS.crewLeft, { eventId: event.id, personIds: removed })
    return (await crewOf(tx, event.id)).map(({ username }) => username)
  })
  deps.outbox.nudge()
  return { ushers: names }
}

/** Takes somebody out of every crew, when their account is deleted. */
export async function forgetCrews(tx: Tx, personId: string): Promise<void> {
  await tx.delete(eventCrew).where(eq(eventCrew.personId, personId))
}

/** The events at which somebody is an usher, for the export of their account. */
export async function exportCrews(
  db: DbOrTx,
  personId: string,
): Promise<{ event_id: string; since: string }[]> {
  const rows = await db.select().from(eventCrew).where(eq(eventCrew.personId, personId))
  return rows.map(({ eventId, addedAt }) => ({ event_id: eventId, since: addedAt.toISOString() }))
}

function ownQueue(event: EventRow | null, person: Person): EventRow {
  if (event?.format !== 'queue') throw refuse.notFound('There is no such queue')
  if (event.influencerId !== person.id) throw refuse.forbidden('This queue is not yours')
  return event
}

async function usherCalled(tx: Tx, owner: Person, username: string) {
  const found = await findUserByUsername(tx, username)
  // Attack: asking for names. Who blocked the owner, or was blocked, is not there for them.
  if (!found || found.id === owner.id || (await areApart(tx, owner.id, found.id)))
    throw refuse.fields({ ushers: [messages.noSuchUsher] })
  return found
}

function crewOf(db: DbOrTx, eventId: string): Promise<{ id: string; username: string }[]> {
  return db
    .select({ id: users.id, username: users.username })
    .from(eventCrew)
    .innerJoin(users, eq(users.id, eventCrew.personId))
    .where(eq(eventCrew.eventId, eventId))
    .orderBy(asc(users.username))
}
