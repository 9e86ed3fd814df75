import type { Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { mailFactorNews } from '../factors/factor-news.ts'
import { replaceRecoveryCodes } from '../factors/factor-store.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import type { UserRow } from '../store.ts'
import { deletePasskeysMade } from './passkey-store.ts'

type RemovalDeps = Pick<AccountsDeps, 'outbox' | 'clock'>

/**
 * Removes the passkeys from before the proof of the mailbox, when its owner sets a password by mail, and informs
 * them. Attack: somebody signs up with another's address and a passkey of their own, and waits for the owner: a
 * passkey opens an account by itself, like the password, so a new password would not end their access. An honest
 * owner makes the passkey again. An authenticator app opens nothing by itself and stays; staff without a factor are
 * refused at the desk until they add one.
 */
export function removeUnprovenPasskeys(
  deps: RemovalDeps,
  tx: Tx,
  { id, emailVerifiedAt }: Pick<UserRow, 'id' | 'emailVerifiedAt'>,
): Promise<void> {
  return removePasskeys(deps, tx, { userId: id, madeBefore: emailVerifiedAt })
}

/** Removes all passkeys of a person, or those from before a moment, and the recovery codes if no factor is left. */
export async function removePasskeys(
  deps: RemovalDeps,
  tx: Tx,
  { userId, madeBefore }: { userId: string; madeBefore: Date | null },
): Promise<void> {
  if ((await deletePasskeysMade(tx, userId, madeBefore)) === 0) return
  if (!(await hasSecondFactor(tx, userId)))
    await replaceRecoveryCodes(tx, { userId, digests: [], now: deps.clock.now() })
  await mailFactorNews(deps, tx, { userId, news: 'passkey_removed' })
}
