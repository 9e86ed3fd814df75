import type { Core } from '../../core/core.ts'
import type { DbOrTx } from '../../db/client.ts'

/** The dependencies of this domain. */
export interface ScheduleDeps extends Core {
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** Whether one of two people has blocked the other, from the safety domain. */
  areApart(oneId: string, otherId: string): Promise<boolean>
  /** When the slots began that an influencer served within a span, from the requests domain. */
  servedStarts(db: DbOrTx, served: { personId: string; from: Date; until: Date; now: Date }): Promise<Date[]>
}
