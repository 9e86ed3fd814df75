import { messages, type PasswordChange } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import type { AccountsDeps } from './deps.ts'
import type { Person } from './person.ts'
import { findUserById, replacePasswordHash, revokeLogins } from './store.ts'

/** Changes the password and ends all logins but the one that asks. */
export async function changePassword(
  deps: AccountsDeps,
  input: { person: Person; change: PasswordChange },
): Promise<void> {
  const user = await findUserById(deps.db, input.person.id)
  if (!user) throw refuse.unauthenticated()
  const isRight = await deps.passwords.matches(input.change.currentPassword, user.passwordHash)
  if (!isRight) throw wrongPassword()
  const to = await deps.passwords.hash(input.change.newPassword)
  await withTransaction(deps.db, async tx => {
    const now = deps.clock.now()
    const isChanged = await replacePasswordHash(tx, { userId: user.id, from: user.passwordHash, to, now })
    if (!isChanged) throw wrongPassword()
    const keptLoginId = input.person.loginId
    await revokeLogins(tx, { userId: user.id, keptLoginId, reason: 'password_changed', now })
  })
}

const wrongPassword = () => refuse.fields({ currentPassword: [messages.currentPasswordWrong] })
