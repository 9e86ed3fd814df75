import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { exportBirthDate } from '../age/birth-dates.ts'
import type { AccountsDeps } from '../deps.ts'
import { listEmailChanges } from '../email-change/email-change-store.ts'
import { ownFactors } from '../factors/own-factors.ts'
import { listLogins } from '../login/own-logins.ts'
import { showMe } from '../show-user.ts'
import { findUserById } from '../store.ts'
import { listFormerUsernames } from './former-usernames.ts'

const EVERYTHING = { page: 1, page_size: 10_000 }

/**
 * All data about a person, as JSON; long lists are read while they are sent. No secrets: no password hash, no tokens,
 * no client secrets.
 */
export async function exportAccount(deps: AccountsDeps, person: Person): Promise<Record<string, unknown>> {
  const user = await findUserById(deps.db, person.id)
  if (!user) throw refuse.unauthenticated()
  const logins = await listLogins(deps, { person, page: EVERYTHING })
  const changes = await listEmailChanges(deps.db, person.id)
  return {
    exported_at: deps.clock.now().toISOString(),
    account: {
      ...(await showMe(deps, person)),
      created_at: user.createdAt.toISOString(),
      updated_at: user.updatedAt.toISOString(),
      email_verified_at: user.emailVerifiedAt?.toISOString() ?? null,
    },
    former_usernames: await listFormerUsernames(deps.db, person.id),
    logins: logins.results,
    birth_date: await exportBirthDate(deps.db, person.id),
    second_factors: await ownFactors(deps, person.id),
    email_changes: changes.map(change => ({
      old_email: change.oldEmail,
      new_email: change.newEmail,
      asked_at: change.createdAt.toISOString(),
      confirmed_at: change.confirmedAt?.toISOString() ?? null,
      closed_at: change.closedAt?.toISOString() ?? null,
    })),
    ...(await deps.exportOtherDomains(person.id)),
  }
}
