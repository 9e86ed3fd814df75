import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { refuse } from '../../../core/refusal.ts'
import {
  countCardTries,
  hasReturnedRefund,
  type RefundRow,
  type RefundWord,
  recordRefund,
  replaceReturned,
  requestRefund,
} from '../../payments/public.ts'
import { findPayoutAccount } from '../../payouts/public.ts'
import { assertBuyer } from '../answer-request.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { followRefunds } from '../request.ts'
import type { RequestRow } from '../store.ts'

/** How often the same card is tried again before the buyer must name another way. */
const CARD_TRIES_MAX = 3

/** Fetches a refund from the provider and updates the request; any number of times, one effect. */
export async function sendRefund(deps: RequestsDeps, refundId: string): Promise<void> {
  const requested = await requestRefund(deps, refundId)
  if (requested) await followRefund(deps, requested)
}

/**
 * Stores the provider's state of a refund, and its effect on the request; the buyer gets a mail about a returned one.
 */
export async function followRefund(
  deps: RequestsDeps,
  { refund, word }: { refund: RefundRow; word: RefundWord },
): Promise<void> {
  await changeRequest(deps, {
    requestId: refund.requestId,
    action: `refund_${word.status}`,
    actorId: null,
    decide: async (row, tx, now) => {
      const hadReturned = await hasReturnedRefund(tx, row.id)
      await recordRefund(tx, { refund, word, now })
      const hasReturned = await hasReturnedRefund(tx, row.id)
      if (hasReturned && !hadReturned) {
        const data = { requestId: row.id, pence: refund.amountPence }
        await deps.outbox.add(tx, MAIL_TOPIC, { template: 'refund-returned', userId: row.buyerId, data })
      }
      return followRefunds(row, hasReturned ? 'some' : 'none')
    },
  })
  if (word.status === 'failed')
    deps.log.error({ refundId: refund.id }, 'the provider could not give money back')
}

/** The end of a dispute may leave a returned refund. */
export async function followReturned(deps: RequestsDeps, requestId: string): Promise<void> {
  await changeRequest(deps, {
    requestId,
    action: 'refund_failed',
    actorId: null,
    decide: async (row, tx) => ((await hasReturnedRefund(tx, row.id)) ? followRefunds(row, 'some') : null),
  })
}

export interface RefundAgain {
  requestId: string
  buyerId: string
  to: 'card' | 'account'
}

/** The buyer chooses where a returned refund goes: to the same card once more, or to an account of their own. */
export function refundAgain(deps: RequestsDeps, input: RefundAgain): Promise<RequestRow> {
  const { requestId, buyerId, to } = input
  return changeRequest(deps, {
    requestId,
    action: 'refund_again',
    actorId: buyerId,
    decide: async (row, tx, now) => {
      assertBuyer(row, buyerId)
      if (row.paymentStatus !== 'refund_failed')
        return { notAllowed: 'No refund of this request has come back' }
      const account = to === 'account' ? await findPayoutAccount(tx, { userId: buyerId }) : undefined
      if (to === 'account' && account?.status !== 'active') {
        throw refuse.conflict('Name your account first', { needs: 'payout_account' })
      }
      if (to === 'card' && (await countCardTries(tx, requestId)) >= CARD_TRIES_MAX) {
        return { notAllowed: 'The bank has refused this card too often. Please choose another way' }
      }
      await replaceReturned(deps, tx, { requestId, accountId: account?.accountId ?? null, now })
      return followRefunds(row, 'none')
    },
  })
}
