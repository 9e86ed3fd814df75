import type { TokenPair } from '@parley/contract'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { ACCOUNT_TOPICS, type AccountsDeps } from '../deps.ts'
import { closePending } from '../email-change/email-change-store.ts'
import { beginOrRequireFactor, tokensOf } from '../factors/begin-or-require-factor.ts'
import { removeUnprovenPasskeys } from '../passkeys/remove-passkeys.ts'
import { deleteCodesOf, useOneTimeCode } from '../passwords/one-time-code-store.ts'
import { revokeLogins, setPassword, type UserRow } from '../store.ts'

export interface SocialExchange {
  code: string
  browserKey: string | undefined
  device: string
}

/**
 * Tokens for the code of a callback, where no second factor is required; once, within a minute, in the browser that
 * began.
 */
export async function exchangeSocialCode(
  deps: AccountsDeps,
  input: SocialExchange,
): Promise<{ userId: string; tokens: TokenPair; password_removed: boolean }> {
  const unusable = await deps.passwords.hash(newCode())
  const { userId, begun, isTakenBack } = await withTransaction(deps.db, async tx => {
    const now = deps.clock.now()
    const used = await useOneTimeCode(tx, { id: digestOf(input.code), kind: 'social_login', now })
    const isSameBrowser = input.browserKey && used?.code.browserId === digestOf(input.browserKey)
    if (!used || !isSameBrowser) throw refuse.unauthenticated('This login took too long. Please try again')
    const { user } = used
    const isTakenBack = await reclaimAccount(deps, tx, { user, hash: unusable })
    const begun = await beginOrRequireFactor(deps, tx, { userId: user.id, device: input.device })
    return { userId: user.id, begun, isTakenBack }
  })
  if (isTakenBack) deps.outbox.nudge()
  return { userId, tokens: tokensOf(begun), password_removed: isTakenBack }
}

/**
 * The mailbox is this person's, the password may be somebody else's (attack: to sign up with another's address and
 * wait for them): passwords from before the proof of the mailbox no longer work.
 */
async function reclaimAccount(
  deps: AccountsDeps,
  tx: Tx,
  { user, hash }: { user: UserRow; hash: string },
): Promise<boolean> {
  if (user.emailVerifiedAt) {
    // As after a new password by mail: a passkey older than the proof may be somebody else's.
    await removeUnprovenPasskeys(deps, tx, user)
    return false
  }
  const now = deps.clock.now()
  await setPassword(tx, { userId: user.id, hash, emailVerifiedAt: now, now })
  await revokeLogins(tx, { userId: user.id, keptLoginId: null, reason: 'mailbox_proven', now })
  await deleteCodesOf(tx, user.id)
  await closePending(tx, user.id, now)
  await removeUnprovenPasskeys(deps, tx, user)
  await deps.outbox.add(tx, ACCOUNT_TOPICS.takenBack, { userId: user.id, at: now.toISOString() })
  return true
}
