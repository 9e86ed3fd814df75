import { Outage } from '../core/outage.ts'
import { isDatabaseAway } from './database-away.ts'

/**
 * Does the work for each of many, one after the other. A failure does not stop the others; the errors are thrown at
 * the end. While the database or another system is unavailable, the rest is not tried.
 */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (error instanceof Outage || isDatabaseAway(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
