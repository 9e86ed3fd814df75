import type { PayoutAccount } from '@parley/contract'
import { eq } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../core/mail-topic.ts'
import { type DbOrTx, withTransaction } from '../../db/client.ts'
import type { AccountFacts } from '../payments/public.ts'
import type { PayoutsDeps } from './deps.ts'
import { inPlainWords } from './requirement-words.ts'
import { payoutAccounts } from './tables.ts'

export type PayoutAccountRow = typeof payoutAccounts.$inferSelect

export async function findPayoutAccount(
  db: DbOrTx,
  by: { userId: string } | { accountId: string },
): Promise<PayoutAccountRow | undefined> {
  const condition =
    'userId' in by ? eq(payoutAccounts.userId, by.userId) : eq(payoutAccounts.accountId, by.accountId)
  const [row] = await db.select().from(payoutAccounts).where(condition)
  return row
}

/** The provider's page for a person's identity; their account there is created at first need, once and for ever. */
export async function openPayoutAccount(deps: PayoutsDeps, userId: string): Promise<{ url: string }> {
  const known = await findPayoutAccount(deps.db, { userId })
  const accountId = known?.accountId ?? (await makeAccount(deps, userId))
  if (known?.status === 'active') await mailOwner(deps, userId)
  const page = `${deps.publicOrigin}/earnings`
  return { url: await deps.payouts.accountLink({ accountId, returnUrl: page, refreshUrl: page }) }
}

/** Attack: a thief names another bank account at the provider. The owner gets a mail that the thief cannot stop. */
async function mailOwner(deps: PayoutsDeps, userId: string): Promise<void> {
  const data = { news: 'opened' as const }
  await withTransaction(deps.db, tx =>
    deps.outbox.add(tx, MAIL_TOPIC, { template: 'payout-account-news', userId, data }),
  )
  deps.outbox.nudge()
}

async function makeAccount(deps: PayoutsDeps, userId: string): Promise<string> {
  const { accountId, ...facts } = await deps.payouts.createAccount(userId)
  const now = deps.clock.now()
  await deps.db
    .insert(payoutAccounts)
    .values({ userId, accountId, ...knownOf(facts), createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  return accountId
}

function knownOf({ status, payoutsEnabled, requirements, dueAt }: Omit<AccountFacts, 'accountId'>) {
  return { status, payoutsEnabled, requirements, dueAt }
}

/** A person's account as they see it. */
export function presentPayoutAccount(row: PayoutAccountRow | undefined): PayoutAccount {
  if (!row) return { status: 'none', requirements: [], due_at: null, payouts_enabled: false }
  return {
    status: row.status,
    requirements: inPlainWords(row.requirements),
    due_at: row.dueAt?.toISOString() ?? null,
    payouts_enabled: row.payoutsEnabled,
  }
}
