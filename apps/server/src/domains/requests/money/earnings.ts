import {
  CURRENCY,
  EARNINGS_ENTRY_KINDS,
  type Earnings,
  type EarningsEntry,
  type EntryPageQuery,
  formatAmount,
  influencerSharePence,
  PAYOUT_AFTER_RELEASE_MS,
  type PayoutWaitCode,
  type Pence,
  pence,
  type UpcomingPayout,
} from '@parley/contract'
import { and, asc, eq, sql } from 'drizzle-orm'
import { invariant } from '../../../core/invariant.ts'
import { anyOf } from '../../../db/any-of.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { listEntries, payableSums } from '../../ledger/public.ts'
import {
  debtPence,
  findPayoutAccount,
  findPayouts,
  listOpenPayouts,
  PAYOUT_REASONS,
  type PayoutRow,
  payoutSums,
  presentPayoutAccount,
} from '../../payouts/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { releaseAt } from '../rail/release-at.ts'
import { netPence } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { IS_UNRELEASED, sessionRequests } from '../tables.ts'

const UPCOMING_MAX = 50

interface EntryPage {
  count: number
  results: EarningsEntry[]
  /** Where the next page begins. */
  last: string | null
}

/** The earnings of a person, as they see them. */
export async function showEarnings(
  deps: RequestsDeps,
  input: { userId: string; page: EntryPageQuery },
): Promise<EntryPage & { earnings: Omit<Earnings, 'entries'> }> {
  const { db } = deps
  const { userId } = input
  const sums = await payoutSums(db, userId)
  const { paidOutPence } = await payableSums(db, userId)
  const owesPence = await debtPence(db, userId)
  const { entries, ...place } = await listEntries(db, userId, input.page)
  return {
    ...place,
    results: await presentEntries(db, entries),
    earnings: {
      currency: CURRENCY,
      payout_account: presentPayoutAccount(await findPayoutAccount(db, { userId })),
      held: formatAmount(await heldPence(db, userId)),
      // A negative debt: a transfer that was reversed by hand belongs to the person again.
      payable: formatAmount(sums.waitingPence + Math.max(0, -owesPence)),
      in_transit: formatAmount(sums.sendingPence),
      debt: formatAmount(Math.max(0, owesPence)),
      paid_out: formatAmount(paidOutPence),
      upcoming: await upcoming(deps, userId),
    },
  }
}

const shareOf = (row: RequestRow) => influencerSharePence(netPence(row), row.feeBasisPoints)

/** Paid and unreleased money of a person's requests, in the form of its index. */
const isUnreleased = (influencerId: string) =>
  and(eq(sessionRequests.influencerId, influencerId), IS_UNRELEASED)

const netOf = sql`(${sessionRequests.pricePence} - ${sessionRequests.refundedPence} - ${sessionRequests.chargedBackPence})::bigint`
/** As `influencerSharePence`: the platform's share is rounded down. */
const shareInSql = sql`(${netOf} - ${netOf} * ${sessionRequests.feeBasisPoints} / 10000)`

/** The influencer's share of all of that, in pence. */
async function heldPence(db: DbOrTx, influencerId: string): Promise<Pence> {
  const [row] = await db
    .select({ pence: sql<string>`coalesce(sum(${shareInSql}), 0)` })
    .from(sessionRequests)
    .where(isUnreleased(influencerId))
  return pence(Number(row?.pence ?? 0))
}

/** As `isEarning`: what is over and not given back. */
const isEarningInSql = sql`(${sessionRequests.state} = 'completed' or ${sessionRequests.settledBy} = 'cancelled_late')`

/** Calls that are over and whose share is not released yet, the first to come first. */
async function listUnreleased(db: DbOrTx, influencerId: string): Promise<RequestRow[]> {
  return db
    .select()
    .from(sessionRequests)
    .where(and(isUnreleased(influencerId), isEarningInSql, sql`${shareInSql} > 0`))
    .orderBy(asc(sessionRequests.endedAt))
    .limit(UPCOMING_MAX)
}

async function upcoming(deps: RequestsDeps, userId: string): Promise<UpcomingPayout[]> {
  const unreleased = await listUnreleased(deps.db, userId)
  const open = await listOpenPayouts(deps.db, userId, UPCOMING_MAX)
  const slugs = await slugsOf(
    deps.db,
    open.map(payout => payout.requestId),
  )
  const released = open.map(payout => {
    const slug = slugs.get(payout.requestId)
    invariant(slug, 'a payout belongs to a request')
    return presentPayout(payout, slug)
  })
  const toCome = unreleased.map(row => presentUnreleased(row, deps.releaseAfterMs))
  return [...released, ...toCome].slice(0, UPCOMING_MAX)
}

const reason = (code: PayoutWaitCode) => ({ code, message: PAYOUT_REASONS[code] })

function presentPayout(payout: PayoutRow, slug: string): UpcomingPayout {
  const isSending = payout.status === 'sending'
  const code = isSending ? 'sending' : (payout.waitsFor ?? 'scheduled')
  return {
    amount: formatAmount(payout.sharePence - payout.withheldPence),
    payable_at: code === 'scheduled' ? payout.payableAt.toISOString() : null,
    request_slug: slug,
    reason: reason(code),
  }
}

function presentUnreleased(row: RequestRow, releaseAfterMs: number): UpcomingPayout {
  const hold = holdOf(row)
  invariant(row.endedAt, 'what is earned is over')
  const releasedAt = releaseAt(row, row.endedAt, { releaseAfterMs })
  return {
    amount: formatAmount(shareOf(row)),
    payable_at: hold ? null : new Date(releasedAt.getTime() + PAYOUT_AFTER_RELEASE_MS).toISOString(),
    request_slug: row.slug,
    reason: reason(hold ?? 'release'),
  }
}

/** Why the share of a sale is not released, for a time that nobody knows; null where its day is known. */
function holdOf({ paymentStatus, problemOpen }: RequestRow): PayoutWaitCode | null {
  if (paymentStatus === 'disputed') return 'open_dispute'
  return problemOpen ? 'open_problem' : null
}

async function slugsOf(db: DbOrTx, requestIds: readonly string[]): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select({ id: sessionRequests.id, slug: sessionRequests.slug })
    .from(sessionRequests)
    .where(anyOf(sessionRequests.id, requestIds))
  return new Map(rows.map(row => [row.id, row.slug]))
}

type Entry = Awaited<ReturnType<typeof listEntries>>['entries'][number]

async function presentEntries(db: DbOrTx, entries: readonly Entry[]): Promise<EarningsEntry[]> {
  const requestIds = entries.flatMap(entry => entry.requestId ?? [])
  const slugs = await slugsOf(db, requestIds)
  const payouts = await findPayouts(db, requestIds)
  return entries.map(entry => {
    const kind = EARNINGS_ENTRY_KINDS.find(known => known === entry.kind)
    invariant(kind, `journal ${entry.kind} is told to influencers`)
    const payout = entry.requestId ? payouts.get(entry.requestId) : undefined
    return {
      id: entry.id,
      kind,
      amount: formatAmount(entry.earnedPence),
      fee: formatAmount(entry.feePence),
      at: entry.at.toISOString(),
      request_slug: (entry.requestId && slugs.get(entry.requestId)) || null,
      status: kind === 'release' && payout && payout.status !== 'forgone' ? payout.status : 'settled',
    }
  })
}
