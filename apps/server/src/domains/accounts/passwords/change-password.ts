import { messages, type PasswordChange } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { ACCOUNT_TOPICS, type AccountsDeps } from '../deps.ts'
import { closePending } from '../email-change/email-change-store.ts'
import { refuseGuessable } from '../guessing/password-rules.ts'
import { provePassword, refuseWithoutFactor } from '../proof/step-up.ts'
import { findUserById, replacePasswordHash, revokeLogins } from '../store.ts'
import { endCodes } from './one-time-code-store.ts'

/** Changes the password and ends all logins but the one that asks, and the address of the calendar feed. */
export async function changePassword(
  deps: AccountsDeps,
  input: { person: Person; change: PasswordChange },
): Promise<void> {
  const user = await findUserById(deps.db, input.person.id)
  if (!user) throw refuse.unauthenticated()
  const { person, change } = input
  await refuseWithoutFactor(deps, person)
  const from = await provePassword(deps, {
    person,
    password: change.currentPassword,
    field: 'currentPassword',
  })
  refuseGuessable(input.change.newPassword, { owner: user, field: 'newPassword' })
  const to = await deps.passwords.hash(input.change.newPassword)
  await withTransaction(deps.db, async tx => {
    const now = deps.clock.now()
    const isChanged = await replacePasswordHash(tx, { userId: user.id, from, to, now })
    if (!isChanged) throw wrongPassword()
    const keptLoginId = input.person.loginId
    await revokeLogins(tx, { userId: user.id, keptLoginId, reason: 'password_changed', now })
    await closePending(tx, user.id, now)
    // Attack: a link from before, read by the person against whom the password was changed.
    await endCodes(tx, { userId: user.id, kind: 'password_reset', now })
    await deps.outbox.add(tx, ACCOUNT_TOPICS.takenBack, { userId: user.id, at: now.toISOString() })
  })
  deps.outbox.nudge()
}

const wrongPassword = () => refuse.fields({ currentPassword: [messages.currentPasswordWrong] })
