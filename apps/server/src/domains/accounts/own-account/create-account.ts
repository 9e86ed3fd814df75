import { type FieldErrors, messages, NOTIFICATION_DEFAULTS } from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import { isUniqueViolation } from '../../../db/postgres-errors.ts'
import type { AccountsDeps, PreparedProfile } from '../deps.ts'
import { isKeptForAnother } from '../email-change/email-change-store.ts'
import { refuseGuessable } from '../guessing/password-rules.ts'
import { beginLogin } from '../login/begin-login.ts'
import { findTaken, insertUser } from '../store.ts'
import { ownUserOf } from '../user-shapes.ts'
import type { MadeAccount, NewAccount } from './new-account.ts'
import { answerRepeated, signUpKeyOf } from './repeated-sign-up.ts'

/**
 * Creates an account, for influencers with profile and image, and logs it in, or changes nothing. A sign-up that comes
 * again with its key gets the answer of the first one.
 */
export async function createAccount(deps: AccountsDeps, input: NewAccount): Promise<MadeAccount> {
  const { username, email } = input.account
  // The logins of demo people are published anyway.
  if (input.origin === 'sign-up') refuseGuessable(input.account.password, rulesOf(input.account))
  const taken = await findTaken(deps.db, { username, email, now: deps.clock.now() })
  // Afterwards: the account that takes the names may be this form's own, created a moment ago.
  const repeated = await answerRepeated(deps, input)
  if (repeated) return repeated
  refuseTaken(taken)
  // Attack: to take the address of a person whose email was changed against their will, so that they cannot undo it.
  if (await isKeptForAnother(deps.db, { email, userId: null, now: deps.clock.now() })) {
    refuseTaken({ username: false, email: true })
  }
  const passwordHash = await deps.passwords.hash(input.account.password)
  const profile = input.influencer ? await deps.influencerProfiles.prepare(input.influencer) : null
  try {
    return await insertAccount(deps, { ...input, passwordHash, profile })
  } catch (error) {
    await profile?.discard()
    // The same form was sent twice at once.
    const sentTwice = isUniqueViolation(error) ? await answerRepeated(deps, input) : null
    if (sentTwice) return sentTwice
    refuseTaken({
      username: isUniqueViolation(error, 'users_username_once'),
      email: isUniqueViolation(error, 'users_email_once'),
    })
    throw error
  }
}

function rulesOf({ username, email, first_name, last_name }: NewAccount['account']) {
  const owner = { username, email, firstName: first_name, lastName: last_name }
  return { owner, field: 'password' }
}

function insertAccount(
  deps: AccountsDeps,
  input: NewAccount & { passwordHash: string; profile: PreparedProfile | null },
): Promise<MadeAccount> {
  const now = deps.clock.now()
  const { account } = input
  return withTransaction(deps.db, async tx => {
    const user = await insertUser(tx, {
      id: newId(),
      username: account.username.toLowerCase(),
      firstName: account.first_name,
      lastName: account.last_name,
      email: account.email.toLowerCase(),
      passwordHash: input.passwordHash,
      isInfluencer: input.profile !== null,
      isDemo: input.origin === 'demo',
      signUpKey: signUpKeyOf(account),
      notifications: { ...NOTIFICATION_DEFAULTS },
      createdAt: now,
      updatedAt: now,
    })
    await input.profile?.insert(tx, user.id)
    return {
      user: ownUserOf(user, { cards: [], pendingEmail: null }),
      tokens: await beginLogin(deps, tx, { userId: user.id, device: input.device ?? '' }),
    }
  })
}

function refuseTaken(taken: { username: boolean; email: boolean }): void {
  const fields: FieldErrors = {}
  if (taken.username) fields.username = [messages.usernameTaken]
  if (taken.email) fields.email = [messages.emailTaken]
  if (taken.username || taken.email) throw refuse.fields(fields)
}
