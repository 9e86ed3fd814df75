import { type Config, ConfigError } from '../config.ts'
import type { Log } from '../core/core.ts'
import { type Company, claimDatabase, DatabaseInUse } from '../db/process-claim.ts'
import type { OpenDatabase } from './database.ts'

/** What keeps a process from sharing its database with others: the variables that are not set. */
export function lacksForCompany(config: Pick<Config, 'video' | 'bus' | 'stripe'>): string[] {
  const lacks = []
  // Each process has media rooms of its own: two people of one call would sit in two of them and see nobody.
  if (config.video.provider === 'embedded') lacks.push('LIVEKIT_URL')
  // Each would take the other for dead at its start, end its paid time, and not tell its people what happens.
  if (config.bus.provider === 'memory') lacks.push('REDIS_URL')
  // Each would have payments that the other has never heard of.
  if (config.stripe.provider === 'sandbox' && !config.stripe.apiBase) lacks.push('STRIPE_SECRET_KEY')
  return lacks
}

/**
 * Holds a claim on the operator's database while it is open. With NODE_ENV=production a process that cannot share it
 * refuses to begin beside another: calls would break without a word. Elsewhere tests and developers may know better.
 */
export async function keepCompany(database: OpenDatabase, config: Config, log: Log): Promise<OpenDatabase> {
  // The embedded Postgres has one server process by the lock on its DATA_DIR.
  if (!config.databaseUrl) return database
  const lacks = lacksForCompany(config)
  const company: Company = config.production && lacks.length > 0 ? 'alone' : 'together'
  const claim = await claimDatabase({ connection: config.databaseUrl, company, log }).catch(async error => {
    await database.close()
    if (!(error instanceof DatabaseInUse)) throw error
    const way = lacks.length > 0 ? `set ${lacks.join(', ')} in all of them` : 'see that it can share it'
    throw new ConfigError(`${error.message} Stop it first, or ${way}: see docs/operations/topologies.md.`)
  })
  return {
    ...database,
    async close() {
      await claim.release()
      await database.close()
    },
  }
}
