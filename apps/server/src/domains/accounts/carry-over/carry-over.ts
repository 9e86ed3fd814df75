import {
  CARRIED_LOGIN_TTL_MS,
  CARRY_OVER_TTL_MS,
  CARRY_OVERS_AT_ONCE_MAX,
  type CarryOverAnswer,
  messages,
  safeNextPath,
  type TokenPair,
} from '@parley/contract'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { activeLogins } from '../login/authenticate.ts'
import { beginLogin } from '../login/begin-login.ts'
import { findLogin, findRefreshToken } from '../login/login-store.ts'
import { readRefreshToken } from '../login/refresh-token.ts'
import { countCodes, insertOneTimeCode, useOneTimeCode } from '../passwords/one-time-code-store.ts'
import { lockUser } from '../store.ts'

/** Attack: a code that leaked by itself, put together with another page's address: the digest is of both. */
const idOf = (code: string, path: string) => digestOf(`${code} ${path}`)

/** A link that opens this page in another browser, logged in: once, within five minutes. */
export async function makeCarryOver(
  deps: AccountsDeps,
  input: { person: Person; path: string; refresh: string | null },
): Promise<CarryOverAnswer> {
  if (!(await isWholeLogin(deps, input))) throw refuse.forbidden(messages.carryOverNotHere)
  const path = safeNextPath(input.path)
  const { id: userId, loginId } = input.person
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + CARRY_OVER_TTL_MS)
  const code = newCode()
  await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, userId))) throw refuse.unauthenticated()
    // Attack: a script injected into a page collects logins for later.
    const made = await countCodes(tx, { userId, kind: 'carry_over', now })
    if (made >= CARRY_OVERS_AT_ONCE_MAX) throw refuse.tooMany(CARRY_OVER_TTL_MS / 1000)
    const id = idOf(code, path)
    await insertOneTimeCode(tx, {
      id,
      kind: 'carry_over',
      userId,
      browserId: loginId,
      createdAt: now,
      expiresAt,
    })
  })
  // Attack: reading logins out of logs, proxies and referrers: what follows the # stays in the browser.
  const fragment = new URLSearchParams({ code, path })
  return { link: `${deps.publicOrigin}/carry-over#${fragment}`, expires_at: expiresAt.toISOString() }
}

/**
 * Whether the caller has the login itself. Attacks: to make thirty days out of a stolen token of ten minutes, and to
 * carry over a carried login before it ends.
 */
async function isWholeLogin(
  deps: AccountsDeps,
  input: { person: Person; refresh: string | null },
): Promise<boolean> {
  const id = input.refresh && readRefreshToken(deps.secrets.refreshToken.all(), input.refresh)
  const token = id ? await findRefreshToken(deps.db, id) : null
  if (token?.loginId !== input.person.loginId || token.usedAt) return false
  const login = await findLogin(deps.db, token.loginId)
  return login !== null && login.endsAt === null
}

/** Tokens of a new login for the code of such a link and its very page. */
export function useCarryOver(
  deps: AccountsDeps,
  input: { code: string; path: string; device: string },
): Promise<{ userId: string; tokens: TokenPair; username: string }> {
  return withTransaction(deps.db, async tx => {
    const now = deps.clock.now()
    const used = await useOneTimeCode(tx, { id: idOf(input.code, input.path), kind: 'carry_over', now })
    const maker = used?.code.browserId ?? ''
    // Attack: a thief carries a stolen login over before its owner ends it: with the login its links end too.
    const stands = used !== null && (await activeLogins(tx, [maker])).has(maker)
    if (!stands) throw refuse.unauthenticated('This link does not work any more')
    const { user } = used
    const endsAt = new Date(now.getTime() + CARRIED_LOGIN_TTL_MS)
    const tokens = await beginLogin(deps, tx, { userId: user.id, device: input.device, endsAt })
    return { userId: user.id, tokens, username: user.username }
  })
}
