import type { PayoutWaitCode } from '@parley/contract'
import * as z from 'zod/mini'
import { defineTopic } from '../../core/topic.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { PaymentsDeps } from '../payments/public.ts'

/** What the operations of this domain use. */
export type PayoutsDeps = PaymentsDeps

/**
 * The reason why nothing may go out to an influencer now, such as a dispute of one of their sales; null without one.
 */
export type HoldOf = (db: DbOrTx, influencerId: string) => Promise<PayoutWaitCode | null>

/** Topics of work that this domain leaves for itself; stored work has these names. */
export const PAYOUT_TOPICS = {
  transfer: defineTopic('payments.transfer', z.object({ payoutId: z.string() })),
  reversal: defineTopic('payments.reversal', z.object({ reversalId: z.string() })),
} as const
