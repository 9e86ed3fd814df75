import type { TokenPair } from '@parley/contract'
import { digestOf } from '../../../core/one-time-code.ts'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { factorMethods } from '../factors/second-factor.ts'
import { beginLogin, tokenPair } from '../login/begin-login.ts'
import { findUnusedFirstToken } from '../login/login-store.ts'
import { findUserBySignUp, holdPasswordHash, type UserRow } from '../store.ts'
import { refuseSuspended } from '../suspended.ts'
import { ownUserOf } from '../user-shapes.ts'
import type { MadeAccount, NewAccount } from './new-account.ts'

/** What is stored of the key of a sign-up: nobody who reads the database can repeat it. */
export function signUpKeyOf({ uuid }: NewAccount['account']): string | null {
  return uuid === undefined ? null : digestOf(`sign-up:${uuid}`)
}

/**
 * The answer to a sign-up whose first answer was lost: the account that its key created; null for a new key. The same
 * key with another form is refused. Attack: to log in past the login with a key that somebody saw: it needs the
 * password, counts as a try of it, and opens no account with a second factor.
 */
export async function answerRepeated(deps: AccountsDeps, input: NewAccount): Promise<MadeAccount | null> {
  const { account } = input
  const key = signUpKeyOf(account)
  const user = key === null ? null : await findUserBySignUp(deps.db, key)
  if (!user) return null
  const { id: userId, passwordHash: hash } = user
  const succeed = await deps.passwordTries.begin({
    email: user.email,
    source: input.source ?? '',
    device: null,
  })
  const isSame = await isMadeBy(deps, user, input)
  if (!(await deps.passwords.matches(account.password, isSame ? hash : null))) throw usedAlready()
  const tokens = await withTransaction(deps.db, async tx => {
    const isStill = await holdPasswordHash(tx, { userId, hash })
    if (!isStill || (await factorMethods(tx, userId)).length > 0) throw usedAlready()
    await refuseSuspended(tx, userId)
    return tokensAgain(deps, tx, { userId, device: input.device ?? '' })
  })
  await succeed()
  return { user: ownUserOf(user, { cards: await deps.cardsOf(userId), pendingEmail: null }), tokens }
}

const usedAlready = () => refuse.conflict('This uuid was used for another sign-up already')

/** Whether this form created the account. The image is not compared, because the server encoded it again. */
async function isMadeBy(deps: AccountsDeps, user: UserRow, input: NewAccount): Promise<boolean> {
  const { account, influencer } = input
  const isSamePerson =
    user.username === account.username.toLowerCase() &&
    user.email === account.email.toLowerCase() &&
    user.firstName === account.first_name &&
    user.lastName === account.last_name
  if (!isSamePerson || user.isInfluencer !== (influencer !== null)) return false
  return influencer === null || deps.influencerProfiles.offers(user.id, influencer.step)
}

/** The first answer's tokens while nobody has used them, so that no second login is made; else those of a new login. */
async function tokensAgain(
  deps: AccountsDeps,
  tx: Tx,
  login: { userId: string; device: string },
): Promise<TokenPair> {
  const first = await findUnusedFirstToken(tx, login.userId, deps.clock.now())
  return first ? tokenPair(deps, { userId: login.userId, ...first }) : beginLogin(deps, tx, login)
}
