import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { builtOnce, type Moment, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { type PageRequest, type RowsOfPage, readPage } from '../../db/pages.ts'
import { isShownPerson, users } from '../accounts/public.ts'
import { liveEvents } from './tables.ts'

export type EventRow = typeof liveEvents.$inferSelect

/**
 * Events that visitors see on a profile: those to come and the live one. The states are no parameters, so that a plan
 * for all values may use the index of these states.
 */
const isShown = (influencerId: string | SQL) =>
  and(eq(liveEvents.influencerId, influencerId), sql`${liveEvents.state} in ('scheduled', 'live')`)

/** An event and what is known of its owner, as `FoundEvent` has them. */
export const foundEvent = {
  event: liveEvents,
  owner: {
    ...{ id: users.id, username: users.username, publicProfile: isShownPerson },
    suspendedAt: users.suspendedAt,
  },
}

function withOwner(db: DbOrTx) {
  return db.select(foundEvent).from(liveEvents).innerJoin(users, eq(users.id, liveEvents.influencerId))
}

export type FoundEvent = Awaited<ReturnType<typeof withOwner>>[number]

/** The first of an influencer's events, the newest first. */
export async function findShownEvents(
  db: DbOrTx,
  wanted: { influencerId: string; limit: number },
): Promise<FoundEvent[]> {
  return selectShown(db, wanted)
}

const selectShown = builtOnce((db, value: ValueOf<{ influencerId: string; limit: number }>) =>
  withOwner(db)
    .where(isShown(value('influencerId', liveEvents.influencerId)))
    .orderBy(desc(liveEvents.createdAt), desc(liveEvents.id))
    .limit(sql.placeholder('limit')),
)

const selectBySlug = builtOnce((db, value: ValueOf<{ slug: string }>) =>
  withOwner(db).where(eq(liveEvents.slug, value('slug', liveEvents.slug))),
)
const selectById = builtOnce((db, value: ValueOf<{ id: string }>) =>
  withOwner(db).where(eq(liveEvents.id, value('id', liveEvents.id))),
)

/** A page of an influencer's events, the newest first. */
export async function readShownEvents(
  db: DbOrTx,
  wanted: { influencerId: string; page: PageRequest },
): Promise<RowsOfPage<FoundEvent>> {
  const where = isShown(wanted.influencerId)
  return readPage<FoundEvent>({
    ...{ page: wanted.page, at: liveEvents.createdAt, id: liveEvents.id, first: 'newest' },
    read: ({ isAfter, order, limit, offset }) =>
      withOwner(db)
        .where(and(where, isAfter))
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    count: most =>
      db.$count(db.select({ id: liveEvents.id }).from(liveEvents).where(where).limit(most).as('counted')),
    placeOf: ({ event: { createdAt: at, id } }) => ({ at, id }),
  })
}

export async function findEvent(
  db: DbOrTx,
  by: { slug: string } | { id: string },
): Promise<FoundEvent | null> {
  const [found] = await ('slug' in by ? selectBySlug(db, by) : selectById(db, by))
  return found ?? null
}

/** An event's row, not locked. */
export async function findEventRow(
  db: DbOrTx,
  by: { slug: string } | { id: string },
): Promise<EventRow | null> {
  return (await findEvent(db, by))?.event ?? null
}

/** Locks an event's row for the rest of the transaction: every change calls this. */
export async function lockEvent(tx: Tx, by: { slug: string } | { id: string }): Promise<EventRow | null> {
  const [row] = await tx
    .select()
    .from(liveEvents)
    .where('slug' in by ? eq(liveEvents.slug, by.slug) : eq(liveEvents.id, by.id))
    .for('update')
  return row ?? null
}

/** The same for a sale of a place, which reads the row and what else decides in one statement afterwards. */
export const lockForSale = builtOnce((db, value: ValueOf<{ eventId: string }>) =>
  db
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .where(eq(liveEvents.id, value('eventId', liveEvents.id)))
    .for('update'),
)

export async function findEventByUuid(
  db: DbOrTx,
  influencerId: string,
  uuid: string,
): Promise<EventRow | null> {
  const [row] = await db
    .select()
    .from(liveEvents)
    .where(and(eq(liveEvents.influencerId, influencerId), eq(liveEvents.uuid, uuid)))
  return row ?? null
}

/** False when the slug or the owner's key is taken. */
export async function insertEvent(tx: Tx, row: typeof liveEvents.$inferInsert): Promise<boolean> {
  const inserted = await tx
    .insert(liveEvents)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: liveEvents.id })
  return inserted.length === 1
}

export async function updateEvent(tx: Tx, id: string, set: Partial<EventRow>): Promise<void> {
  await tx.update(liveEvents).set(set).where(eq(liveEvents.id, id))
}

/** Events whose next time rule is due, oldest first. */
export async function listDueEvents(db: DbOrTx, now: Date, limit: number): Promise<string[]> {
  const rows = await dueEvents(db, now).limit(limit)
  return rows.map(row => row.id)
}

/** The same as a query. */
export const dueEvents = (db: DbOrTx, now: Moment) =>
  db
    .select({ id: liveEvents.id })
    .from(liveEvents)
    .where(and(isNotNull(liveEvents.dueAt), lte(liveEvents.dueAt, now)))
    .orderBy(asc(liveEvents.dueAt))
