import type { AbsentRule, EventFormat, LineOrder } from '@parley/contract'
import { and, asc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { newId } from '../../core/ids.ts'
import { anyOfPlace } from '../../db/any-of.ts'
import { builtOnce, insertsInto, type Moment, updatesOf, type ValueOf } from '../../db/built-once.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { users } from '../accounts/public.ts'
import { liveEvents } from '../live-events/public.ts'
import { profiles } from '../profiles/public.ts'
import { requestAudit, requestGifts, sessionRequests } from './tables.ts'

export type RequestRow = typeof sessionRequests.$inferSelect

/** A request with the names that its readers see. */
export interface NamedRequest {
  row: RequestRow
  buyerName: string
  influencerName: string | null
  influencerImageId: string | null
  attendeeName: string | null
  event: {
    slug: string
    title: string
    startsAt: Date | null
    dateSequence: number
    format: EventFormat
    absent: AbsentRule
    order: LineOrder
    capacity: number | null
  } | null
}

const buyers = alias(users, 'buyers')
const influencers = alias(users, 'influencers')
const attendees = alias(users, 'attendees')

function named(db: DbOrTx) {
  return db
    .select({
      row: sessionRequests,
      buyerName: buyers.username,
      influencerName: influencers.username,
      influencerImageId: profiles.imageId,
      attendeeName: attendees.username,
      event: {
        slug: liveEvents.slug,
        title: liveEvents.title,
        startsAt: liveEvents.startsAt,
        dateSequence: liveEvents.dateSequence,
        format: liveEvents.format,
        absent: liveEvents.absent,
        order: liveEvents.lineOrder,
        capacity: liveEvents.capacity,
      },
    })
    .from(sessionRequests)
    .innerJoin(buyers, eq(buyers.id, sessionRequests.buyerId))
    .leftJoin(influencers, eq(influencers.id, sessionRequests.influencerId))
    .leftJoin(profiles, eq(profiles.userId, sessionRequests.influencerId))
    .leftJoin(attendees, eq(attendees.id, sessionRequests.attendeeId))
    .leftJoin(liveEvents, eq(liveEvents.id, sessionRequests.liveEventId))
}

/** Requests with their names, by a condition of one's own. */
export const listNamed = (db: DbOrTx, where: SQL | undefined) => named(db).where(where)

/** Locks a request's row for the rest of the transaction: every change goes through here. */
export async function lockRequest(tx: Tx, id: string): Promise<RequestRow | undefined> {
  const [row] = await selectLocked(tx, { id })
  return row
}

const selectLocked = builtOnce((db, value: ValueOf<{ id: string }>) =>
  db
    .select()
    .from(sessionRequests)
    .where(eq(sessionRequests.id, value('id', sessionRequests.id)))
    .for('update'),
)

const selectById = builtOnce((db, value: ValueOf<{ id: string }>) =>
  named(db).where(eq(sessionRequests.id, value('id', sessionRequests.id))),
)

const selectBySlug = builtOnce((db, value: ValueOf<{ slug: string }>) =>
  named(db).where(eq(sessionRequests.slug, value('slug', sessionRequests.slug))),
)

const selectByIds = builtOnce((db, value: ValueOf<{ ids: readonly string[] }>) =>
  named(db).where(anyOfPlace(sessionRequests.id, value('ids', sessionRequests.id))),
)

const selectByUuid = builtOnce((db, value: ValueOf<{ buyerId: string; uuid: string }>) =>
  db
    .select()
    .from(sessionRequests)
    .where(
      and(
        eq(sessionRequests.buyerId, value('buyerId', sessionRequests.buyerId)),
        eq(sessionRequests.uuid, value('uuid', sessionRequests.uuid)),
      ),
    ),
)

export async function findRequest(db: DbOrTx, id: string): Promise<NamedRequest | undefined> {
  const [found] = await selectById(db, { id })
  return found
}

export async function findRequestBySlug(db: DbOrTx, slug: string): Promise<NamedRequest | undefined> {
  const [found] = await selectBySlug(db, { slug })
  return found
}

export async function findRequestByUuid(
  db: DbOrTx,
  buyerId: string,
  uuid: string,
): Promise<RequestRow | undefined> {
  const [row] = await selectByUuid(db, { buyerId, uuid })
  return row
}

/** The requests of these ids with their names, in their order. */
export async function listByIds(db: DbOrTx, ids: readonly string[]): Promise<NamedRequest[]> {
  if (ids.length === 0) return []
  const rows = await selectByIds(db, { ids })
  const byId = new Map(rows.map(found => [found.row.id, found]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** Requests whose next rule of time is due, oldest first. */
export async function listDue(db: DbOrTx, now: Date, limit: number): Promise<string[]> {
  const rows = await dueRequests(db, now).limit(limit)
  return rows.map(row => row.id)
}

/** The same as a query. */
export const dueRequests = (db: DbOrTx, now: Moment) =>
  db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(and(isNotNull(sessionRequests.dueAt), lte(sessionRequests.dueAt, now)))
    .orderBy(asc(sessionRequests.dueAt))

/** Whether two people have a request with each other, in either direction; who attends one has it as its buyer does. */
export async function haveSharedRequest(db: DbOrTx, a: string, b: string): Promise<boolean> {
  const { id, buyerId, attendeeId, influencerId } = sessionRequests
  const one = (side: typeof buyerId | typeof attendeeId, on: string, with_: string) =>
    db
      .select({ id })
      .from(sessionRequests)
      .where(and(eq(side, on), eq(influencerId, with_)))
      .limit(1)
  const found = await unionAll(
    one(buyerId, a, b),
    one(attendeeId, a, b),
    one(buyerId, b, a),
    one(attendeeId, b, a),
  ).limit(1)
  return found.length > 0
}

/**
 * Whether two people are or were parties of one request: its buyer, its influencer, or somebody who accepted it as a
 * gift, also if they do not attend any more.
 */
export async function werePartiesOfOne(db: DbOrTx, a: string, b: string): Promise<boolean> {
  if (await haveSharedRequest(db, a, b)) return true
  const { id, buyerId, influencerId } = sessionRequests
  const { requestId, takenBy } = requestGifts
  const given = (to: string, side: typeof buyerId | typeof influencerId, other: string) =>
    db
      .select({ id })
      .from(requestGifts)
      .innerJoin(sessionRequests, eq(id, requestId))
      .where(and(eq(takenBy, to), eq(side, other)))
      .limit(1)
  const found = await unionAll(
    given(a, buyerId, b),
    given(a, influencerId, b),
    given(b, buyerId, a),
    given(b, influencerId, a),
  ).limit(1)
  return found.length > 0
}

/** Changes the row of a request that the transaction has locked. */
export const updateRequest = updatesOf(sessionRequests, sessionRequests.id, update => update.returning())

/**
 * Writes a request with the first line of its audit, in one statement: an event's buyers wait for it. No row comes back
 * if the buyer's key has one already.
 */
export const insertBooked = (db: DbOrTx, row: typeof sessionRequests.$inferInsert): Promise<RequestRow[]> =>
  insertWithAudit(db, { ...row, ...{ [AUDIT_ID]: newId() } })

const AUDIT_ID = 'auditId'

const insertWithAudit = insertsInto(sessionRequests, (insert, db, value) => {
  const { buyerId, uuid } = sessionRequests
  const booked = db.$with('booked').as(insert.onConflictDoNothing({ target: [buyerId, uuid] }).returning())
  const audit = {
    ...{ id: sql`${value(AUDIT_ID, requestAudit.id)}::uuid`, requestId: booked.id },
    ...{ action: sql`'book'`, actorId: booked.buyerId, fromState: sql`null::text`, toState: booked.state },
    ...{ fromPayment: sql`null::text`, toPayment: booked.paymentStatus, data: sql`'{}'::jsonb` },
    createdAt: booked.createdAt,
  }
  const values = sql`select ${sql.join(Object.values(audit), sql`, `)} from ${booked}`
  const audited = db
    .$with('audited')
    .as(db.insert(requestAudit).select(values).returning({ id: requestAudit.id }))
  return db.with(booked, audited).select().from(booked)
})

export const insertRequestAudit = insertsInto(requestAudit, insert => insert)
