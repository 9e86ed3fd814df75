import { PAYMENT_STATUSES, REQUEST_STATES, SETTLED_BY, type TurnShown } from '@parley/contract'
import * as z from 'zod/mini'
import { storedPence } from '../../core/stored-pence.ts'
import { defineTopic } from '../../core/topic.ts'
import type { DbOrTx } from '../../db/client.ts'
import type { AgeDeps } from '../accounts/public.ts'
import type { PaymentsDeps } from '../payments/public.ts'
import type { CallTime } from './calls/call-time.ts'

export interface RequestsDeps extends PaymentsDeps, AgeDeps {
  callTime: CallTime
  feeBasisPoints: number
  releaseAfterMs: number
  /** The tokens that a text makes of the server's keys, the first for a new link; see `linkTokens`. */
  linkTokens(text: string): string[]
  /** The state of places in queues, by the place; other places are omitted. */
  turnsOf(db: DbOrTx, places: readonly PlaceInLine[]): Promise<Map<string, TurnShown>>
  /**
   * Whether the money of a place in a queue would be kept if its holder left the line now, and why then: a fan who was
   * skipped because they were absent has no place any more. False of any other place.
   */
  leavingKeeps(db: DbOrTx, place: PlaceInLine): Promise<LeavingKeeps>
}

export type LeavingKeeps = false | 'left_line' | 'buyer_absent'

export interface PlaceInLine {
  id: string
  eventId: string
}

/** The message about a change of a request to higher domains. */
const requestChanged = z.object({
  requestId: z.string(),
  action: z.string(),
  actorId: z.nullable(z.string()),
  fromState: z.enum(REQUEST_STATES),
  state: z.enum(REQUEST_STATES),
  fromPayment: z.enum(PAYMENT_STATUSES),
  payment: z.enum(PAYMENT_STATUSES),
  /** The times that were suggested. */
  proposed: z.optional(z.array(z.string())),
  /** Whether nobody attends in the buyer's place any more; work of an earlier version does not say it. */
  attendeeLeft: z.optional(z.boolean()),
  /** The refund by this change, and its reason. */
  refund: z.nullable(z.object({ pence: storedPence, reason: z.enum(SETTLED_BY) })),
})
export type RequestChanged = z.infer<typeof requestChanged>

/** Topics of work that this domain leaves for higher ones. */
export const REQUEST_TOPICS = {
  changed: defineTopic('requests.changed', requestChanged),
  /** Checks again the call of a person who is too young, whose paid time was still running. */
  endTooYoung: defineTopic(
    'requests.end-too-young',
    z.object({ requestId: z.string(), userId: z.string(), until: z.iso.datetime() }),
  ),
  /** Ends again what is open between two people after a block: the paid time of a call was still running. */
  endBetween: defineTopic(
    'requests.end-between',
    z.object({ blockerId: z.string(), blockedId: z.string(), at: z.iso.datetime() }),
  ),
  /** Some places that must follow the change of their event. */
  placesFollow: defineTopic(
    'requests.places-follow',
    z.object({ eventId: z.string(), requestIds: z.array(z.string()) }),
  ),
  /** Asks the provider once about a payment that is at a bank. */
  bankPolled: defineTopic('requests.bank-polled', z.object({ intentId: z.string() })),
  /** The answer to a dispute is made and laid down at the provider. */
  packMade: defineTopic('requests.pack-made', z.object({ disputeId: z.string(), requestId: z.string() })),
  /** Adds an influencer's statement to the draft of the answer at the provider. */
  statementWritten: defineTopic('requests.statement-written', z.object({ disputeId: z.string() })),
  /** Sends the pack to the bank. */
  packSent: defineTopic('requests.pack-sent', z.object({ disputeId: z.string() })),
  /** The issuer of the card that paid warns of fraud, of this kind: finance is informed. */
  fraudWarned: defineTopic('requests.fraud-warned', z.object({ requestId: z.string(), kind: z.string() })),
  /** Accepts the loss at the provider. */
  disputeConceded: defineTopic('requests.dispute-conceded', z.object({ disputeId: z.string() })),
} as const
