import { type PageQuery, REQUEST_STATES, REQUEST_TYPES } from '@parley/contract'
import { and, eq, isNotNull, isNull, not, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../../../core/refusal.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { listByIds, type NamedRequest, type RequestRow } from '../store.ts'
import { IS_CALL, IS_OPEN, IS_PAID, IS_UNPAID, sessionRequests } from '../tables.ts'

/** Whose requests a list shows. */
export type RequestFilter =
  /** All roles: buyer, attendee, influencer. */
  | { memberId: string }
  /** What a person has booked, attends or accepted as a prepaid link. */
  | { bookedBy: string; are: 'open' | 'past' }
  /** The buyer or the attendee, at one influencer. */
  | { buyerSideId: string; influencerId: string }
  /** An influencer's paid open calls. */
  | { openCallsOf: string }
  /** Prepaid links that somebody bought or accepted. */
  | { prepaidOf: string }
  | {
      incomingOf: string
      requestType?: RequestRow['requestType'] | undefined
      state?: RequestRow['state'] | undefined
      paid: 'yes' | 'no' | 'either'
    }

const { buyerId, attendeeId, influencerId, requestType, state, startsAt, createdAt, id } = sessionRequests
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
  if ('bookedBy' in filter) {
    const { bookedBy, are } = filter
    const accepted = and(eq(influencerId, bookedBy), IS_PREPAID, IS_CALL, IS_PAID)
    return [eq(buyerId, bookedBy), eq(attendeeId, bookedBy), accepted].map(way =>
      and(way, are === 'open' ? IS_OPEN : not(IS_OPEN)),
    )
  }
  if ('openCallsOf' in filter) return [and(eq(influencerId, filter.openCallsOf), IS_PAID, IS_OPEN, IS_CALL)]
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
  if (filter.paid === 'either')
    return (['yes', 'no'] as const).flatMap(paid => incomingWays({ ...filter, paid }))
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

/** Whether a list has the order of what is next; all others have the newest first. */
function isByStart(filter: RequestFilter): boolean {
  if ('bookedBy' in filter) return filter.are === 'open'
  return 'openCallsOf' in filter
}

interface Place {
  id: string
  /** As `after` names it, for the page after this one. */
  place: string
}

/** The last row of the page before: its creation, or by `start` its start. */
interface After {
  at: Date
  id: string
  by?: 'start' | 'creation'
}

interface Part {
  limit: number
  offset?: number
  after?: After | undefined
}

const msOf = (at: SQL) => sql`(extract(epoch from ${at}) * 1000)::bigint`
const CREATED = sql.raw('created_at')
const STARTS = sql.raw('starts_at')

/** The next requests of a list: after one of them, else from a number on. */
async function placesIn(db: DbOrTx, filter: RequestFilter, part: Part): Promise<Place[]> {
  // Attack: a place of another list.
  if (part.after?.by === 'start' && !isByStart(filter))
    throw refuse.fields({ after: ['Please follow the address in next'] })
  const { rows } = await db.execute<{ id: string; place: string }>(
    isByStart(filter) ? nextFirst(filter, part) : newestFirst(filter, part),
  )
  return rows
}

const isCreatedBefore = (after: After) =>
  sql`(${createdAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`

function newestFirst(filter: RequestFilter, { limit, offset = 0, after }: Part): SQL {
  const ways = waysIn(filter).map(
    way => sql`(select ${id}, ${createdAt} from ${sessionRequests} where ${and(way, after && isCreatedBefore(after))}
      order by ${createdAt} desc, ${id} desc limit ${offset + limit})`,
  )
  return sql`select id, ${msOf(CREATED)} || '_' || id as place from (${sql.join(ways, sql` union all `)}) found
    order by created_at desc, id desc limit ${limit} offset ${offset}`
}

/**
 * Those with a start, the next one first, and behind them those without one, the newest first: each an index scan in
 * this order. The second is the same index read backwards, and names its first column for this.
 */
function nextFirst(filter: RequestFilter, { limit, offset = 0, after }: Part): SQL {
  const startsAfter =
    after && sql`(${startsAt}, ${id}) > (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const columns = sql`${id}, ${startsAt}, ${createdAt}`
  const dated = (way: SQL | undefined) =>
    sql`(select ${columns} from ${sessionRequests} where ${and(way, isNotNull(startsAt), startsAfter)}
      order by ${startsAt}, ${id} limit ${offset + limit})`
  const isFurther = after?.by === 'creation' ? isCreatedBefore(after) : undefined
  const undated = (way: SQL | undefined) =>
    sql`(select ${columns} from ${sessionRequests} where ${and(way, isNull(startsAt), isFurther)}
      order by ${startsAt} desc, ${createdAt} desc, ${id} desc limit ${offset + limit})`
  const ways = waysIn(filter)
  const parts = [...(after?.by === 'creation' ? [] : ways.map(dated)), ...ways.map(undated)]
  return sql`select id, coalesce('s' || ${msOf(STARTS)}, ${msOf(CREATED)}::text) || '_' || id as place
    from (${sql.join(parts, sql` union all `)}) found
    order by starts_at, case when starts_at is null then created_at end desc,
      case when starts_at is null then id end desc, id limit ${limit} offset ${offset}`
}

export interface RequestPage {
  /** Exact up to 200; beyond that more than the rows of all pages so far, while there are more. */
  count: number
  rows: NamedRequest[]
  /** Where the next page begins. */
  last: string | null
}

/**
 * A page of requests in the order of their list: by its number, or after the last one of the page before, which costs
 * the same everywhere.
 */
export async function listRequests(
  db: DbOrTx,
  filter: RequestFilter,
  page: PageQuery & { after?: After | undefined },
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
    last: last?.place ?? null,
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
