import type { FactorMethod } from '@parley/contract'
import type { DbOrTx } from '../../../db/client.ts'
import { countPasskeys } from '../passkeys/passkey-store.ts'
import { countRecoveryCodes, findTotp, isSteppedUp } from './factor-store.ts'

/** The factors of a person, in the order in which they are offered; empty without a factor. */
export async function factorMethods(db: DbOrTx, userId: string): Promise<FactorMethod[]> {
  const methods: FactorMethod[] = []
  if ((await countPasskeys(db, userId)) > 0) methods.push('passkey')
  if ((await findTotp(db, userId))?.confirmedAt) methods.push('code')
  if (methods.length > 0 && (await countRecoveryCodes(db, userId)) > 0) methods.push('recovery')
  return methods
}

/** Whether a person has a second factor that counts. */
export async function hasSecondFactor(db: DbOrTx, userId: string): Promise<boolean> {
  return (await factorMethods(db, userId)).length > 0
}

/** Whether a login showed its second factor again within the last 15 minutes. */
export const hasSteppedUp = (db: DbOrTx, login: { loginId: string; now: Date }): Promise<boolean> =>
  isSteppedUp(db, login.loginId, login.now)
