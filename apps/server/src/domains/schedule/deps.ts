import type { Core } from '../../core/core.ts'
import type { DbOrTx } from '../../db/client.ts'

/** What the operations of this domain use. */
export interface ScheduleDeps extends Core {
  /** Whether two people have a request with each other, from the requests domain. */
  sharesRequest(oneId: string, otherId: string): Promise<boolean>
  /** Whether one of two people has blocked the other, from the safety domain. */
  areApart(oneId: string, otherId: string): Promise<boolean>
  /** When the slots began that an influencer served within a span of time, from the requests domain. */
  servedStarts(db: DbOrTx, served: { personId: string; from: Date; until: Date; now: Date }): Promise<Date[]>
}
