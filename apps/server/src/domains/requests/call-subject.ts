import type { RequestState, RequestType } from '@parley/contract'

interface Party {
  id: string
  username: string
}

/** A request as the calls domain sees it: who may come, for how long, and whether it is paid. */
export interface CallSubject {
  requestId: string
  slug: string
  requestType: RequestType
  state: RequestState
  buyer: Party
  influencer: Party | null
  totalMs: number
  /** Paid, not wholly refunded, not disputed. */
  isPaid: boolean
  /** For dated requests: nobody joins before or after. */
  opensAt: Date | null
  closesAt: Date | null
  hasBegun: boolean
}
