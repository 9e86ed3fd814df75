import { WS_TICKET_TTL_MS } from '@parley/contract'
import { batchLookups } from '../../../core/batch-lookups.ts'
import type { Core } from '../../../core/core.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { type AuthenticationDeps, readClaims } from './authenticate.ts'
import { findPersons, insertWsTicket, useWsTickets } from './login-store.ts'

const BEARER = /^bearer\s+/i

/** A ticket that opens one socket at one path once, within 30 s. */
export async function issueWsTicket(
  deps: Pick<Core, 'db' | 'clock'>,
  input: { person: Person; path: string },
): Promise<{ ticket: string }> {
  const ticket = newCode()
  await insertWsTicket(deps.db, {
    id: digestOf(ticket),
    userId: input.person.id,
    loginId: input.person.loginId,
    path: samePath(input.path),
    expiresAt: new Date(deps.clock.now().getTime() + WS_TICKET_TTL_MS),
  })
  return { ticket }
}

export type SocketAuthentication = (t: string, path: string) => Promise<Person | null>

/**
 * Finds the person who opens a socket, by the `t` of its address: "Bearer {access token}" or a ticket for this path.
 * Of many callers with one ticket exactly one gets the person; one query serves many callers at once, as at an event.
 */
export function createSocketAuthentication(deps: AuthenticationDeps): SocketAuthentication {
  const personOf = batchLookups<Person>(loginIds => findPersons(deps.db, loginIds))
  const ownerOf = batchLookups<Claims>(keys => useTickets(deps, keys))
  let uses = 0
  async function claimsOf(t: string, path: string): Promise<Claims | null | undefined> {
    if (BEARER.test(t)) return readClaims(deps, t.replace(BEARER, '').trim())
    // Each use is a lookup of its own: two uses of one ticket do not share a result.
    return ownerOf(JSON.stringify([digestOf(t), samePath(path), ++uses]))
  }
  return async (t, path) => {
    const claims = await claimsOf(t, path)
    const person = claims ? await personOf(claims.loginId) : null
    return person && person.id === claims?.userId ? person : null
  }
}

interface Claims {
  userId: string
  loginId: string
}

async function useTickets(
  { db, clock }: Pick<Core, 'db' | 'clock'>,
  keys: readonly string[],
): Promise<Map<string, Claims>> {
  const uses = keys.map(key => {
    const [id, path] = JSON.parse(key) as [string, string, number]
    return { key, id, path }
  })
  const used = await useWsTickets(db, uses, clock.now())
  const owners = new Map<string, Claims>()
  for (const { key, id, path } of uses) {
    const ticket = used.get(id)
    if (ticket?.path !== path) continue
    owners.set(key, ticket)
    // The next one that brought it comes too late.
    used.delete(id)
  }
  return owners
}

/** A path without query and with its trailing slash, since every path works with and without. */
function samePath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  return bare.endsWith('/') ? bare : `${bare}/`
}
