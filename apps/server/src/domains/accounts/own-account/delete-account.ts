import { messages } from '@parley/contract'
import { MAIL_TOPIC } from '../../../core/mail-topic.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { type DbOrTx, type Tx, withTransaction } from '../../../db/client.ts'
import { keepAge } from '../age/birth-dates.ts'
import type { AccountsDeps } from '../deps.ts'
import { deleteEmailChangesOf, listUndoableEmails } from '../email-change/email-change-store.ts'
import { deleteFactorsOf } from '../factors/factor-store.ts'
import { deleteLoginsOf } from '../login/login-store.ts'
import { deletePasskeysOf } from '../passkeys/passkey-store.ts'
import { deleteCodesOf } from '../passwords/one-time-code-store.ts'
import { beginProof, type ShownPassword } from '../proof/step-up.ts'
import { anonymiseUser, findUserById, lockUser, type UserRow } from '../store.ts'
import { listFormerUsernames } from './former-usernames.ts'

/** How long the mail about it is tried. */
const MAIL_LEAVER_WITHIN_MS = 3 * 86_400_000

/**
 * Deletes an account for ever. Unpaid requests are closed first; what still binds other people or money (an open paid
 * request, earnings not paid out) refuses with 409 and its reasons. Earnings below the payout minimum are paid out
 * first; if that is impossible, `forgo` gives them up. The ledger and the requests stay, without the person.
 */
export async function deleteAccount(
  deps: AccountsDeps,
  input: { person: Person; shown: ShownPassword | null | undefined; forgo: boolean },
): Promise<void> {
  const { person, forgo } = input
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  // The page always sends a body, and asks; a program that has just logged in has none to send.
  const proof = await beginProof(deps, { ...input, orNewLogin: true })
  await refuseWhileBound(deps, deps.db, { userId: user.id, pence: forgo ? 'given_up' : 'paid_out' })
  await deps.deletion.closeUnpaid(user.id)
  await deps.deletion.payOutLast(user.id)
  await withTransaction(deps.db, async tx => {
    const locked = await lockUser(tx, user.id)
    if (!locked) throw refuse.unauthenticated()
    await proof.use(tx)
    await deps.deletion.erase(tx, user.id)
    if (forgo) await deps.deletion.forgo(tx, user.id)
    // Checked again under the locks: a booking or a payment may have come in between, or a transfer was refused.
    await refuseWhileBound(deps, tx, { userId: user.id, pence: 'gone' })
    await mailLeaver(deps, tx, locked)
    await deleteCodesOf(tx, user.id)
    await deleteEmailChangesOf(tx, user.id)
    await deleteFactorsOf(tx, user.id)
    await deletePasskeysOf(tx, user.id)
    await deleteLoginsOf(tx, user.id)
    await keepAge(tx, locked)
    await anonymiseUser(tx, locked, deps.clock.now())
  })
  // Requests that came in during the deletion: unpaid, or it would have refused.
  await deps.deletion.closeUnpaid(user.id)
  deps.outbox.nudge()
}

/**
 * Requests a mail to the address of the account, and to those from which a change of email can still be undone
 * (attack: a thief with the password first enters an address of their own). Only this work has the addresses, until
 * it is done.
 */
async function mailLeaver(deps: AccountsDeps, tx: Tx, user: UserRow): Promise<void> {
  const now = deps.clock.now()
  const former = await listUndoableEmails(tx, user.id, now)
  const addresses = new Set([user.email, ...former.filter(email => email !== user.email.toLowerCase())])
  const until = new Date(now.getTime() + MAIL_LEAVER_WITHIN_MS).toISOString()
  const givenUp = await listFormerUsernames(tx, user.id)
  const names = [user.username, ...givenUp.map(({ username }) => username)]
  for (const to of addresses) {
    const data = { to, firstName: user.firstName, until, names }
    await deps.outbox.add(tx, MAIL_TOPIC, { template: 'account-deleted', userId: user.id, data })
  }
}

async function refuseWhileBound(
  deps: AccountsDeps,
  db: DbOrTx,
  leaver: {
    userId: string
    /** What happens to earnings below the payout minimum. */
    pence: 'paid_out' | 'given_up' | 'gone'
  },
): Promise<void> {
  const { userId, pence } = leaver
  const reasons = await deps.deletion.deletionBlockers(db, userId)
  const last = pence === 'given_up' ? null : await deps.deletion.lastPence(db, userId)
  const binds = last !== null && !(pence === 'paid_out' && last.canGoNow)
  if (binds) reasons.push(last.reason)
  if (reasons.length === 0) return
  const detail = [messages.cannotDeleteYet, ...reasons].join(' ')
  throw refuse.conflict(detail, { reasons, ...(binds ? { forgo: last.forgo } : {}) })
}
