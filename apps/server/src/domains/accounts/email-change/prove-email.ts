import { EMAIL_PROOF_TTL_MS, EMAIL_PROOFS_AT_ONCE_MAX, messages } from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import {
  countCodes,
  findCodeOwner,
  insertOneTimeCode,
  useOneTimeCode,
} from '../passwords/one-time-code-store.ts'
import { findUserById, lockUser, updateUser } from '../store.ts'
import { emailLink } from './request-email-change.ts'

/** Whether the mailbox of a person was ever proven, by a link or by a network. */
export async function hasConfirmedEmail(db: DbOrTx, userId: string): Promise<boolean> {
  return Boolean((await findUserById(db, userId))?.emailVerifiedAt)
}

/** Mails the link that confirms a person's present email; a few a day, to that address alone. */
export async function mailEmailProof(deps: AccountsDeps, person: Person): Promise<{ email: string }> {
  const now = deps.clock.now()
  const code = newCode()
  const email = await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, person.id)
    if (!user) throw refuse.unauthenticated()
    if (user.emailVerifiedAt) throw refuse.conflict(messages.emailConfirmedAlready)
    // Attack: to fill the mailbox of a person whose address was entered at a sign-up.
    const made = await countCodes(tx, { userId: user.id, kind: 'email_proof', now })
    if (made >= EMAIL_PROOFS_AT_ONCE_MAX) throw refuse.tooMany(EMAIL_PROOF_TTL_MS / 1000)
    await insertOneTimeCode(tx, {
      id: digestOf(code),
      kind: 'email_proof',
      userId: user.id,
      createdAt: now,
      expiresAt: new Date(now.getTime() + EMAIL_PROOF_TTL_MS),
    })
    const data = { link: emailLink(deps, 'confirm-email', code) }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'email-proof', userId: user.id, data })
    return user.email
  })
  deps.outbox.nudge()
  return { email }
}

/** The link is for another account than the one that is logged in; it still works. */
export const ofAnother = () => refuse.fields({ token: [messages.emailLinkOfAnother] })

/** Confirms a person's present email by the link mailed there, once; null if it is no such link. */
export async function proveEmail(
  deps: AccountsDeps,
  { token, personId }: { token: string; personId: string | null },
): Promise<{ email: string } | null> {
  const lookup = { id: digestOf(token), kind: 'email_proof' as const, now: deps.clock.now() }
  const { now } = lookup
  const owner = await findCodeOwner(deps.db, lookup)
  if (owner !== null && owner !== personId) throw ofAnother()
  return withTransaction(deps.db, async tx => {
    const used = await useOneTimeCode(tx, lookup)
    if (!used) return null
    const { email } = await updateUser(tx, { userId: used.user.id, set: { emailVerifiedAt: now }, now })
    return { email }
  })
}
