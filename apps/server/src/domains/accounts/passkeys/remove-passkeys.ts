import type { Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { mailFactorNews } from '../factors/factor-news.ts'
import { replaceRecoveryCodes } from '../factors/factor-store.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import type { UserRow } from '../store.ts'
import { deletePasskeysMade } from './passkey-store.ts'

type RemovalDeps = Pick<AccountsDeps, 'outbox' | 'clock'>

/**
 * Takes away the passkeys that were made before the mailbox was proven, when its owner sets a password by mail, and tells
 * them. Attack: signing up with another's address and a passkey of one's own, and waiting for the owner to come: a
 * passkey opens an account by itself, like the password, so a new password would not shut it out. An honest owner makes
 * the passkey anew. An authenticator app opens nothing by itself and stays; so does the need of staff for a factor, who
 * are refused at the desk until they make one.
 */
export function removeUnprovenPasskeys(
  deps: RemovalDeps,
  tx: Tx,
  { id, emailVerifiedAt }: Pick<UserRow, 'id' | 'emailVerifiedAt'>,
): Promise<void> {
  return removePasskeys(deps, tx, { userId: id, madeBefore: emailVerifiedAt })
}

/** Takes all passkeys of a person away, or those of before a moment, and the recovery codes that have nothing left to stand for. */
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
