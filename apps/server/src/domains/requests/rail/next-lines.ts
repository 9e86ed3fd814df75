import { type MoneyLineKind, type MoneyPlace, REFUND_TAKES_MS } from '@parley/contract'
import type { PayoutRow } from '../../payouts/public.ts'
import { isToRelease, netPence } from '../request.ts'
import type { RequestRow } from '../store.ts'
import type { RefundStep } from './rail-lines.ts'

/** The next steps, with their dates if known. */
export interface NextLine {
  what: MoneyLineKind
  pence: number
  from: MoneyPlace
  to: MoneyPlace
  expectedBy: Date | null
}

export interface StillToCome {
  row: RequestRow
  refunds: readonly (RefundStep & { amountPence: number })[]
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

function earnedNext({ row, releaseAfterMs }: StillToCome): NextLine[] {
  if (!isToRelease(row)) return []
  const endsAt = row.endedAt ?? row.endsAt
  // An unsettled problem delays it, for an unknown time.
  const expectedBy = row.problemOpen || !endsAt ? null : new Date(endsAt.getTime() + releaseAfterMs)
  return [{ what: 'earned', pence: netPence(row), from: 'held', to: 'influencer', expectedBy }]
}

function payoutNext({ payout }: StillToCome): NextLine[] {
  if (payout?.status !== 'waiting' && payout?.status !== 'sending') return []
  const isOnItsWay = payout.waitsFor === null || payout.waitsFor === 'scheduled'
  return [
    {
      what: 'payout_sent',
      pence: payout.sharePence - payout.withheldPence,
      from: 'influencer',
      to: 'provider',
      expectedBy: isOnItsWay ? payout.payableAt : null,
    },
  ]
}
