import { WS_TICKET_TTL_MS } from '@parley/contract'
import type { Core } from '../../../core/core.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import type { DbOrTx } from '../../../db/client.ts'
import { type AuthenticationDeps, authenticate } from './authenticate.ts'
import { findPerson, insertWsTicket, useWsTicket } from './login-store.ts'

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

/** Uses a ticket up; the person it was given to, or null. Of many at once exactly one gets the person. */
export async function redeemWsTicket(
  db: DbOrTx,
  input: { ticket: string; path: string; now: Date },
): Promise<Person | null> {
  const owner = await useWsTicket(db, {
    id: digestOf(input.ticket),
    path: samePath(input.path),
    now: input.now,
  })
  return owner ? findPerson(db, owner) : null
}

/** Who opens a socket, by the `t` of its address: "Bearer {access token}" or a ticket for this path. */
export async function authenticateSocket(
  deps: AuthenticationDeps,
  input: { t: string; path: string },
): Promise<Person | null> {
  if (BEARER.test(input.t)) return authenticate(deps, input.t.replace(BEARER, '').trim())
  return redeemWsTicket(deps.db, { ticket: input.t, path: input.path, now: deps.clock.now() })
}

/** A path without query and with its trailing slash, since every path works with and without. */
function samePath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0] ?? ''
  return bare.endsWith('/') ? bare : `${bare}/`
}
