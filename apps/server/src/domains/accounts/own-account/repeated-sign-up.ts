import { MINUTE_MS, type TokenPair } from '@parley/contract'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { factorMethods } from '../factors/second-factor.ts'
import { beginLogin, tokenPair } from '../login/begin-login.ts'
import { findUnusedFirstToken } from '../login/login-store.ts'
import { findUserByEmail, holdPasswordHash, type UserRow } from '../store.ts'
import { refuseSuspended } from '../suspended.ts'
import { ownUserOf } from '../user-shapes.ts'
import type { MadeAccount, NewAccount } from './new-account.ts'

/** Who got no answer tries again within minutes. */
const REPEATED_WITHIN_MS = 10 * MINUTE_MS

/**
 * The answer to a sign-up that made this very account a moment ago, in a browser that lost the first one; null for
 * any other. Attack: to log in or to guess a password past the login: it needs the password and counts as a try of it,
 * and an account with a second factor or with other names is as taken as ever, after the same time.
 */
export async function answerRepeated(
  deps: AccountsDeps,
  input: NewAccount & { source: string },
): Promise<MadeAccount | null> {
  const { account, source } = input
  const succeed = await deps.passwordTries.begin({ email: account.email, source, device: null })
  const user = await findUserByEmail(deps.db, account.email)
  const hash = user && (await isMadeBy(deps, user, input)) ? user.passwordHash : null
  const isRight = await deps.passwords.matches(account.password, hash)
  if (!isRight || hash === null || user === null) return null
  const tokens = await withTransaction(deps.db, async tx => {
    const isStill = await holdPasswordHash(tx, { userId: user.id, hash })
    if (!isStill || (await factorMethods(tx, user.id)).length > 0) return null
    await refuseSuspended(tx, user.id)
    return tokensAgain(deps, tx, { userId: user.id, device: input.device ?? '' })
  })
  if (!tokens) return null
  await succeed()
  return { user: ownUserOf(user, { cards: await deps.cardsOf(user.id), pendingEmail: null }), tokens }
}

/** Whether this form created the account. The image is not compared, because the server encoded it again. */
async function isMadeBy(deps: AccountsDeps, user: UserRow, input: NewAccount): Promise<boolean> {
  const { account, influencer } = input
  const isRecent = deps.clock.now().getTime() - user.createdAt.getTime() < REPEATED_WITHIN_MS
  const isSamePerson =
    user.username === account.username.toLowerCase() &&
    user.firstName === account.first_name &&
    user.lastName === account.last_name
  if (user.isDemo || !isRecent || !isSamePerson) return false
  if (user.isInfluencer !== (influencer !== null)) return false
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
