import {
  type MoneyLineKind,
  type MoneyPlace,
  type Pence,
  pence,
  platformFeePence,
  REFUND_TAKES_MS,
} from '@parley/contract'
import type { PayoutRow } from '../../payouts/public.ts'
import { isEarning, isToRelease, netPence, type RequestFacts } from '../request.ts'
import type { RequestRow } from '../store.ts'
import type { RefundStep } from './rail-lines.ts'
import { releaseAt } from './release-at.ts'

/** The next steps, with their dates if known. */
export interface NextLine {
  what: MoneyLineKind
  pence: Pence
  from: MoneyPlace
  to: MoneyPlace
  expectedBy: Date | null
}

export interface StillToCome {
  row: Parameters<typeof isToRelease>[0] &
    Pick<RequestRow, 'endedAt' | 'endsAt' | 'problemOpen' | 'feeBasisPoints'> &
    Pick<RequestFacts, 'releaseAfterHours'>
  refunds: readonly RefundStep[]
  payout: PayoutRow | undefined
  releaseAfterMs: number
}

/** When a refund appears on the bank's statement at the latest. */
export const seenBy = (sentAt: Date): Date => new Date(sentAt.getTime() + REFUND_TAKES_MS)

/** The next step of each part of a sale's money that is not complete. */
export function nextLines(sale: StillToCome): NextLine[] {
  return [...sale.refunds.flatMap(refundNext), ...earnedNext(sale), ...payoutNext(sale)]
}

function refundNext({
  status,
  amountPence,
  updatedAt,
  accountId,
}: StillToCome['refunds'][number]): NextLine[] {
  const to = accountId ? 'account' : 'card'
  if (status === 'pending')
    return [{ what: 'refund_sent', pence: amountPence, from: 'returning', to: 'bank', expectedBy: null }]
  return status === 'sent'
    ? [{ what: 'refund_arrived', pence: amountPence, from: 'bank', to, expectedBy: seenBy(updatedAt) }]
    : []
}

/** After a bank took a part of an earned sale, the rest of it is still released. */
const isRestToRelease = (row: StillToCome['row']): boolean =>
  row.paymentStatus === 'charged_back' && isEarning(row) && !row.releasedAt && netPence(row) > 0

/** For a call that is still ahead, this is after its agreed end; without an agreed time nobody knows when. */
function earnedNext({ row, releaseAfterMs }: StillToCome): NextLine[] {
  if (!isToRelease(row) && !isRestToRelease(row)) return []
  const endsAt = row.endedAt ?? row.endsAt
  // An unsettled problem delays it, for an unknown time.
  const expectedBy = row.problemOpen || !endsAt ? null : releaseAt(row, endsAt, { releaseAfterMs })
  const feePence = platformFeePence(netPence(row), row.feeBasisPoints)
  const earned: NextLine[] = [
    { what: 'earned', pence: netPence(row), from: 'held', to: 'influencer', expectedBy },
    { what: 'fee', pence: feePence, from: 'influencer', to: 'parley', expectedBy },
  ]
  return earned.filter(line => line.pence > 0)
}

function payoutNext({ payout }: StillToCome): NextLine[] {
  if (payout?.status !== 'waiting' && payout?.status !== 'sending') return []
  const isOnItsWay = payout.waitsFor === null || payout.waitsFor === 'scheduled'
  return [
    {
      what: 'payout_sent',
      pence: pence(payout.sharePence - payout.withheldPence),
      from: 'influencer',
      to: 'provider',
      expectedBy: isOnItsWay ? payout.payableAt : null,
    },
  ]
}
