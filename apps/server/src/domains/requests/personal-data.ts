import type { SessionRequest, Slot } from '@parley/contract'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { PersonalData } from '../../core/domain.ts'
import type { DbOrTx } from '../../db/client.ts'
import { inBatches } from '../../db/in-batches.ts'
import { ledgerLinesOf } from '../ledger/public.ts'
import { exportPayouts, netLastPayouts } from '../payouts/public.ts'
import { closeUnpaidRequests, deletionBlockersOf } from './account-deletion.ts'
import type { RequestsDeps } from './deps.ts'
import { statementsBy } from './disputes/statement-store.ts'
import { deleteFeed, feedOf } from './feed/feed-store.ts'
import { eraseWords, giftsMadeBy } from './gifts/gift-store.ts'
import { stopAttending } from './gifts/give-call.ts'
import { presentRequests } from './present-request.ts'
import { listProblemsBy } from './problems/problem-store.ts'
import { proposalsBy } from './slots/proposal-store.ts'
import { listNamed, type NamedRequest } from './store.ts'
import { sessionRequests } from './tables.ts'

interface ExportedRequests {
  requests_made: AsyncIterable<SessionRequest>
  requests_received: AsyncIterable<SessionRequest>
  /** Those they attend in the buyer's place. */
  requests_attended: AsyncIterable<SessionRequest>
  problems: { request: string; kind: string; text: string | null; created_at: string; state: string }[]
  proposals: {
    request: string
    slots: Slot[]
    message: string | null
    created_at: string
    ended_at: string | null
  }[]
  gifts: { request: string; message: string | null; created_at: string; taken_at: string | null }[]
  dispute_statements: { request: string; text: string | null; written_at: string }[]
}

const SIDES = {
  made: sessionRequests.buyerId,
  received: sessionRequests.influencerId,
  attended: sessionRequests.attendeeId,
}
type Side = keyof typeof SIDES

/** All requests of a person on one side, newest first, in batches. */
function batchesOf(deps: RequestsDeps, userId: string, side: Side): AsyncGenerator<NamedRequest[]> {
  const { createdAt, id } = sessionRequests
  return inBatches<NamedRequest>((after, limit) => {
    const older = after
      ? sql`(${createdAt}, ${id}) < (${after.row.createdAt.toISOString()}::timestamptz, ${after.row.id}::uuid)`
      : undefined
    return listNamed(deps.db, and(eq(SIDES[side], userId), older))
      .orderBy(desc(createdAt), desc(id))
      .limit(limit)
  })
}

async function* presented(deps: RequestsDeps, userId: string, side: Side): AsyncGenerator<SessionRequest> {
  for await (const requests of batchesOf(deps, userId, side))
    for (const each of await presentRequests(deps, deps.db, { requests, viewerId: userId }))
      yield { ...each, payment: { ...each.payment, stripe_intent_secret: null } }
}

/** Ids of all requests of a person on one side, in batches. */
async function* requestIdsOf(deps: RequestsDeps, userId: string, side: Side): AsyncGenerator<string[]> {
  for await (const requests of batchesOf(deps, userId, side)) yield requests.map(({ row }) => row.id)
}

/** Every request somebody made, was asked for or attends, as it stands, without the payment's secrets. */
async function exportRequests(deps: RequestsDeps, userId: string): Promise<ExportedRequests> {
  const gifts = await giftsMadeBy(deps.db, userId)
  const proposed = await proposalsBy(deps.db, userId)
  const reported = await listProblemsBy(deps.db, userId)
  const statements = await statementsBy(deps.db, userId)
  return {
    requests_made: presented(deps, userId, 'made'),
    requests_received: presented(deps, userId, 'received'),
    requests_attended: presented(deps, userId, 'attended'),
    problems: reported.map(({ requestId, kind, text, createdAt, state }) => ({
      ...{ request: requestId, kind, text, state },
      created_at: createdAt.toISOString(),
    })),
    proposals: proposed.map(({ requestId, slots, message, createdAt, endedAt }) => ({
      ...{ request: requestId, slots, message },
      created_at: createdAt.toISOString(),
      ended_at: endedAt?.toISOString() ?? null,
    })),
    dispute_statements: statements.map(({ requestId, statement: { text, writtenAt } }) => ({
      ...{ request: requestId, text, written_at: writtenAt.toISOString() },
    })),
    gifts: gifts.map(({ requestId, message, createdAt, takenAt }) => ({
      request: requestId,
      message,
      created_at: createdAt.toISOString(),
      taken_at: takenAt?.toISOString() ?? null,
    })),
  }
}

/** Whether there is a feed address, and since when; the database does not have its secret. */
async function exportFeed(db: DbOrTx, userId: string) {
  const feed = await feedOf(db, userId)
  return feed && { created_at: feed.createdAt.toISOString() }
}

/** The requests of a person with their payouts and the lines of the ledger, which are found by the requests' ids. */
export const requestPersonalData = (deps: RequestsDeps): PersonalData => ({
  exported: async userId => ({
    calendar_feed: await exportFeed(deps.db, userId),
    ...(await exportRequests(deps, userId)),
    ...(await exportPayouts(deps.db, { userId, requestIds: requestIdsOf(deps, userId, 'received') })),
    ledger: ledgerLinesOf(deps.db, { userId, requestIds: requestIdsOf(deps, userId, 'made') }),
  }),
  deletionBlockers: deletionBlockersOf,
  async closeUnpaid(userId) {
    await closeUnpaidRequests(deps, userId)
    await stopAttending(deps, userId)
  },
  async erase(tx, userId) {
    await eraseWords(tx, userId)
    await deleteFeed(tx, userId)
    await netLastPayouts(tx, userId, deps.clock.now())
  },
})
