import type { SessionRequest } from '@parley/contract'
import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { callsWithin } from '../../schedule/public.ts'
import type { NamedRequest, RequestRow } from '../store.ts'
import { sessionRequests } from '../tables.ts'
import { isTight } from './tight-window.ts'

type SoldBeside = NonNullable<SessionRequest['sold_beside']>
type WideRequest = RequestRow & { startsAt: Date; endsAt: Date }

/** Whether an influencer has an unanswered request for some moment within a stretch of time. */
const isWideRequest = (row: RequestRow): row is WideRequest =>
  row.state === 'offered' &&
  row.slotSequence === null &&
  row.startsAt !== null &&
  row.endsAt !== null &&
  !isTight({ start: row.startsAt, end: row.endsAt }, row.durationSeconds)

/**
 * What an influencer has sold within the stretches of time that requests ask them for, by the id of the request: how
 * many calls, and the first of them. It reads what is taken in these stretches, however much they sold before and
 * after.
 */
export async function soldBeside(
  db: DbOrTx,
  { requests, viewerId }: { requests: readonly NamedRequest[]; viewerId: string | null },
): Promise<Map<string, SoldBeside>> {
  if (viewerId === null) return new Map()
  const wide = requests.map(({ row }) => row).filter(isWideRequest)
  const spans = wide.filter(({ influencerId }) => influencerId === viewerId)
  if (spans.length === 0) return new Map()
  const taken = await callsWithin(db, viewerId, spans)
  const names = await namesOfSold(
    db,
    taken.map(({ sourceId }) => sourceId),
  )
  const sold = taken.flatMap(time => {
    const user = names.get(time.sourceId)
    return user ? [{ ...time, user }] : []
  })
  return new Map(
    spans.flatMap(({ id, startsAt, endsAt }) => {
      const beside = sold.filter(time => time.startsAt < endsAt && time.endsAt > startsAt)
      const [first] = beside
      if (!first) return []
      return [[id, { count: beside.length, start: first.startsAt.toISOString(), user: first.user }]]
    }),
  )
}

/** Who attends each of some calls. Attack: a hint at what nobody has paid. */
async function namesOfSold(db: DbOrTx, ids: readonly string[]): Promise<Map<string, SoldBeside['user']>> {
  if (ids.length === 0) return new Map()
  const { id, state, paidAt, attendeeId, buyerId } = sessionRequests
  const rows = await db
    .select({ id, user: { id: users.id, username: users.username } })
    .from(sessionRequests)
    .innerJoin(users, eq(users.id, sql`coalesce(${attendeeId}, ${buyerId})`))
    .where(and(anyOf(id, ids), or(eq(state, 'accepted'), isNotNull(paidAt))))
  return new Map(rows.map(row => [row.id, row.user]))
}
