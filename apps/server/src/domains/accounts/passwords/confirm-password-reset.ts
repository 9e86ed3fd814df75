import { messages, type NewPassword, type ResetCheck, type ResetCheckAnswer } from '@parley/contract'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { ACCOUNT_TOPICS, type AccountsDeps } from '../deps.ts'
import { closePending } from '../email-change/email-change-store.ts'
import { refuseGuessable } from '../guessing/password-rules.ts'
import { removeUnprovenPasskeys } from '../passkeys/remove-passkeys.ts'
import { findUserById, revokeLogins, setPassword } from '../store.ts'
import { deleteCodesOf, findCodeOwner, useOneTimeCode } from './one-time-code-store.ts'

const codeOf = (deps: AccountsDeps, token: string) => ({
  id: digestOf(token),
  kind: 'password_reset' as const,
  now: deps.clock.now(),
})

/** Whether a link works still, before the person types a new password; this does not use it up. */
export async function checkPasswordReset(
  deps: AccountsDeps,
  { token }: ResetCheck,
): Promise<ResetCheckAnswer> {
  return { works: (await findCodeOwner(deps.db, codeOf(deps, token))) !== null }
}

/** Sets a new password by the link of a reset mail, once; every login of the person ends, and every other link. */
export async function confirmPasswordReset(deps: AccountsDeps, input: NewPassword): Promise<void> {
  const code = codeOf(deps, input.token)
  // Attack: to keep the server busy with hashes for invented tokens.
  const owner = await findCodeOwner(deps.db, code)
  const user = owner ? await findUserById(deps.db, owner) : null
  if (!user) throw spent()
  refuseGuessable(input.newPassword, { owner: user, field: 'newPassword' })
  const hash = await deps.passwords.hash(input.newPassword)
  await withTransaction(deps.db, async tx => {
    const used = await useOneTimeCode(tx, code)
    if (!used) throw spent()
    const { user: before } = used
    const userId = before.id
    const isSet = await setPassword(tx, { userId, hash, emailVerifiedAt: code.now, now: code.now })
    if (!isSet) throw spent()
    await revokeLogins(tx, { userId, keptLoginId: null, reason: 'password_reset', now: code.now })
    await deleteCodesOf(tx, userId)
    // Attack: a change by the person whom the new password locks out. A confirmed change can still be undone.
    await closePending(tx, userId, code.now)
    await removeUnprovenPasskeys(deps, tx, before)
    // Attack: somebody who was in the account, or signed up with another's address, reads the owner's calls in a
    // calendar, without any login.
    await deps.outbox.add(tx, ACCOUNT_TOPICS.takenBack, { userId, at: code.now.toISOString() })
  })
  deps.outbox.nudge()
  deps.log.info({}, 'a password was reset')
}

const spent = () => refuse.fields({ token: [messages.resetLinkSpent] })
