import type { DeletionRefused } from '@parley/contract'
import { CURRENCY_SIGN, formatAmount } from '@parley/contract'
import { withTransaction } from '../../db/client.ts'
import { decidePayouts } from './decide-payouts.ts'
import type { HoldOf, PayoutsDeps } from './deps.ts'
import { lastPence } from './forgo-payouts.ts'
import type { LastPence } from './payout-rules.ts'
import { sendTransfer } from './send-transfer.ts'

/**
 * Before a deletion earnings below the payout minimum are paid out too. Stored first and sent afterwards, like every
 * payout, so that a killed process loses nothing and sends nothing twice; the account is deleted only when the
 * transfer is in the ledger.
 */
export async function payOutLast(deps: PayoutsDeps, userId: string, holdOf: HoldOf): Promise<void> {
  const now = deps.clock.now()
  const last = await lastPence(deps.db, { userId, hold: await holdOf(deps.db, userId), now })
  if (!last || last.waitsFor) return
  const sent = await withTransaction(deps.db, async tx => {
    const hold = await holdOf(tx, userId)
    const leastPence = deps.payouts.leastTransferPence
    return decidePayouts(deps, tx, { influencerId: userId, hold, leastPence, now })
  })
  for (const payoutId of sent) await sendTransfer(deps, payoutId, holdOf)
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/London',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
})

/** Why the last pence prevent the deletion, and what to do. */
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
    case 'suspended':
      return `${sum} waits while your account is suspended. You can also give it up.`
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
