import { and, asc, desc, eq, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { anyOf } from '../../db/any-of.ts'
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

const PAID = sql`${sessionRequests.paymentStatus} in ('paid', 'partly_refunded', 'refunded', 'refund_failed', 'disputed', 'charged_back')`
const UNPAID = sql`${sessionRequests.paymentStatus} in ('unpaid', 'processing', 'failed')`
/** In the words of its index. */
const isOfType = (type: RequestRow['requestType']) =>
  type === 'prepaid' ? sql`${sessionRequests.requestType} = 'prepaid'` : eq(sessionRequests.requestType, type)

/** What holds of every request in the list. */
function conditions(filter: RequestFilter): SQL | undefined {
  return and(
    filter.buyerId ? eq(sessionRequests.buyerId, filter.buyerId) : undefined,
    filter.influencerId ? eq(sessionRequests.influencerId, filter.influencerId) : undefined,
    filter.attendeeId ? eq(sessionRequests.attendeeId, filter.attendeeId) : undefined,
    filter.requestType ? isOfType(filter.requestType) : undefined,
    filter.state ? eq(sessionRequests.state, filter.state) : undefined,
    filter.paid === 'yes' ? PAID : undefined,
    filter.paid === 'no' ? UNPAID : undefined,
  )
}

/**
 * The ways in which a person may have to do with a request, each an index scan of its own: joined by OR they would read
 * the whole history. No request is in two of them, because its buyer, its attendee and its influencer are three people.
 */
function waysIn(filter: RequestFilter): (SQL | undefined)[] {
  const buys = (id: string) => eq(sessionRequests.buyerId, id)
  const attends = (id: string) => eq(sessionRequests.attendeeId, id)
  const performs = (id: string) => eq(sessionRequests.influencerId, id)
  const { buyerSideId, memberId, partyId } = filter
  if (buyerSideId) return [buys(buyerSideId), attends(buyerSideId)]
  // Attack: filling somebody's list with bookings that nobody pays.
  if (memberId) return [buys(memberId), attends(memberId), and(performs(memberId), PAID)]
  if (partyId) return [buys(partyId), performs(partyId)]
  return [undefined]
}

/** Requests are counted up to here; of longer lists it is said that there is more. */
const COUNTED_MAX = 200

/** A page of requests, newest first, and how many there are: exactly up to 200, beyond that at least one more than shown. */
export async function listRequests(
  db: DbOrTx,
  filter: RequestFilter,
  page: { page: number; page_size: number },
) {
  const where = conditions(filter)
  const reach = page.page * page.page_size
  const counted = Math.max(COUNTED_MAX, reach + 1)
  const { id, createdAt } = sessionRequests
  const found = (way: SQL | undefined, limit: number) =>
    db
      .select({ id, createdAt })
      .from(sessionRequests)
      .where(and(way, where))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit)
  const united = (limit: number) =>
    sql.join(
      waysIn(filter).map(way => sql`${found(way, limit)}`),
      sql` union all `,
    )
  const { rows: totals } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 from (${united(counted)}) found limit ${counted}) counted`,
  )
  const { rows: ids } = await db.execute<{ id: string }>(
    sql`select id from (${united(reach)}) found order by created_at desc, id desc
      limit ${page.page_size} offset ${reach - page.page_size}`,
  )
  return {
    count: totals[0]?.count ?? 0,
    rows: await listByIds(
      db,
      ids.map(row => row.id),
    ),
  }
}

/** The requests of these ids with their names, in their order. */
async function listByIds(db: DbOrTx, ids: readonly string[]): Promise<NamedRequest[]> {
  if (ids.length === 0) return []
  const rows = await named(db).where(anyOf(sessionRequests.id, ids))
  const byId = new Map(rows.map(found => [found.row.id, found]))
  return ids.flatMap(id => byId.get(id) ?? [])
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
