import { REQUEST_STATES, REQUEST_TYPES, type RequestPageQuery } from '@parley/contract'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '../../../db/client.ts'
import { listByIds, type NamedRequest, type RequestRow } from '../store.ts'
import { IS_PAID, IS_UNPAID, sessionRequests } from '../tables.ts'

/** Whose requests a list shows. */
export type RequestFilter =
  /** All roles: buyer, attendee, influencer. */
  | { memberId: string }
  /** The buyer or the attendee, at one influencer. */
  | { buyerSideId: string; influencerId: string }
  /** Prepaid links that somebody bought or accepted. */
  | { prepaidOf: string }
  | {
      incomingOf: string
      requestType?: RequestRow['requestType'] | undefined
      state?: RequestRow['state'] | undefined
      paid: 'yes' | 'no'
    }

const { buyerId, attendeeId, influencerId, requestType, state, createdAt, id } = sessionRequests
/** In the words of its index. */
const IS_PREPAID = sql`${requestType} = 'prepaid'`

/**
 * The roles of a person in a request, each an index scan in the order of the list: joined by OR, or filtered row by
 * row, they would read the whole history. No request is in two of them, because its buyer, its attendee and its
 * influencer are three people.
 */
function waysIn(filter: RequestFilter): (SQL | undefined)[] {
  if ('memberId' in filter) {
    const { memberId } = filter
    // Attack: to fill a person's list with unpaid bookings.
    const performs = and(eq(influencerId, memberId), IS_PAID)
    return [eq(buyerId, memberId), eq(attendeeId, memberId), performs]
  }
  if ('buyerSideId' in filter) {
    const isTheirs = eq(influencerId, filter.influencerId)
    return [buyerId, attendeeId].map(side => and(eq(side, filter.buyerSideId), isTheirs))
  }
  if ('prepaidOf' in filter)
    return [buyerId, influencerId].map(side => and(eq(side, filter.prepaidOf), IS_PREPAID))
  return incomingWays(filter)
}

/**
 * Columns without a filter are listed value by value, because an index gives the order only behind one value of each.
 */
function incomingWays(filter: Extract<RequestFilter, { incomingOf: string }>): (SQL | undefined)[] {
  const isPaid = filter.paid === 'yes' ? IS_PAID : IS_UNPAID
  const isTheirs = eq(influencerId, filter.incomingOf)
  if (filter.paid === 'yes' && !filter.state && !filter.requestType) return [and(isTheirs, isPaid)]
  const states = filter.state ? [filter.state] : REQUEST_STATES
  const types = filter.requestType ? [filter.requestType] : REQUEST_TYPES
  return states.flatMap(each =>
    types.map(type => and(isTheirs, isPaid, eq(state, each), eq(requestType, type))),
  )
}

/** Requests are counted up to this; a longer list only says that there are more. */
const COUNTED_MAX = 200

interface Place {
  id: string
  /** As Postgres writes it in milliseconds, for the page after this one. */
  atMs: string
}

/** The next requests of a list: after one of them, else from a number on. */
async function placesIn(
  db: DbOrTx,
  filter: RequestFilter,
  { limit, offset = 0, after }: { limit: number; offset?: number; after?: RequestPageQuery['after'] },
): Promise<Place[]> {
  const isAfter =
    after && sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const ways = waysIn(filter).map(
    way => sql`(select ${id}, ${createdAt} from ${sessionRequests} where ${and(way, isAfter)}
      order by ${createdAt} desc, ${id} desc limit ${offset + limit})`,
  )
  const { rows } = await db.execute<{ id: string; at_ms: string }>(
    sql`select id, (extract(epoch from created_at) * 1000)::bigint as at_ms from (${sql.join(ways, sql` union all `)}) found
      order by created_at desc, id desc limit ${limit} offset ${offset}`,
  )
  return rows.map(row => ({ id: row.id, atMs: row.at_ms }))
}

export interface RequestPage {
  /** Exact up to 200; beyond that more than the rows of all pages so far, while there are more. */
  count: number
  rows: NamedRequest[]
  /** Where the next page begins. */
  last: string | null
}

/**
 * A page of requests, newest first: by its number, or after the last one of the page before, which costs the same
 * everywhere.
 */
export async function listRequests(
  db: DbOrTx,
  filter: RequestFilter,
  page: RequestPageQuery,
): Promise<RequestPage> {
  const size = page.page_size
  const offset = (page.page - 1) * size
  const isCounted = offset + size <= COUNTED_MAX
  const head = isCounted ? await placesIn(db, filter, { limit: COUNTED_MAX + 1 }) : null
  const found =
    head && !page.after
      ? head.slice(offset, offset + size + 1)
      : await placesIn(db, filter, {
          limit: size + 1,
          ...(page.after ? { after: page.after } : { offset }),
        })
  const shown = found.slice(0, size)
  const last = shown.at(-1)
  return {
    count: await countOf(db, filter, { head, reached: last ? offset + found.length : 0 }),
    rows: await listByIds(
      db,
      shown.map(place => place.id),
    ),
    last: last ? `${last.atMs}_${last.id}` : null,
  }
}

async function countOf(
  db: DbOrTx,
  filter: RequestFilter,
  { head, reached }: { head: Place[] | null; reached: number },
): Promise<number> {
  // Beyond the counted ones, what was reached says it; a page beyond the end reached nothing.
  if (!head && reached > 0) return reached
  const { length } = head ?? (await placesIn(db, filter, { limit: COUNTED_MAX }))
  return length <= COUNTED_MAX ? length : Math.max(COUNTED_MAX, reached)
}
