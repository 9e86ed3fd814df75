import { PASSWORD_RESET_TTL_MS, PASSWORD_RESETS_AT_ONCE_MAX } from '@parley/contract'
import * as z from 'zod/mini'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { defineTopic } from '../../../core/topic.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { findUserByEmail, lockUser } from '../store.ts'
import { countCodes, insertOneTimeCode } from './one-time-code-store.ts'

/** Topics of work that this domain leaves for itself. */
export const ACCOUNT_TOPICS = {
  passwordReset: defineTopic('accounts.password-reset', z.object({ email: z.string() })),
} as const

/**
 * Stores a request for a reset link. The account is looked up later, so that the answer is the same and as fast for
 * an unknown address (attack: probing which addresses have accounts).
 */
export async function requestPasswordReset(deps: AccountsDeps, input: { email: string }): Promise<void> {
  await withTransaction(deps.db, tx =>
    deps.outbox.add(tx, ACCOUNT_TOPICS.passwordReset, { email: input.email }),
  )
  deps.outbox.nudge()
}

/**
 * Requests the mail with the one-time link; none for an unknown address, nor for one with enough of them. For the
 * outbox.
 */
export async function sendPasswordReset(deps: AccountsDeps, { email }: { email: string }): Promise<void> {
  const found = await findUserByEmail(deps.db, email)
  if (!found || (found.isDemo && deps.demoLogins === 'refused')) return
  const now = deps.clock.now()
  const code = newCode()
  await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, found.id)
    if (!user) return
    // Attack: filling a person's mailbox by asking again and again.
    const made = await countCodes(tx, { userId: user.id, kind: 'password_reset', now })
    if (made >= PASSWORD_RESETS_AT_ONCE_MAX) return
    await insertOneTimeCode(tx, {
      id: digestOf(code),
      kind: 'password_reset',
      userId: user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + PASSWORD_RESET_TTL_MS),
    })
    const data = { link: `${deps.publicOrigin}/password-reset?token=${code}` }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'password-reset', userId: user.id, data })
  })
  deps.outbox.nudge()
}
