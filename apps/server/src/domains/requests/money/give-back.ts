import type { Pence } from '@parley/contract'
import { isUuid } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import type { Tx } from '../../../db/client.ts'
import { influencerOwesPence } from '../../ledger/public.ts'
import { findRefundByReason, planRefund } from '../../payments/public.ts'
import { planReversal, wakePayouts } from '../../payouts/public.ts'
import { changeRequest } from '../change-request.ts'
import type { RequestsDeps } from '../deps.ts'
import { type Decision, refundedElsewhere } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { assertGivable, assertLeft, earnedOf, isPaidLongAgo } from './give-back-rules.ts'

export interface GivingBack {
  row: RequestRow
  backPence: Pence
  /** The reason; each reason applies once to a sale. */
  reason: string
  now: Date
}

/**
 * Refunds a part of a sale in the transaction of a change: from held money, or, after the release, as a debt of the
 * influencer, with the platform's fee of that part.
 */
export async function giveBackIn(deps: RequestsDeps, tx: Tx, giving: GivingBack): Promise<Decision> {
  const { row, backPence: amountPence, reason, now } = giving
  const requestId = row.id
  const earned = earnedOf(row, amountPence)
  await planRefund(deps, tx, { requestId, amountPence, reason, earned, now })
  if (earned) {
    await planReversal(deps, tx, { requestId, owedPence: influencerOwesPence(earned), reason, now })
    await wakePayouts(tx, earned.influencerId, now)
  }
  const data = { requestId, pence: amountPence }
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'given-back', userId: row.buyerId, data })
  return refundedElsewhere(row, amountPence, now)
}

/** Mails the influencer of a sale that a part of it goes back, if staff or the record of who was there decided so. */
export async function mailInfluencer(
  deps: Pick<RequestsDeps, 'outbox'>,
  tx: Tx,
  { row, backPence, by }: Pick<GivingBack, 'row' | 'backPence'> & { by: 'staff' | 'record' },
): Promise<void> {
  if (!row.influencerId) return
  const data = { requestId: row.id, pence: backPence, by }
  await deps.outbox.add(tx, MAIL_TOPIC, { template: 'sale-given-back', userId: row.influencerId, data })
}

/** Refunds by influencers out of goodwill have reasons that begin so. */
export const GOODWILL = 'goodwill:'
/** The reason of a refund stays for ever, so a key in the influencer's own words is not in it. */
const reasonOf = (uuid: string) => `${GOODWILL}${isUuid(uuid) ? uuid : digestOf(uuid)}`

/** An influencer refunds a part of a sale, out of goodwill; once for each `uuid`, however often it is sent. */
export async function giveBack(
  deps: RequestsDeps,
  input: { requestId: string; actorId: string; amountPence: Pence; uuid: string },
): Promise<void> {
  const { requestId, actorId, amountPence, uuid } = input
  await changeRequest(deps, {
    requestId,
    action: 'give_back',
    actorId,
    decide: async (row, tx, now) => {
      // Attack: probing ids. Only the influencer of the request learns that it exists.
      if (row.influencerId !== actorId) throw refuse.notFound('There is no such request')
      const reason = reasonOf(uuid)
      const done = await findRefundByReason(tx, { requestId, reason })
      if (done?.amountPence === amountPence) return null
      if (done) return { notAllowed: 'This was sent before, with another amount. Please look at it again' }
      assertGivable(row)
      if (isPaidLongAgo(row, now))
        return { notAllowed: 'This was paid more than 180 days ago: it cannot be given back here any more' }
      assertLeft(row, amountPence, 'amount')
      return giveBackIn(deps, tx, { row, backPence: amountPence, reason, now })
    },
  })
}
