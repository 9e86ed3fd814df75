import type { PaymentStatus, RequestState } from '@parley/contract'
import type { PaymentsDeps } from '../payments/public.ts'
import type { CallTime } from './calls/call-time.ts'
import type { MoneyBackCause } from './money/money-back.ts'

/** What the profile offers at this moment, its row locked against change until the booking is written. */
export interface Offer {
  influencerId: string
  username: string
  pricePence: number
  durationSeconds: number
  durationDisplay: number
  description: string
}

export interface RequestsDeps extends PaymentsDeps {
  callTime: CallTime
  feeBasisPoints: number
  releaseAfterMs: number
}

/** Topics of work that this domain leaves for higher ones. */
export const REQUEST_TOPICS = { changed: 'requests.changed' } as const

/** What a change of a request tells higher domains. */
export type RequestChanged = {
  requestId: string
  action: string
  actorId: string | null
  fromState: RequestState
  state: RequestState
  fromPayment: PaymentStatus
  payment: PaymentStatus
  /** What goes back to the buyer by this change, and why. */
  refund: { pence: number; reason: MoneyBackCause } | null
}
