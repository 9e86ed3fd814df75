import { Outage } from '../../core/outage.ts'
import { withTransaction } from '../../db/client.ts'
import { eachOf } from '../../db/each-of.ts'
import { refreshAccount } from './account/refresh-account.ts'
import { decidePayouts } from './decide-payouts.ts'
import type { HoldOf, PayoutsDeps } from './deps.ts'
import { isStale } from './payout-rules.ts'
import { findPayoutAccount, listInfluencersDue } from './payout-store.ts'

const BATCH = 50

/** Decides about every influencer whose payouts are due for a check; answers how many. */
export async function payOutDue(deps: PayoutsDeps, holdOf: HoldOf): Promise<number> {
  const due = await listInfluencersDue(deps.db, deps.clock.now(), BATCH)
  await eachOf(due, async influencerId => {
    await refreshStaleAccount(deps, influencerId)
    await withTransaction(deps.db, async tx => {
      const hold = await holdOf(tx, influencerId)
      await decidePayouts(deps, tx, { influencerId, hold, now: deps.clock.now() })
    })
  })
  if (due.length > 0) deps.outbox.nudge()
  return due.length
}

/** The webhook about a ready account may have been lost: the provider is asked before money waits again. */
async function refreshStaleAccount(deps: PayoutsDeps, influencerId: string): Promise<void> {
  const account = await findPayoutAccount(deps.db, { userId: influencerId })
  if (!account || !isStale(account, deps.clock.now())) return
  try {
    await refreshAccount(deps, account.accountId)
  } catch (error) {
    // The payouts wait an hour as they would have; what the provider does not say changes nothing.
    if (!(error instanceof Outage)) throw error
  }
}
