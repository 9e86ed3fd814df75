import {
  messages,
  SECOND_FACTOR_TRIES_MAX,
  SECOND_FACTOR_TTL_MS,
  type SecondFactorRequired,
  type TokenPair,
} from '@parley/contract'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { beginLogin, type NewLogin } from '../login/begin-login.ts'
import { lockUser } from '../store.ts'
import { refuseSuspended } from '../suspended.ts'
import { countTicketTry, deleteTicket, findTicketOwner, insertFactorTicket } from './factor-store.ts'
import { factorMethods } from './second-factor.ts'
import { type ShownFactor, showFactor } from './show-factor.ts'

/** A login, or the second factor that it still needs. */
export type BegunLogin = { tokens: TokenPair } | { secondFactor: SecondFactorRequired }

/**
 * Begins the login of a person after the password or the network; a person with a second factor gets a ticket for it.
 */
export async function beginOrRequireFactor(deps: AccountsDeps, tx: Tx, login: NewLogin): Promise<BegunLogin> {
  await refuseSuspended(tx, login.userId)
  const methods = await factorMethods(tx, login.userId)
  if (methods.length === 0) return { tokens: await beginLogin(deps, tx, login) }
  const ticket = newCode()
  const expiresAt = new Date(deps.clock.now().getTime() + SECOND_FACTOR_TTL_MS)
  await insertFactorTicket(tx, { id: digestOf(ticket), userId: login.userId, expiresAt })
  return { secondFactor: { ticket, methods } }
}

/** The tokens of a login that has begun; refuses one that still needs a second factor, after storing its ticket. */
export function tokensOf(begun: BegunLogin): TokenPair {
  if ('secondFactor' in begun) throw refuse.secondFactor(messages.secondFactorNeeded, begun.secondFactor)
  return begun.tokens
}

const late = () => refuse.unauthenticated(messages.secondFactorLate)

/** Tokens for a ticket and a second factor; five tries, and a refused one counts too. */
export async function useFactorTicket(
  deps: AccountsDeps,
  input: ShownFactor & { ticket: string; device: string },
): Promise<{ userId: string; tokens: TokenPair }> {
  const { ticket, device, ...shown } = input
  const id = digestOf(ticket)
  const userId = await findTicketOwner(deps.db, id)
  if (!userId) throw late()
  const outcome = await withTransaction(deps.db, async tx => {
    // The person before the ticket, as a new password locks them.
    const user = await lockUser(tx, userId)
    const now = deps.clock.now()
    if (!user || !(await countTicketTry(tx, { id, max: SECOND_FACTOR_TRIES_MAX, now }))) return late()
    const refusal = await showFactor(deps, tx, { ...shown, userId })
    if (refusal) return refusal
    await deleteTicket(tx, id)
    return { userId, tokens: await beginLogin(deps, tx, { userId, device }) }
  })
  deps.outbox.nudge()
  if (outcome instanceof Error) throw outcome
  return outcome
}
