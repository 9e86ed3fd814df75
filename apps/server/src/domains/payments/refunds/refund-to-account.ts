import { eq, sql } from 'drizzle-orm'
import { invariant } from '../../../core/invariant.ts'
import type { DbOrTx } from '../../../db/client.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundWord } from '../payment-provider.ts'
import type { TransferFacts } from '../payout-provider.ts'
import type { PaymentRow, RefundRow } from '../store.ts'
import { refunds } from '../tables.ts'

const PREFIX = 'refund:'
/** How a transfer says that it is a refund; the influencer's own transfer bears the request's id. */
const markOf = (refundId: string) => `${PREFIX}${refundId}`

/** The status of a refund that went to the buyer's own account as a transfer. */
export const transferWord = ({ transferId }: TransferFacts): RefundWord => ({
  status: 'succeeded',
  hasMoved: true,
  hasReturned: false,
  providerRefundId: null,
  transferId,
})

/** Sends a refund to the buyer's own account at the provider; a definite no leaves it owed to them, and nothing moved. */
export async function sendToAccount(
  deps: PaymentsDeps,
  refund: RefundRow,
  payment: PaymentRow,
): Promise<RefundWord> {
  invariant(refund.accountId && payment.chargeId, 'what goes to an account was charged')
  const mark = markOf(refund.id)
  const made = await deps.payouts.findTransfer(mark)
  const answer =
    made ??
    (await deps.payouts.transfer({
      payoutId: refund.id,
      attempt: 1,
      requestId: mark,
      accountId: refund.accountId,
      amountPence: refund.amountPence,
      chargeId: payment.chargeId,
    }))
  if (!('refused' in answer)) return transferWord(answer)
  deps.log.error(
    { refundId: refund.id, refused: answer.refused },
    'the provider refused a refund to an account',
  )
  return { status: 'failed', hasMoved: false, hasReturned: false, providerRefundId: null, transferId: null }
}

/** The refund that a transfer at the provider is of, by the mark on it; undefined for any other transfer. */
export async function findRefundByMark(db: DbOrTx, mark: string | undefined): Promise<RefundRow | undefined> {
  if (!mark?.startsWith(PREFIX)) return undefined
  const [row] = await db
    .select()
    .from(refunds)
    .where(eq(sql`${refunds.id}::text`, mark.slice(PREFIX.length)))
  return row
}
