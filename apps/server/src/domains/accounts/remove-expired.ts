import { ACCESS_TOKEN_TTL_SECONDS } from '@parley/contract'
import type { Core } from '../../core/core.ts'
import { deleteExpired } from './login-store.ts'

/** Takes away tickets, refresh tokens and logins that nobody can use any more. For now and then; many may run at once. */
export function removeExpired(deps: Pick<Core, 'db' | 'clock'>): Promise<void> {
  const now = deps.clock.now()
  return deleteExpired(deps.db, { now, lastUse: new Date(now.getTime() - ACCESS_TOKEN_TTL_SECONDS * 1000) })
}
