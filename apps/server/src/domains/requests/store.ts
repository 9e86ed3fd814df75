import { and, asc, count, desc, eq, inArray, isNotNull, lte, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx, Tx } from '../../db/client.ts'
import { users } from '../accounts/public.ts'
import { liveEvents } from '../live-events/public.ts'
import { profiles } from '../profiles/public.ts'
import { sessionRequests } from './tables.ts'

export type RequestRow = typeof sessionRequests.$inferSelect

/** A request with the names that its readers see. */
export interface NamedRequest {
  row: RequestRow
  buyerName: string
  influencerName: string | null
  influencerPictureId: string | null
  attendeeName: string | null
  event: { slug: string; title: string; startsAt: Date | null } | null
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
      influencerPictureId: profiles.pictureId,
      attendeeName: attendees.username,
      event: { slug: liveEvents.slug, title: liveEvents.title, startsAt: liveEvents.startsAt },
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
  const [row] = await tx.select().from(sessionRequests).where(eq(sessionRequests.id, id)).for('update')
  return row
}

export async function findRequest(db: DbOrTx, id: string): Promise<NamedRequest | undefined> {
  const [found] = await named(db).where(eq(sessionRequests.id, id))
  return found
}

export async function findRequestBySlug(db: DbOrTx, slug: string): Promise<NamedRequest | undefined> {
  const [found] = await named(db).where(eq(sessionRequests.slug, slug))
  return found
}

export async function findRequestByUuid(
  db: DbOrTx,
  buyerId: string,
  uuid: string,
): Promise<RequestRow | undefined> {
  const [row] = await db
    .select()
    .from(sessionRequests)
    .where(and(eq(sessionRequests.buyerId, buyerId), eq(sessionRequests.uuid, uuid)))
  return row
}

export interface RequestFilter {
  buyerId?: string | undefined
  influencerId?: string | undefined
  /** Buyer or influencer, whichever. */
  partyId?: string | undefined
  /** Who paid for it or attends in the buyer's place. */
  buyerSideId?: string | undefined
  attendeeId?: string | undefined
  /** Everyone who has to do with it: buyer, influencer, attendee. */
  memberId?: string | undefined
  requestType?: RequestRow['requestType'] | undefined
  state?: RequestRow['state'] | undefined
  paid?: 'yes' | 'no' | undefined
}

const onBuyersSide = (id: string) => or(eq(sessionRequests.buyerId, id), eq(sessionRequests.attendeeId, id))

function conditions(filter: RequestFilter): SQL | undefined {
  const paidStatuses = [
    'paid',
    'partly_refunded',
    'refunded',
    'refund_failed',
    'disputed',
    'charged_back',
  ] as const
  const unpaidStatuses = ['unpaid', 'processing', 'failed'] as const
  return and(
    filter.buyerId ? eq(sessionRequests.buyerId, filter.buyerId) : undefined,
    filter.influencerId ? eq(sessionRequests.influencerId, filter.influencerId) : undefined,
    filter.partyId
      ? or(eq(sessionRequests.buyerId, filter.partyId), eq(sessionRequests.influencerId, filter.partyId))
      : undefined,
    filter.attendeeId ? eq(sessionRequests.attendeeId, filter.attendeeId) : undefined,
    filter.buyerSideId ? onBuyersSide(filter.buyerSideId) : undefined,
    filter.memberId
      ? or(
          onBuyersSide(filter.memberId),
          // Attack: filling somebody's list with bookings that nobody pays.
          and(
            eq(sessionRequests.influencerId, filter.memberId),
            inArray(sessionRequests.paymentStatus, [...paidStatuses]),
          ),
        )
      : undefined,
    filter.requestType ? eq(sessionRequests.requestType, filter.requestType) : undefined,
    filter.state ? eq(sessionRequests.state, filter.state) : undefined,
    filter.paid === 'yes' ? inArray(sessionRequests.paymentStatus, [...paidStatuses]) : undefined,
    filter.paid === 'no' ? inArray(sessionRequests.paymentStatus, [...unpaidStatuses]) : undefined,
  )
}

/** A page of requests, newest first, and how many there are. */
export async function listRequests(
  db: DbOrTx,
  filter: RequestFilter,
  page: { page: number; page_size: number },
) {
  const where = conditions(filter)
  const [total] = await db.select({ count: count() }).from(sessionRequests).where(where)
  const rows = await named(db)
    .where(where)
    .orderBy(desc(sessionRequests.createdAt), desc(sessionRequests.id))
    .limit(page.page_size)
    .offset((page.page - 1) * page.page_size)
  return { count: total?.count ?? 0, rows }
}

/** Requests whose next rule of time is due, oldest first. */
export async function listDue(db: DbOrTx, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(and(isNotNull(sessionRequests.dueAt), lte(sessionRequests.dueAt, now)))
    .orderBy(asc(sessionRequests.dueAt))
    .limit(limit)
  return rows.map(row => row.id)
}

/** Whether two people have a request with each other, in either direction; who attends one has it as its buyer does. */
export async function haveSharedRequest(db: DbOrTx, a: string, b: string): Promise<boolean> {
  const [row] = await db
    .select({ id: sessionRequests.id })
    .from(sessionRequests)
    .where(
      or(
        and(onBuyersSide(a), eq(sessionRequests.influencerId, b)),
        and(onBuyersSide(b), eq(sessionRequests.influencerId, a)),
      ),
    )
    .limit(1)
  return row !== undefined
}
