import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@parley/contract'
import { digestOf } from '../../../core/one-time-code.ts'
import type { Tx } from '../../../db/client.ts'
import { replaceRecoveryCodes } from './factor-store.ts'

/** Read aloud and copied by hand without mistakes. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP_LENGTH = 4

const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** New codes of 78 bits each: nobody guesses one, not even from its digest. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'))

/** What is stored of a code; one person's is none of another's. */
export const recoveryDigestOf = (userId: string, code: string): string =>
  digestOf(`recovery ${userId} ${code.toUpperCase().replace(/[^0-9A-Z]/g, '')}`)

/** Replaces all recovery codes of a person by new ones, and answers them. */
export async function giveRecoveryCodes(tx: Tx, to: { userId: string; now: Date }): Promise<string[]> {
  const codes = newRecoveryCodes()
  const digests = codes.map(code => recoveryDigestOf(to.userId, code))
  await replaceRecoveryCodes(tx, { ...to, digests })
  return codes
}
