import {
  NAME_MAX,
  NOTIFICATION_DEFAULTS,
  nameIsOfPlatform,
  plainLine,
  SOCIAL_CODE_TTL_MS,
  type SocialLoginProblem,
  type SocialNetworkName,
} from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import type { AccountsDeps } from '../deps.ts'
import { isKeptForAnother } from '../email-change/email-change-store.ts'
import { findFreeUsername } from '../own-account/free-username.ts'
import { consumeSocialLoginTry, insertOneTimeCode } from '../passwords/one-time-code-store.ts'
import { findUserByEmail, insertUser } from '../store.ts'
import type { SocialPerson } from './social-network.ts'
import { callbackUrlOf } from './start-social-login.ts'

/** The result of a callback: a code to exchange for tokens, or the reason of a failure. */
export type SocialEnding = { code: string; next: string } | { problem: SocialLoginProblem; next: string }

export interface SocialCallback {
  network: SocialNetworkName
  /** The query as it came, read by the network's own rules. */
  query: string
  browserKey: string | undefined
}

/** Completes a login by a network: it identifies the account by the verified email alone. */
export async function finishSocialLogin(deps: AccountsDeps, callback: SocialCallback): Promise<SocialEnding> {
  const network = deps.socialNetworks[callback.network]
  const state = new URLSearchParams(callback.query).get('state')
  const now = deps.clock.now()
  const begun =
    network && state
      ? await consumeSocialLoginTry(deps.db, { id: digestOf(state), network: callback.network, now })
      : null
  // Attack: to make another person's browser complete a login that the attacker began, so that they act in the
  // attacker's account.
  const isSameBrowser = callback.browserKey && begun?.browserId === digestOf(callback.browserKey)
  if (!network || !state || !begun || !isSameBrowser) return { problem: 'expired', next: '/' }
  const { next, nonce, verifier, browserId } = begun
  let person: SocialPerson | null
  try {
    const callbackUrl = callbackUrlOf(deps, callback.network)
    person = await network.finish({ state, nonce, verifier, callbackUrl, query: callback.query })
  } catch (error) {
    deps.log.warn({ network: callback.network, err: error }, 'a social login failed')
    return { problem: 'failed', next }
  }
  if (!person) return { problem: 'cancelled', next }
  if (!person.verifiedEmail) return { problem: 'no_verified_email', next }
  const email = person.verifiedEmail.trim().toLowerCase()
  const code = await giveCode(deps, { ...person, email, browserId })
  return code ? { code, next } : { problem: 'failed', next }
}

type VerifiedPerson = SocialPerson & { email: string; browserId: string }

async function giveCode(deps: AccountsDeps, person: VerifiedPerson): Promise<string | null> {
  for (const attempt of ['first', 'last'] as const) {
    try {
      return await withTransaction(deps.db, tx => writeCode(deps, tx, person))
    } catch (error) {
      const isRace =
        isUniqueViolation(error, 'users_username_once') || isUniqueViolation(error, 'users_email_once')
      if (!isRace || attempt === 'last') throw error
    }
  }
  return null
}

async function writeCode(deps: AccountsDeps, tx: Tx, person: VerifiedPerson): Promise<string | null> {
  const now = deps.clock.now()
  const known = await findUserByEmail(tx, person.email)
  if (known?.isDemo && deps.demoLogins === 'refused') return null
  if (!known && (await isKeptForAnother(tx, { email: person.email, userId: null, now }))) return null
  const userId = known?.id ?? (await insertSocialUser(deps, tx, person))
  const code = newCode()
  await insertOneTimeCode(tx, {
    id: digestOf(code),
    kind: 'social_login',
    userId,
    browserId: person.browserId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + SOCIAL_CODE_TTL_MS),
  })
  return code
}

/** The name at the network, unless it poses as the platform: nobody is asked for another one here. */
function shownName(person: VerifiedPerson, username: string) {
  const firstName = plainLine(person.firstName).slice(0, NAME_MAX)
  const lastName = plainLine(person.lastName).slice(0, NAME_MAX)
  if (nameIsOfPlatform(firstName, lastName)) return { firstName: username, lastName: '' }
  return { firstName: firstName || username, lastName }
}

/** A new person has a password nobody knows until they choose one by mail. */
async function insertSocialUser(deps: AccountsDeps, tx: Tx, person: VerifiedPerson): Promise<string> {
  const now = deps.clock.now()
  const wish = person.nickname || (person.email.split('@')[0] ?? '')
  const username = await findFreeUsername(tx, wish, now)
  const user = await insertUser(tx, {
    id: newId(),
    username,
    ...shownName(person, username),
    email: person.email,
    emailVerifiedAt: now,
    passwordHash: await deps.passwords.hash(newCode()),
    isInfluencer: false,
    notifications: { ...NOTIFICATION_DEFAULTS },
    createdAt: now,
    updatedAt: now,
  })
  return user.id
}
