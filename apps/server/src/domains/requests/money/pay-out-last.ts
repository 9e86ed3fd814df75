import type { DeletionRefused } from '@parley/contract'
import { CURRENCY_SIGN, formatAmount } from '@parley/contract'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import { decidePayouts, type LastPence, lastPence, sendTransfer } from '../../payments/public.ts'
import type { RequestsDeps } from '../deps.ts'
import { payoutHold } from './pay-out-due.ts'

/** What somebody who leaves earned below the payout minimum; null when there is nothing. */
export async function findLastPence(db: DbOrTx, userId: string, now: Date): Promise<LastPence | null> {
  return lastPence(db, { userId, hold: await payoutHold(db, userId), now })
}

/**
 * Somebody is about to leave: what they earned goes out although it is below the payout minimum. Written first and sent
 * afterwards, as every payout, so that a killed process loses nothing and sends nothing twice; the account is deleted
 * only when the transfer is in the ledger.
 */
export async function payOutLast(deps: RequestsDeps, userId: string): Promise<void> {
  const now = deps.clock.now()
  const last = await findLastPence(deps.db, userId, now)
  if (!last || last.waitsFor) return
  const sent = await withTransaction(deps.db, async tx => {
    const hold = await payoutHold(tx, userId)
    const leastPence = deps.payouts.leastTransferPence
    return decidePayouts(deps, tx, { influencerId: userId, hold, leastPence, now })
  })
  for (const payoutId of sent) await sendTransfer(deps, payoutId)
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Why the last pence keep somebody from leaving, and what to do. */
export function lastPenceReason({ pence, waitsFor, payableAt }: LastPence): string {
  const sum = `The ${CURRENCY_SIGN}${formatAmount(pence)} that you earned`
  if (payableAt)
    return `${sum} can be paid out from ${DAY.format(payableAt)} on: leave then, or give it up now.`
  switch (waitsFor) {
    case 'no_account':
      return `${sum} can be paid out when you leave if you set up your payouts first. You can also give it up.`
    case 'account_not_ready':
      return `${sum} can be paid out once Stripe has what it still needs from you. You can also give it up.`
    case 'open_dispute':
      return `${sum} waits until a buyer’s bank has settled a dispute with you. You can also give it up.`
    default:
      return `${sum} could not be sent just now: try again later, or give it up.`
  }
}

/** The same for a page. */
export function presentLastPence({ pence, waitsFor, payableAt }: LastPence): DeletionRefused['forgo'] {
  return {
    amount: formatAmount(pence),
    waits_for: waitsFor ?? 'provider_refused',
    payable_at: payableAt?.toISOString() ?? null,
  }
}
