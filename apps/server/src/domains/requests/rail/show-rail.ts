import {
  formatAmount,
  type MoneyLine,
  type MoneyLineKind,
  type MoneyPlace,
  type MoneyRail,
} from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { journalsOf } from '../../ledger/public.ts'
import { listRefundsOf, type RefundRow } from '../../payments/public.ts'
import { findPayouts, type PayoutRow } from '../../payouts/public.ts'
import { isOpen, isToRelease } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { type NextLine, nextLines, seenBy } from './next-lines.ts'
import { contentsOf, type RailLine, railLines } from './rail-lines.ts'

export type RailReader = 'buyer' | 'influencer' | 'staff'

/** All that is known of a sale's money. */
export interface Rail {
  lines: readonly RailLine[]
  next: readonly NextLine[]
  refunds: ReadonlyMap<string, RefundRow>
  payout: PayoutRow | undefined
  /** Whether it is paid, and its call has neither begun nor ended. */
  isCallAhead: boolean
}

/** Reads where the money of a request is, from what was posted. */
export async function readRail(deps: { releaseAfterMs: number }, db: DbOrTx, row: RequestRow): Promise<Rail> {
  const posted = (await journalsOf(db, [row.id])).get(row.id) ?? []
  const refunds = (await listRefundsOf(db, [row.id])).get(row.id) ?? []
  const payout = (await findPayouts(db, [row.id])).get(row.id)
  const { releaseAfterMs } = deps
  const byId = new Map(refunds.map(refund => [refund.id, refund]))
  return {
    lines: railLines(posted, byId),
    next: nextLines({ row, refunds, payout, releaseAfterMs }),
    refunds: byId,
    payout,
    isCallAhead: isOpen(row) && !row.begunAt && isToRelease(row),
  }
}

/** The buyer does not see the money after the release, the influencer does not see cards and banks. */
const SEES: Record<RailReader, (line: Pick<RailLine, 'what' | 'from'>) => boolean> = {
  buyer: ({ what }) => !AFTER_EARNED.has(what),
  influencer: ({ what, from }) =>
    !OF_BANKS.has(what) && from !== 'bank' && !(what === 'dispute_lost' && from === 'parley'),
  staff: () => true,
}
const AFTER_EARNED: ReadonlySet<MoneyLineKind> = new Set(['fee', 'payout_sent', 'paid_out'])
const OF_BANKS: ReadonlySet<MoneyLineKind> = new Set(['refund_sent', 'refund_arrived'])

/** The rail as one of its readers may see it. */
export function railFor(rail: Rail, reader: RailReader): MoneyRail {
  const sees = SEES[reader]
  const lines = rail.lines.filter(sees).map(line => shownLine(line, rail, reader))
  const next = rail.next.filter(sees).map(line => nextLine(line, reader))
  const left = leftPence(rail, reader)
  return {
    lines: [...lines, ...next],
    left: formatAmount(left),
    is_held_for_call: rail.isCallAhead && left === contentsOf(rail.lines).held,
    has_fee: [...rail.lines, ...rail.next].some(({ what }) => what === 'fee'),
  }
}

const placeFor = (place: MoneyPlace, reader: RailReader): MoneyPlace =>
  reader === 'influencer' && place === 'card' ? 'buyer' : place

function shownLine(line: RailLine, { refunds }: Rail, reader: RailReader): MoneyLine {
  const { at, what, pence, from, to, refundId } = line
  const refund = refundId ? refunds.get(refundId) : undefined
  return {
    at: at.toISOString(),
    what,
    amount: formatAmount(pence),
    from: placeFor(from, reader),
    to: placeFor(to, reader),
    expected_by: what === 'refund_arrived' ? seenBy(at).toISOString() : null,
    reference: refund?.reference ?? null,
  }
}

function nextLine({ what, pence, from, to, expectedBy }: NextLine, reader: RailReader): MoneyLine {
  return {
    ...{ at: null, what, amount: formatAmount(pence) },
    ...{ from: placeFor(from, reader), to: placeFor(to, reader) },
    ...{ expected_by: expectedBy?.toISOString() ?? null, reference: null },
  }
}

const isPaidOut = ({ payout }: Rail): boolean =>
  payout !== undefined && payout.status !== 'waiting' && payout.status !== 'sending'

/** What the books have of this sale as its influencer's, in pence; negative where they owe it. */
export const influencerPence = ({ lines }: Rail): number => contentsOf(lines).influencer

/** The part of this sale that pays a debt of the influencer for ever: in the books it stays theirs. */
export function withheldPence(rail: Rail): number {
  if (!rail.payout || !isPaidOut(rail)) return 0
  return Math.min(rail.payout.withheldPence, Math.max(0, contentsOf(rail.lines).influencer))
}

/** The part of this sale that its influencer gave up with the account; the journal of that names no sale. */
export function forgonePence(rail: Rail): number {
  if (rail.payout?.status !== 'forgone') return 0
  return Math.max(0, contentsOf(rail.lines).influencer - withheldPence(rail))
}

/** What has not come to its end, for this reader. */
function leftPence(rail: Rail, reader: RailReader): number {
  const { held, returning, bank, influencer } = contentsOf(rail.lines)
  // The part that paid a debt is complete too.
  const earnedPence = isPaidOut(rail) ? 0 : Math.max(0, influencer)
  if (reader === 'buyer') return held + returning + bank
  return reader === 'influencer' ? held + earnedPence : held + returning + bank + earnedPence
}
