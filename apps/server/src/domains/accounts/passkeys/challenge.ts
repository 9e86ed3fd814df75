import { PASSKEY_CHALLENGE_TTL_MS } from '@parley/contract'
import * as z from 'zod/mini'
import { digestOf, newCode } from '../../../core/one-time-code.ts'
import type { DbOrTx, Tx } from '../../../db/client.ts'
import type { AccountsDeps } from '../deps.ts'
import { consumeChallenge, insertChallenge } from './passkey-store.ts'

/** Whom a new challenge is for: anybody who shows a passkey, or a login that adds one. */
export type ChallengeFor = { purpose: 'show' } | { purpose: 'add'; userId: string; loginId: string }

/** A challenge that an authenticator signs, once, within five minutes. */
export async function newChallenge(
  deps: Pick<AccountsDeps, 'clock'>,
  db: DbOrTx,
  of: ChallengeFor,
): Promise<Buffer> {
  const code = newCode()
  const owner =
    of.purpose === 'add' ? { userId: of.userId, loginId: of.loginId } : { userId: null, loginId: null }
  const expiresAt = new Date(deps.clock.now().getTime() + PASSKEY_CHALLENGE_TTL_MS)
  await insertChallenge(db, { id: digestOf(code), purpose: of.purpose, ...owner, expiresAt })
  return Buffer.from(code, 'base64url')
}

const clientData = z.object({ challenge: z.string() })

/** Uses up the challenge of an authenticator's answer; null if it is none of ours, or was used. */
export async function useChallenge(
  tx: Tx,
  used: { clientDataJSON: string; purpose: ChallengeFor['purpose']; now: Date },
) {
  const challenge = readChallenge(used.clientDataJSON)
  if (challenge === null) return null
  const row = await consumeChallenge(tx, { id: digestOf(challenge), purpose: used.purpose, now: used.now })
  return row && { challenge, userId: row.userId, loginId: row.loginId }
}

function readChallenge(clientDataJSON: string): string | null {
  try {
    const json: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
    return clientData.safeParse(json).data?.challenge ?? null
  } catch {
    // Not JSON: a refused proof.
    return null
  }
}
