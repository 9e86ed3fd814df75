import { Outage } from '../core/outage.ts'
import { isDatabaseAway } from './database-away.ts'

/**
 * Does the work for each of many, one after the other. One that fails stops no other: what failed is thrown when all the
 * others are done. While the database or another system is out of reach nothing more is tried.
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
