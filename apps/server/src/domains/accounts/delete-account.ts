import { refuse } from '../../core/refusal.ts'
import { withTransaction } from '../../db/client.ts'
import type { AccountsDeps } from './deps.ts'
import { deleteEmailChangesOf } from './email-change/email-change-store.ts'
import { deleteLoginsOf } from './login-store.ts'
import { deleteCodesOf } from './one-time-code-store.ts'
import type { Person } from './person.ts'
import { provePassword } from './proof/step-up.ts'
import { anonymiseUser, findUserById, lockUser } from './store.ts'

/**
 * Deletes an account for good. Unpaid requests are closed first; what still binds others or money (a paid request that
 * is open, earnings not paid out) refuses with 409 and its reasons. The ledger and the requests stay, without the person.
 */
export async function deleteAccount(
  deps: AccountsDeps,
  input: { person: Person; password: string },
): Promise<void> {
  const { person, password } = input
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  const hash = await provePassword(deps, { person, password, field: 'password' })
  refuseWhileBound(await deps.leaving.reasonsToStay(deps.db, user.id))
  await deps.leaving.closeUnpaid(user.id)
  await withTransaction(deps.db, async tx => {
    const locked = await lockUser(tx, user.id)
    if (locked?.passwordHash !== hash) throw refuse.unauthenticated()
    await deps.leaving.forget(tx, user.id)
    // Asked again under the locks: a booking or a payment may have come in between.
    refuseWhileBound(await deps.leaving.reasonsToStay(tx, user.id))
    await deleteCodesOf(tx, user.id)
    await deleteEmailChangesOf(tx, user.id)
    await deleteLoginsOf(tx, user.id)
    await anonymiseUser(tx, locked, deps.clock.now())
  })
  // What came in while the account was going: unpaid, or it would have refused.
  await deps.leaving.closeUnpaid(user.id)
  deps.outbox.nudge()
}

function refuseWhileBound(reasons: readonly string[]): void {
  if (reasons.length === 0) return
  throw refuse.conflict(`The account cannot be deleted yet. ${reasons.join(' ')}`, { reasons })
}
