import { messages, type PasskeyAnswer, type TokenPair } from '@parley/contract'
import { refuse } from '../../../core/refusal.ts'
import { type Tx, withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { beginLogin } from '../login/begin-login.ts'
import { lockUser } from '../store.ts'
import { newChallenge, useChallenge } from './challenge.ts'
import { findPasskey, type PasskeyRow, touchPasskey } from './passkey-store.ts'
import { webauthn } from './webauthn.ts'

/** The site that passkeys belong to: the host of its address, on every port. */
export const siteOf = (deps: Pick<AccountsDeps, 'publicOrigin'>) => new URL(deps.publicOrigin).hostname

/** The request for a passkey; it does not reveal who has one. */
export async function passkeyOptions(deps: AccountsDeps) {
  const challenge = await newChallenge(deps, deps.db, { purpose: 'show' })
  const rpID = siteOf(deps)
  const { generateAuthenticationOptions } = await webauthn()
  return generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
  })
}

/**
 * Whether an authenticator answered for a passkey of this person. The caller holds the lock on the person and commits
 * the result: a challenge is used up also by a wrong answer.
 */
export async function isPasskeyRight(
  deps: AccountsDeps,
  tx: Tx,
  shown: { userId: string; answer: PasskeyAnswer },
): Promise<boolean> {
  const { userId, answer } = shown
  const now = deps.clock.now()
  const { clientDataJSON, userHandle } = answer.response
  const used = await useChallenge(tx, { clientDataJSON, purpose: 'show', now })
  const passkey = await findPasskey(tx, answer.id)
  if (!used || passkey?.userId !== userId) return false
  if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== userId) return false
  const counter = await verify(deps, { answer, passkey, challenge: used.challenge })
  if (counter === null) return false
  await touchPasskey(tx, { id: passkey.id, counter, now })
  return true
}

/** The authenticator's new count; null when it did not sign this, for this site, with its owner verified. */
async function verify(
  deps: AccountsDeps,
  shown: { answer: PasskeyAnswer; passkey: PasskeyRow; challenge: string },
): Promise<number | null> {
  const { answer, passkey, challenge } = shown
  const { userHandle, ...signed } = answer.response
  const { verifyAuthenticationResponse } = await webauthn()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...answer,
        response: { ...signed, ...(userHandle && { userHandle }) },
        rawId: answer.id,
        type: 'public-key',
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: deps.publicOrigin,
      expectedRPID: siteOf(deps),
      requireUserVerification: true,
      // Attack: a copied authenticator. The library refuses a count that did not rise, where there is one.
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    deps.log.info({ passkeyId: passkey.id, reason }, 'the answer of an authenticator was refused')
    return null
  }
}

const wrong = () => refuse.unauthenticated(messages.passkeyWrong)

/** Logs in by a passkey alone: the authenticator is something the person has, and it verified them. */
export async function logInByPasskey(
  deps: AccountsDeps,
  input: { answer: PasskeyAnswer; device: string },
): Promise<{ userId: string; tokens: TokenPair }> {
  const { answer, device } = input
  const known = await findPasskey(deps.db, answer.id)
  if (!known) throw wrong()
  const { userId } = known
  const tokens = await withTransaction(deps.db, async tx => {
    const user = await lockUser(tx, userId)
    const isRight = user !== null && (await isPasskeyRight(deps, tx, { userId, answer }))
    if (!isRight || (user.isDemo && deps.demoLogins === 'refused')) return null
    return beginLogin(deps, tx, { userId, device })
  })
  if (!tokens) throw wrong()
  return { userId, tokens }
}
