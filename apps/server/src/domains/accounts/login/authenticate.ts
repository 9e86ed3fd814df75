import type { Core } from '../../../core/core.ts'
import type { Person } from '../../../core/person.ts'
import type { DbOrTx } from '../../../db/client.ts'
import type { ServerSecrets } from '../server-secrets.ts'
import { readAccessToken } from './access-token.ts'
import { findPerson, selectStandingLogins } from './login-store.ts'

export type AuthenticationDeps = Pick<Core, 'db' | 'clock' | 'publicOrigin'> & { secrets: ServerSecrets }

/** The content of an access token; null for any other token. Other code checks its login. */
export function readClaims(deps: AuthenticationDeps, token: string) {
  const tokens = { keys: deps.secrets.accessToken, publicOrigin: deps.publicOrigin }
  return readAccessToken(tokens, token, deps.clock.now())
}

/** The person of an access token with a valid login; null for any other token. */
export async function authenticate(deps: AuthenticationDeps, token: string): Promise<Person | null> {
  const claims = await readClaims(deps, token)
  return claims ? findPerson(deps.db, claims) : null
}

/**
 * Those logins that are neither revoked nor of a deleted account, each with its person's present username; for
 * sockets and calls that outlive their token.
 */
export async function activeLogins(
  db: DbOrTx,
  loginIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (loginIds.length === 0) return new Map()
  const rows = await selectStandingLogins(db, loginIds)
  return new Map(rows.map(({ id, username }) => [id, username]))
}
