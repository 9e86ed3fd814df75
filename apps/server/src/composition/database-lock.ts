import { type Config, ConfigError } from '../config.ts'
import type { Log } from '../core/core.ts'
import { DatabaseInUse, type LockMode, lockDatabase } from '../db/process-lock.ts'
import type { DatabaseWatch, OpenDatabase } from './database.ts'

/** What prevents a process from sharing its database with others: the missing variables. */
export function missingForSharing(config: Pick<Config, 'video' | 'bus' | 'stripe'>): string[] {
  const missing = []
  // Each process has media rooms of its own: the two people of a call would be in two of them and see nobody.
  if (config.video.provider === 'embedded') missing.push('LIVEKIT_URL')
  // At its start each would assume that the other has died and end its paid time, and would not inform the other's
  // people.
  if (config.bus.provider === 'memory') missing.push('REDIS_URL')
  // Each process would have payments of its own.
  if (config.stripe.provider === 'sandbox' && !config.stripe.apiBase) missing.push('STRIPE_SECRET_KEY')
  return missing
}

/**
 * Holds a lock on the operator's database while it is open. With NODE_ENV=production a process that cannot share the
 * database refuses to start beside another, because calls would break without an error. Other modes refuse nothing. A
 * process is lost when another one took the database while its connection was lost: the other has ended its paid time.
 */
export async function holdDatabaseLock(
  database: OpenDatabase,
  config: Config,
  { log, onLost }: Pick<DatabaseWatch, 'onLost'> & { log: Log },
): Promise<OpenDatabase> {
  // The embedded Postgres has one server process by the lock on its DATA_DIR.
  if (!config.databaseUrl) return database
  const missing = missingForSharing(config)
  const mode: LockMode = config.production && missing.length > 0 ? 'exclusive' : 'shared'
  const way = missing.length > 0 ? `set ${missing.join(', ')} in all of them` : 'see that it can share it'
  const refused = ({ message }: DatabaseInUse) =>
    new ConfigError(`${message} Stop it first, or ${way}: see docs/operations/topologies.md.`)
  const onTaken = (reason: DatabaseInUse) => onLost(refused(reason))
  const options = { connection: config.databaseUrl, mode, log, onTaken }
  const lock = await lockDatabase(options).catch(async error => {
    await database.close()
    throw error instanceof DatabaseInUse ? refused(error) : error
  })
  return {
    ...database,
    async close() {
      await lock.release()
      await database.close()
    },
  }
}
