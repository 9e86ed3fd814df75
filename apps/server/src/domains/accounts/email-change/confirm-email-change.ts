import { EMAIL_UNDO_TTL_MS, messages } from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import { type AccountsDeps, ACCOUNT_TOPICS as FOR_OTHERS } from '../deps.ts'
import { removePasskeys } from '../passkeys/remove-passkeys.ts'
import { deleteCodesOf } from '../passwords/one-time-code-store.ts'
import { ACCOUNT_TOPICS } from '../passwords/request-password-reset.ts'
import { lockUser, revokeLogins, setPassword, updateUser } from '../store.ts'
import { closeFrom, findToConfirm, findToUndo, isKeptForAnother, setConfirmed } from './email-change-store.ts'
import { ofAnother, proveEmail } from './prove-email.ts'
import { emailLink } from './request-email-change.ts'

const spent = () => refuse.fields({ token: [messages.emailLinkSpent] })
const taken = () => refuse.fields({ token: [messages.emailTaken] })

/** A mailed link, and the account that is logged in at the press. */
export interface PressedLink {
  token: string
  personId: string | null
}

/**
 * Confirms an address by a mailed link: a new one becomes valid, or the present one is proven. Only in the same
 * account. Attack: somebody enters another's address in an account of their own, and its owner presses the link of
 * the mail: the address would be proven, and the owner's later login by a network would share the account with the
 * attacker's password and passkeys.
 */
export async function confirmEmail(deps: AccountsDeps, link: PressedLink): Promise<{ email: string }> {
  return (await proveEmail(deps, link)) ?? confirmEmailChange(deps, link)
}

/** Makes a new email valid, by the link sent there; the old address gets a link that undoes it for three days. */
async function confirmEmailChange(deps: AccountsDeps, link: PressedLink): Promise<{ email: string }> {
  const now = deps.clock.now()
  const id = digestOf(link.token)
  const found = await findToConfirm(deps.db, id, now)
  if (!found) throw spent()
  if (found.userId !== link.personId) throw ofAnother()
  const email = await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, found.userId)
    // Read again under the person's lock: another link of theirs may have been first.
    const change = user && (await findToConfirm(tx, id, now))
    if (!user || !change || user.email.toLowerCase() !== change.oldEmail) throw spent()
    const { newEmail, oldEmail } = change
    const undo = newCode()
    const endsAt = new Date(now.getTime() + EMAIL_UNDO_TTL_MS)
    await setConfirmed(tx, { id: change.id, undoId: digestOf(undo), now, endsAt })
    await updateUser(tx, { userId: user.id, set: { email: newEmail, emailVerifiedAt: now }, now })
    // Asked while the index holds the address. Attack: to take it in the moment in which its owner's is changed.
    if (await isKeptForAnother(tx, { email: newEmail, userId: user.id, now })) throw taken()
    if (user.isInfluencer) await deps.influencerProfiles.personChanged(tx, user.id)
    // Attack: a reset link or a code that still lies in the old mailbox.
    await deleteCodesOf(tx, user.id)
    await deps.outbox.add(tx, MAIL_TOPIC, {
      template: 'email-changed',
      userId: user.id,
      data: { to: oldEmail, newEmail, link: emailLink(deps, 'undo-email', undo) },
    })
    return newEmail
  }).catch(error => {
    throw isUniqueViolation(error, 'users_email_once') ? taken() : error
  })
  deps.outbox.nudge()
  return { email }
}

/**
 * Undoes a change by a link sent to the old address. Somebody else knew a password or had a login, so none of them
 * works any more; a mail to the old address leads to a new password. The link itself logs nobody in: a thief of the
 * link gains nothing without the mailbox.
 */
export async function undoEmailChange(deps: AccountsDeps, token: string): Promise<{ email: string }> {
  const now = deps.clock.now()
  const id = digestOf(token)
  const found = await findToUndo(deps.db, id, now)
  if (!found) throw spent()
  const hash = await deps.passwords.hash(newCode())
  await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, found.userId)
    const change = user && (await findToUndo(tx, id, now))
    if (!user || !change) throw spent()
    await updateUser(tx, { userId: user.id, set: { email: change.oldEmail }, now })
    if (user.isInfluencer) await deps.influencerProfiles.personChanged(tx, user.id)
    await setPassword(tx, { userId: user.id, hash, emailVerifiedAt: now, now })
    await closeFrom(tx, change, now)
    await revokeLogins(tx, { userId: user.id, keptLoginId: null, reason: 'email_change_undone', now })
    await deleteCodesOf(tx, user.id)
    // Attack: a passkey of the person who changed the address opens the account whatever its address and password
    // are.
    await removePasskeys(deps, tx, { userId: user.id, madeBefore: null })
    // Attack: a calendar feed of the person who changed the address names all calls to come, without any login.
    await deps.outbox.add(tx, FOR_OTHERS.takenBack, { userId: user.id, at: now.toISOString() })
    await deps.outbox.add(tx, ACCOUNT_TOPICS.passwordReset, { email: change.oldEmail })
  })
  deps.outbox.nudge()
  deps.log.info({}, 'a change of email was undone')
  return { email: found.oldEmail }
}
