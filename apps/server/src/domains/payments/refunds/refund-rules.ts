import { type Pence, pence } from '@parley/contract'
import type { RefundWord } from '../payment-provider.ts'
import type { RefundRow } from '../store.ts'

type RefundStatus = RefundRow['status']

/** Whether the provider still has to send a refund, or has not said yet what became of it. */
export const isUnfinished = (status: RefundStatus): boolean => status === 'pending' || status === 'sent'

/**
 * The status that a refund gets from the provider's answer; null if it keeps its own. Only a bank that sends the money
 * back changes a refund that has succeeded.
 */
export function statusAfter(stored: RefundStatus, said: RefundWord['status']): RefundStatus | null {
  if (stored === 'succeeded') return said === 'failed' ? said : null
  if (!isUnfinished(stored)) return null
  return said === 'pending' ? 'sent' : said
}

/**
 * Whether the provider speaks of another refund than the stored one: somebody refunded the same sum by hand while ours
 * was on its way, to the card or to the buyer's account, and one of the two has our row.
 */
export const isOfAnother = (
  stored: Pick<RefundRow, 'providerRefundId' | 'transferId'>,
  said: Pick<RefundWord, 'providerRefundId' | 'transferId'>,
): boolean =>
  stored.transferId === null
    ? stored.providerRefundId !== null && said.providerRefundId !== stored.providerRefundId
    : said.transferId !== stored.transferId

/** The bank's number of a refund, if it is news. Banks name it after the money went: that is no other status. */
export const newReference = (stored: string | null, said: string | null): string | null =>
  said === stored ? null : said

/** The part of a refund that a sum pays, in pence. */
export interface Covering<Refund> {
  refund: Refund
  coveredPence: Pence
}

/** What a sum pays of refunds that the buyer has got in another way: the oldest first, the last one perhaps in part. */
export function coveredBy<Refund extends { amountPence: Pence }>(
  owed: readonly Refund[],
  upToPence: Pence,
): Covering<Refund>[] {
  let leftPence = upToPence
  const coverings: Covering<Refund>[] = []
  for (const refund of owed) {
    const coveredPence = pence(Math.min(refund.amountPence, leftPence))
    if (coveredPence <= 0) break
    leftPence = pence(leftPence - coveredPence)
    coverings.push({ refund, coveredPence })
  }
  return coverings
}
