import { eq } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { withTransaction } from '../../../db/client.ts'
import { proveKey } from '../../payments/public.ts'
import type { PayoutsDeps } from '../deps.ts'
import { findPayoutAccount } from '../payout-store.ts'
import { wakePayouts } from '../plan-payout.ts'
import { payoutAccounts } from '../tables.ts'

/**
 * Fetches a person's account from the provider; decides about payouts that waited for it, and informs the person
 * about a stop.
 */
export async function refreshAccount(deps: PayoutsDeps, accountId: string): Promise<void> {
  const facts = await deps.payouts.fetchAccount(accountId)
  const known = await findPayoutAccount(deps.db, { accountId })
  if (!known) return
  if (facts.status === 'closed') await proveKey(deps)
  const now = deps.clock.now()
  const { status, payoutsEnabled, requirements, dueAt } = facts
  await withTransaction(deps.db, async tx => {
    const [before] = await tx
      .select()
      .from(payoutAccounts)
      .where(eq(payoutAccounts.accountId, accountId))
      .for('update')
    if (!before) return
    await tx
      .update(payoutAccounts)
      .set({ status, payoutsEnabled, requirements, dueAt, updatedAt: now })
      .where(eq(payoutAccounts.accountId, accountId))
    if (before.status === status) return
    await wakePayouts(tx, before.userId, now)
    if (status === 'active' || status === 'closed') {
      const data = { news: status === 'active' ? ('ready' as const) : ('closed' as const) }
      await deps.outbox.add(tx, MAIL_TOPIC, { template: 'payout-account-news', userId: before.userId, data })
    }
    if (status !== 'restricted') return
    const data = { requirements }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'payouts-stopped', userId: before.userId, data })
  })
  deps.outbox.nudge()
}
