import type { PayoutAccount } from '@parley/contract'
import { and, eq } from 'drizzle-orm'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { Outage } from '../../../core/outage.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountFacts } from '../../payments/public.ts'
import type { PayoutsDeps } from '../deps.ts'
import { findPayoutAccount } from '../payout-store.ts'
import { type PayoutAccountRow, payoutAccounts } from '../tables.ts'
import { refreshAccount } from './refresh-account.ts'
import { inPlainWords, REJECTED_WORDS } from './requirement-words.ts'

/**
 * The provider's page for a person's identity; their account there is created at first need, and another one only when
 * it was closed.
 */
export async function openPayoutAccount(deps: PayoutsDeps, userId: string): Promise<{ url: string }> {
  const known = await notRejected(deps, await findPayoutAccount(deps.db, { userId }))
  if (known?.status === 'active') await mailOwner(deps, userId)
  const accountId =
    known && known.status !== 'closed' ? known.accountId : await makeAccount(deps, userId, known)
  const url = (await linkTo(deps, accountId)) ?? (await linkToAnother(deps, { userId, accountId }))
  return { url }
}

/** Stripe has no page for an account that it rejected: a person has to look at it. */
async function notRejected(
  deps: PayoutsDeps,
  known: PayoutAccountRow | undefined,
): Promise<PayoutAccountRow | undefined> {
  if (!known?.requirements.includes('rejected')) return known
  // Perhaps no more, and its event was lost.
  await refreshAccount(deps, known.accountId)
  const now = await findPayoutAccount(deps.db, { userId: known.userId })
  if (now?.requirements.includes('rejected')) throw refuse.conflict(REJECTED_WORDS)
  return now
}

function linkTo(deps: PayoutsDeps, accountId: string): Promise<string | null> {
  const page = `${deps.publicOrigin}/earnings`
  return deps.payouts.accountLink({ accountId, returnUrl: page, refreshUrl: page })
}

/** The event that says that the account was closed is late or lost. */
async function linkToAnother(
  deps: PayoutsDeps,
  { userId, accountId }: { userId: string; accountId: string },
): Promise<string> {
  await refreshAccount(deps, accountId)
  const known = await findPayoutAccount(deps.db, { userId })
  // Another press was faster, and made the other account.
  const isReplaced = known && known.accountId !== accountId
  const another = isReplaced
    ? known.accountId
    : known?.status === 'closed' && (await makeAccount(deps, userId, known))
  const url = another && (await linkTo(deps, another))
  if (!url) throw new Outage('stripe', 'no', new Error('the account has no page'))
  return url
}

/** Attack: a thief names another bank account at the provider. The owner gets a mail that the thief cannot stop. */
async function mailOwner(deps: PayoutsDeps, userId: string): Promise<void> {
  const data = { news: 'opened' as const }
  await withTransaction(deps.db, tx =>
    deps.outbox.add(tx, MAIL_TOPIC, { template: 'payout-account-news', userId, data }),
  )
  deps.outbox.nudge()
}

/** Any number of times at once, one account is stored: the idempotency key has the person and their closed account. */
async function makeAccount(
  deps: PayoutsDeps,
  userId: string,
  former: PayoutAccountRow | undefined,
): Promise<string> {
  const formerId = former?.accountId ?? null
  const { accountId, ...facts } = await deps.payouts.createAccount({ userId, formerId })
  const now = deps.clock.now()
  const known = { ...knownOf(facts), updatedAt: now }
  if (formerId === null)
    await deps.db
      .insert(payoutAccounts)
      .values({ userId, accountId, ...known, createdAt: now })
      .onConflictDoNothing()
  else
    await deps.db
      .update(payoutAccounts)
      .set({ accountId, ...known })
      .where(and(eq(payoutAccounts.userId, userId), eq(payoutAccounts.accountId, formerId)))
  // After a failure of the provider two presses may each have made one: the stored one is paid.
  return (await findPayoutAccount(deps.db, { userId }))?.accountId ?? accountId
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
