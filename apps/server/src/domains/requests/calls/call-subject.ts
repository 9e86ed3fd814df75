import type { RequestState } from '@parley/contract'
import type { Unpaid } from './why-unpaid.ts'

interface Party {
  id: string
  username: string
}

/** A private or prepaid request as the calls domain sees it: who may come, for how long, and whether it is paid. */
export interface CallSubject {
  kind: 'call'
  /** The request's id. */
  roomId: string
  slug: string
  state: RequestState
  /**
   * Who sits on the buyer's side: one person, the attendee from the moment the gift is accepted until it is
   * withdrawn.
   */
  buyer: Party
  influencer: Party | null
  totalMs: number
  /** Null where it is paid, not wholly refunded and not disputed. */
  unpaid: Unpaid | null
  /** For dated requests: nobody joins before or after. */
  opensAt: Date | null
  closesAt: Date | null
  hasBegun: boolean
  /** One of the two has blocked the other, or is suspended: the call may not continue. */
  isApart: boolean
  /** For a turn in a queue: the event whose line it is in. */
  lineId?: string
  /** For a turn in a queue: it is not running now. */
  isClosed?: boolean
  /** For a turn in a queue: it is not over, and may run later. */
  isAhead?: boolean
}
