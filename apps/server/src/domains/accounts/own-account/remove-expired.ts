import { ACCESS_TOKEN_TTL_SECONDS } from '@parley/contract'
import type { Core } from '../../../core/core.ts'
import { removeOldAges } from '../age/birth-dates.ts'
import { deleteEndedEmailChanges } from '../email-change/email-change-store.ts'
import { deleteExpiredTickets } from '../factors/factor-store.ts'
import { deleteEndedKeys } from '../keys/signing-keys.ts'
import { deleteExpired } from '../login/login-store.ts'
import { deleteExpiredChallenges } from '../passkeys/passkey-store.ts'
import { deleteExpiredCodes } from '../passwords/one-time-code-store.ts'
import { deleteExpiredUsernames } from './former-usernames.ts'

/**
 * Takes away tickets, codes, refresh tokens and logins that nobody can use any more. For now and then; many may run at
 * once.
 */
export async function removeExpired(deps: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  await deleteExpiredCodes(deps.db, now)
  await deleteExpiredTickets(deps.db, now)
  await deleteExpiredChallenges(deps.db, now)
  await deleteEndedKeys(deps.db)
  await deleteExpiredUsernames(deps.db, now)
  await deleteEndedEmailChanges(deps.db, now)
  await removeOldAges(deps.db, now)
  await deleteExpired(deps.db, { now, lastUse: new Date(now.getTime() - ACCESS_TOKEN_TTL_SECONDS * 1000) })
}
