import { type Config, ConfigError } from '../config.ts'
import type { MovableClock } from '../core/clock.ts'
import type { Db } from '../db/client.ts'
import { loadClock } from '../jobs/stored-clock.ts'

/**
 * The server's clock, as far ahead as the sandbox has moved it. Stripe has the real time: its webhooks would be too old
 * for a moved clock, and money would be released early, so such a database is refused with Stripe's own keys.
 */
export async function openClock(db: Db, { stripe }: Pick<Config, 'stripe'>): Promise<MovableClock> {
  const clock = await loadClock(db)
  const isStripe = stripe.provider === 'stripe' && !stripe.apiBase
  if (isStripe && clock.offsetSeconds() !== 0)
    throw new ConfigError(
      'STRIPE_SECRET_KEY needs a database with the real time, and the sandbox has moved the clock of this one. ' +
        'Use an empty database.',
    )
  return clock
}
