import { DAY_MS, EMAIL_CHANGES_A_DAY_MAX, EMAIL_CONFIRM_TTL_MS, messages } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { findTaken, lockUser, type UserRow } from '../store.ts'
import { closePending, countEmailChanges, insertEmailChange, isKeptForAnother } from './email-change-store.ts'

/** A link whose token stays in the browser: logs, proxies and referrers do not see what follows the #. */
export const emailLink = (deps: Pick<AccountsDeps, 'publicOrigin'>, page: string, token: string) =>
  `${deps.publicOrigin}/${page}#token=${token}`

/**
 * Stores the wish for another email, and mails both addresses; nothing changes before the new one's link was used.
 */
export async function requestEmailChange(
  deps: AccountsDeps,
  tx: Tx,
  input: { user: UserRow; email: string },
): Promise<void> {
  const { user, email } = input
  const now = deps.clock.now()
  // Attack: sending mails to any address in the product's name.
  const since = new Date(now.getTime() - DAY_MS)
  if ((await countEmailChanges(tx, { userId: user.id, since })) >= EMAIL_CHANGES_A_DAY_MAX) {
    throw refuse.tooMany(DAY_MS / 1000)
  }
  const taken = await findTaken(tx, { username: '', email, now })
  if (taken.email || (await isKeptForAnother(tx, { email, userId: user.id, now }))) {
    throw refuse.fields({ email: [messages.emailTaken] })
  }
  await closePending(tx, user.id, now)
  const [confirm, notice] = [newCode(), newCode()]
  await insertEmailChange(tx, {
    id: newId(),
    userId: user.id,
    oldEmail: user.email.toLowerCase(),
    newEmail: email,
    confirmId: digestOf(confirm),
    noticeId: digestOf(notice),
    createdAt: now,
    endsAt: new Date(now.getTime() + EMAIL_CONFIRM_TTL_MS),
  })
  await deps.outbox.add(tx, MAIL_TOPIC, {
    template: 'email-confirm',
    userId: user.id,
    data: { to: email, link: emailLink(deps, 'confirm-email', confirm) },
  })
  await deps.outbox.add(tx, MAIL_TOPIC, {
    template: 'email-asked',
    userId: user.id,
    data: { to: user.email, newEmail: email, link: emailLink(deps, 'undo-email', notice) },
  })
}

/** Gives up a change that waits for its confirmation. */
export async function cancelEmailChange(deps: AccountsDeps, person: Person): Promise<void> {
  await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    const isClosed = await closePending(tx, person.id, deps.clock.now())
    if (!isClosed) throw refuse.notFound()
  })
}
