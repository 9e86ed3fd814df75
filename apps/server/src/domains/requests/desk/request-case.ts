import { formatAmount, type StaffFound, type StaffRequest } from '@parley/contract'
import { asc, desc, eq, inArray } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { DbOrTx } from '../../../db/client.ts'
import { users } from '../../accounts/public.ts'
import { isTurn, roomOf } from '../attendance/room-of.ts'
import { readAirtime } from '../attendance/show-airtime.ts'
import { attendanceFor, readAttendance } from '../attendance/show-attendance.ts'
import type { CallTime } from '../calls/call-time.ts'
import { statementOf } from '../disputes/show-pack.ts'
import { statementsAbout } from '../disputes/statement-store.ts'
import { problemsOf } from '../problems/problem-store.ts'
import { forgonePence, railFor, readRail, withheldPence } from '../rail/show-rail.ts'
import { isConfirmed, netPence } from '../request.ts'
import { listByIds, type NamedRequest } from '../store.ts'
import { requestAudit, sessionRequests } from '../tables.ts'
import { byIdOrSlug } from './reportable-request.ts'
import { waitingMoney } from './waiting-money.ts'

interface DeskDeps {
  callTime: CallTime
  releaseAfterMs: number
}

/** One request as staff see it: who was there, where the money is, and each change. */
export async function requestCase(
  deps: DeskDeps,
  db: DbOrTx,
  idOrSlug: string,
): Promise<Omit<StaffRequest, 'opinions' | 'reports'> | null> {
  const [found] = await byIdOrSlug(db, [idOrSlug])
  if (!found) return null
  const { row } = found
  const rail = await readRail(deps, db, row)
  const [last, ...earlier] = await problemsFor(db, row.id)
  return {
    ...{ id: row.id, version: row.version, slug: row.slug, request_type: row.requestType },
    ...{ state: row.state, outcome: row.outcome },
    ...{ settled_by: row.settledBy, left: formatAmount(isConfirmed(row) ? netPence(row) : 0) },
    ...{ payment: row.paymentStatus, description: row.description, note: row.note ?? '' },
    ...{ amount: formatAmount(row.pricePence), duration: row.durationSeconds },
    ...{ created_at: row.createdAt.toISOString(), begun_at: row.begunAt?.toISOString() ?? null },
    buyer: { id: row.buyerId, username: found.buyerName },
    influencer: named(row.influencerId, found.influencerName),
    attendee: named(row.attendeeId, found.attendeeName),
    event: eventOf(found),
    ...(await seenIn(deps, db, found)),
    money: railFor(rail, 'staff'),
    ...{ withheld: formatAmount(withheldPence(rail)), forgone: formatAmount(forgonePence(rail)) },
    waits: await waitingMoney(db, { row, rail }),
    ...{ problem: last ?? null, earlier_problems: earlier },
    statements: await statementsOf(db, row.id),
    history: await historyOf(db, row.id),
  }
}

function eventOf(found: NamedRequest): StaffRequest['event'] {
  const { event } = found
  if (!event) return null
  return { title: event.title, format: event.format, absent: isTurn(found) ? event.absent : null }
}

/** Who was in a call or a turn; of a place at a broadcast, when the event was on air. */
async function seenIn(
  deps: DeskDeps,
  db: DbOrTx,
  found: NamedRequest,
): Promise<Pick<StaffRequest, 'attendance' | 'on_air'>> {
  if (roomOf(found).kind === 'shared')
    return { attendance: null, on_air: (await readAirtime(deps, db, found)).onAir }
  return { attendance: attendanceFor(await readAttendance(deps, db, found), 'buyer'), on_air: null }
}

const named = (id: string | null, username: string | null) => (id && username ? { id, username } : null)

/** The last one first. */
async function problemsFor(db: DbOrTx, requestId: string): Promise<StaffRequest['earlier_problems']> {
  const all = (await problemsOf(db, [requestId])).toReversed()
  const reporters = await db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(
      inArray(
        users.id,
        all.map(({ reporterId }) => reporterId),
      ),
    )
  const nameOf = new Map(reporters.map(({ id, username }) => [id, username]))
  return all.map(({ id, version, kind, text, state, reporterId, createdAt, backPence }) => ({
    ...{ id, version, kind, text, state, reporter: nameOf.get(reporterId) ?? '' },
    at: createdAt.toISOString(),
    back: state === 'settled' ? formatAmount(backPence) : null,
  }))
}

/** What the influencer wrote to the bank about it. */
async function statementsOf(db: DbOrTx, requestId: string): Promise<StaffRequest['statements']> {
  const rows = await statementsAbout(db, requestId)
  return rows.flatMap(row => statementOf(row) ?? [])
}

async function historyOf(db: DbOrTx, requestId: string): Promise<StaffRequest['history']> {
  const rows = await db
    .select({ change: requestAudit, by: users.username })
    .from(requestAudit)
    .leftJoin(users, eq(users.id, requestAudit.actorId))
    .where(eq(requestAudit.requestId, requestId))
    .orderBy(asc(requestAudit.createdAt), asc(requestAudit.id))
  return rows.map(({ change, by }) => ({
    at: change.createdAt.toISOString(),
    action: change.action,
    by,
    from_state: change.fromState,
    state: change.toState,
    payment: change.toPayment,
  }))
}

type Found = StaffFound['requests'][number]
const foundOf = ({ row, buyerName, influencerName }: NamedRequest): Found => ({
  ...{ id: row.id, slug: row.slug, description: row.description, state: row.state },
  ...{ amount: formatAmount(row.pricePence), buyer: buyerName, influencer: influencerName },
})

/** Requests by their ids or slugs, for the desk's search. */
export const findForDesk = async (db: DbOrTx, words: readonly string[]): Promise<Found[]> =>
  words.length === 0 ? [] : (await byIdOrSlug(db, words)).map(foundOf)

/** The last requests of a person, on any side. */
export async function lastRequestsOf(db: DbOrTx, userId: string, most: number): Promise<Found[]> {
  const { buyerId, influencerId, attendeeId, createdAt, id } = sessionRequests
  const newest = (side: typeof buyerId | typeof influencerId | typeof attendeeId) =>
    db
      .select({ id, createdAt })
      .from(sessionRequests)
      .where(eq(side, userId))
      .orderBy(desc(createdAt), desc(id))
      .limit(most)
  // Each side by its own index: a star's history is not read for the few that are shown.
  const found = await unionAll(newest(buyerId), newest(influencerId), newest(attendeeId))
  const last = found
    .sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (one.id < other.id ? 1 : -1))
    .slice(0, most)
  const rows = await listByIds(
    db,
    last.map(row => row.id),
  )
  return rows.map(foundOf)
}
