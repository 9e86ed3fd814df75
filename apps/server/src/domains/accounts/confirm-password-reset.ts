import { messages, type NewPassword } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import type { AccountsDeps } from './deps.ts'
import { digestOf } from './one-time-code.ts'
import { codeStands, deleteCodesOf, useOneTimeCode } from './one-time-code-store.ts'
import { revokeLogins, setPassword } from './store.ts'

/** Sets a new password by the link of a reset mail, once; every login of the person ends, and every other link. */
export async function confirmPasswordReset(deps: AccountsDeps, input: NewPassword): Promise<void> {
  const code = { id: digestOf(input.token), kind: 'password_reset' as const, now: deps.clock.now() }
  // Attack: keeping the server hashing with made-up tokens.
  if (!(await codeStands(deps.db, code))) throw spent()
  const hash = await deps.passwords.hash(input.newPassword)
  await withTransaction(deps.db, async tx => {
    const used = await useOneTimeCode(tx, code)
    if (!used) throw spent()
    const { userId } = used
    const isSet = await setPassword(tx, { userId, hash, emailVerifiedAt: code.now, now: code.now })
    if (!isSet) throw spent()
    await revokeLogins(tx, { userId, keptLoginId: null, reason: 'password_reset', now: code.now })
    await deleteCodesOf(tx, userId)
  })
  deps.log.info({}, 'a password was reset')
}

const spent = () => refuse.fields({ token: [messages.resetLinkSpent] })
