import { Outage } from '../core/outage.ts'
import { isDatabaseAway } from './database-away.ts'

/**
 * Does the work for each of many, one after the other. A failure does not stop the others; the errors are thrown at
 * the end. While the database or another system is unavailable, the rest is not tried.
 */
export async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  await untilStopped(items, work, error => error instanceof Outage || isDatabaseAway(error))
}

/** The same for work of which each part needs other systems: only while the database is away the rest is not tried. */
export async function eachAlone(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  // An outage of another system may have an error of a socket as its cause, as one of the database has.
  await untilStopped(
    works,
    work => work(),
    error => !(error instanceof Outage) && isDatabaseAway(error),
  )
}

async function untilStopped<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  stops: (error: unknown) => boolean,
): Promise<void> {
  const errors: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      if (stops(error)) throw error
      errors.push(error)
    }
  }
  if (errors.length === 1) throw errors[0]
  if (errors.length > 1) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`)
}
