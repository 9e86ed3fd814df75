import {
  messages,
  type NewPasskey,
  type NewPasskeyAnswer,
  type OwnPasskey,
  PASSKEYS_MAX,
} from '@parley/contract'
import { newId } from '../../../core/ids.ts'
import type { Person } from '../../../core/person.ts'
import { refuse } from '../../../core/refusal.ts'
import { withTransaction } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { mailFactorNews } from '../factors/factor-news.ts'
import { giveRecoveryCodes } from '../factors/recovery-codes.ts'
import { hasSecondFactor } from '../factors/second-factor.ts'
import { beginProof } from '../proof/step-up.ts'
import { lockUser } from '../store.ts'
import { newChallenge, useChallenge } from './challenge.ts'
import { countPasskeys, findPasskey, insertPasskey, listPasskeys, type PasskeyRow } from './passkey-store.ts'
import { siteOf } from './show-passkey.ts'
import { webauthn } from './webauthn.ts'

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** A passkey as its owner sees it. */
export const ownPasskeyOf = (row: PasskeyRow): OwnPasskey => ({
  id: row.id,
  name: row.name,
  since: row.createdAt.toISOString(),
  last_used: row.lastUsedAt?.toISOString() ?? null,
})

/** What a browser needs to make a passkey. The proof is used up here, and the challenge is this login's. */
export async function newPasskeyOptions(deps: AccountsDeps, person: Person) {
  const proof = await beginProof(deps, { person, shown: null })
  const { challenge, known } = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    await proof.use(tx)
    const known = await listPasskeys(tx, person.id)
    if (known.length >= PASSKEYS_MAX) throw refuse.conflict(messages.passkeysMany)
    const { id: userId, loginId } = person
    return { challenge: await newChallenge(deps, tx, { purpose: 'add', userId, loginId }), known }
  })
  const { generateRegistrationOptions } = await webauthn()
  return generateRegistrationOptions({
    rpName: 'Parley',
    rpID: siteOf(deps),
    userID: new Uint8Array(Buffer.from(person.id)),
    userName: person.username,
    userDisplayName: person.firstName,
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  })
}

/** Stores a passkey of an authenticator; the first second factor comes with recovery codes. */
export async function addPasskey(
  deps: AccountsDeps,
  input: { person: Person; made: NewPasskey },
): Promise<NewPasskeyAnswer> {
  const { person, made } = input
  const now = deps.clock.now()
  const added = await withTransaction(deps.db, async tx => {
    if (!(await lockUser(tx, person.id))) throw refuse.unauthenticated()
    const { clientDataJSON } = made.response.response
    const used = await useChallenge(tx, { clientDataJSON, purpose: 'add', now })
    // Attack: a challenge that the owner proved themselves for, answered in a stolen login of theirs.
    if (used?.userId !== person.id || used.loginId !== person.loginId) return null
    const credential = await verify(deps, { made, challenge: used.challenge })
    if (!credential || (await findPasskey(tx, credential.id))) return null
    if ((await countPasskeys(tx, person.id)) >= PASSKEYS_MAX) return null
    const isFirst = !(await hasSecondFactor(tx, person.id))
    const row: PasskeyRow = {
      id: newId(),
      userId: person.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      name: made.name,
      createdAt: now,
      lastUsedAt: null,
    }
    await insertPasskey(tx, row)
    await mailFactorNews(deps, tx, { userId: person.id, news: 'passkey_added' })
    const codes = isFirst ? await giveRecoveryCodes(tx, { userId: person.id, now }) : null
    return { ...ownPasskeyOf(row), recovery_codes: codes }
  })
  if (!added) throw refuse.fields({ response: [messages.passkeyNotMade] })
  deps.outbox.nudge()
  return added
}

async function verify(deps: AccountsDeps, input: { made: NewPasskey; challenge: string }) {
  const { response } = input.made
  const { verifyRegistrationResponse } = await webauthn()
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, rawId: response.id, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge: input.challenge,
      expectedOrigin: deps.publicOrigin,
      expectedRPID: siteOf(deps),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return registrationInfo?.credential ?? null
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    deps.log.info({ reason }, 'a new passkey was refused')
    return null
  }
}
