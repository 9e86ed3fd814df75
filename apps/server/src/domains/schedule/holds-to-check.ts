import { type Refusal, refuse } from '../../core/refusal.ts'

/** Holds that ended unpaid, by an answer of the provider a moment ago. */
export type CheckedHolds = ReadonlySet<string>

/**
 * Thrown when a booking needs time on which holds of these requests ended unpaid, or whose buyers give them up: the
 * provider is asked about them first.
 */
export class HoldsToCheck extends Error {
  readonly requestIds: readonly string[]
  constructor(requestIds: readonly string[]) {
    super('holds ended unpaid')
    this.name = 'HoldsToCheck'
    this.requestIds = requestIds
  }
}

/** Asks the provider about requests, outside of any transaction; rejects when the provider does not answer in time. */
export type CheckHolds = (requestIds: readonly string[]) => Promise<void>

/** A hold may end between the question and the next try. */
const TRIES = 4

/**
 * Runs a transaction that takes a person's time. When it throws `HoldsToCheck`, buyers of ended holds may have paid
 * in time while the provider's answer is late: then this asks the provider and runs the transaction again. When the
 * provider cannot be asked, nobody gets the time. `crowded`: the refusal where each try finds a newer hold.
 */
export async function reserveTime<T>(
  check: CheckHolds,
  reserve: (checked: CheckedHolds) => Promise<T>,
  crowded: () => Refusal = refuse.unavailable,
): Promise<T> {
  const checked = new Set<string>()
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await reserve(checked)
    } catch (error) {
      if (!(error instanceof HoldsToCheck)) throw error
      await check(error.requestIds)
      for (const id of error.requestIds) checked.add(id)
    }
  }
  throw crowded()
}

/** Throws `HoldsToCheck` when the provider was not asked about one of these holds. */
export function assertChecked(requestIds: readonly string[], checked: CheckedHolds): void {
  const open = requestIds.filter(id => !checked.has(id))
  if (open.length > 0) throw new HoldsToCheck(open)
}
