import { refuse } from '../../core/refusal.ts'

/** Holds that the provider was asked about a moment ago: they ended unpaid. */
export type AskedAbout = ReadonlySet<string>

/**
 * Somebody's time is wanted where the holds of these requests ended unpaid, or their buyer gives them up: the provider is
 * asked about them first.
 */
export class HoldsToAskAbout extends Error {
  readonly requestIds: readonly string[]
  constructor(requestIds: readonly string[]) {
    super('holds ended unpaid')
    this.name = 'HoldsToAskAbout'
    this.requestIds = requestIds
  }
}

/** Asks the provider about requests, outside of any transaction; fails where it cannot be asked, or not soon. */
export type AskAboutHolds = (requestIds: readonly string[]) => Promise<void>

/** A hold may end between the question and the next try. */
const TRIES = 4

/**
 * Runs a transaction that takes somebody's time. It fails with `HoldsToAskAbout` where holds are to end unpaid whose buyers
 * may have paid in time while the provider's word is late: then the provider is asked, and it runs again. Where the
 * provider cannot be asked, no time is given away.
 */
export async function takingTime<T>(ask: AskAboutHolds, take: (asked: AskedAbout) => Promise<T>): Promise<T> {
  const asked = new Set<string>()
  for (let tries = 1; tries <= TRIES; tries++) {
    try {
      return await take(asked)
    } catch (error) {
      if (!(error instanceof HoldsToAskAbout)) throw error
      await ask(error.requestIds)
      for (const id of error.requestIds) asked.add(id)
    }
  }
  throw refuse.unavailable()
}

/** Fails with `HoldsToAskAbout` where one of these holds was not asked about. */
export function assertAsked(requestIds: readonly string[], asked: AskedAbout): void {
  const open = requestIds.filter(id => !asked.has(id))
  if (open.length > 0) throw new HoldsToAskAbout(open)
}
