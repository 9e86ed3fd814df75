import type { RequestPageQuery, StandingLogin } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import type { AccountsDeps } from '../deps.ts'
import { proveAgain, type ShownPassword } from '../proof/step-up.ts'
import { listStandingLogins, revokeOwnLogin } from './login-store.ts'

/** A person's own logins, last used first. */
export async function listLogins(
  deps: Pick<AccountsDeps, 'db' | 'clock'>,
  input: { person: Person; page: RequestPageQuery },
): Promise<{ count: number; results: StandingLogin[]; last: string | null }> {
  const { person, page } = input
  const { rows, ...place } = await listStandingLogins(deps.db, {
    userId: person.id,
    now: deps.clock.now(),
    page,
  })
  const results = rows.map(login => ({
    id: login.id,
    device: login.device || messages.unknownDevice,
    created_at: login.createdAt.toISOString(),
    last_used_at: login.lastUsedAt.toISOString(),
    is_current: login.id === person.loginId,
  }))
  return { ...place, results }
}

/** Ends one of one's own logins; its sockets and media go within seconds. */
export async function endLogin(
  deps: AccountsDeps,
  input: { person: Person; loginId: string; shown: ShownPassword | null | undefined },
): Promise<void> {
  // Attack: somebody with only an access token ends the owner's other logins.
  if (input.loginId !== input.person.loginId) await proveAgain(deps, input)
  const rule = { loginId: input.loginId, userId: input.person.id, now: deps.clock.now() }
  if (!(await revokeOwnLogin(deps.db, rule))) throw refuse.notFound('You have no such login')
}
