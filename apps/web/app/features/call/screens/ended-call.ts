import type { CallAttendance, RequestOutcome } from '@parley/contract'
import type { CallParties } from '../connection/admission.ts'

/** An ended call for one of the two parties of its sale. */
export type EndedCall = Pick<CallParties, 'slug' | 'isInfluencer' | 'otherUsername' | 'sale'>

/** After these outcomes the request of a call is completed. */
const COMPLETED: ReadonlySet<RequestOutcome> = new Set(['served', 'part_served', 'buyer_absent'])

/**
 * The call as it ended: by the decision, which may be later than the page, or as the page loaded it. Null while it is
 * open, and for the attendee of a gift, who is no party of the sale.
 */
export function endedCall(parties: CallParties, attendance: CallAttendance | null): EndedCall | null {
  const { slug, isInfluencer, isGift, otherUsername, sale } = parties
  if (isGift) return null
  const call = { slug, isInfluencer, otherUsername }
  if (sale.ended_at !== null) return { ...call, sale }
  const decision = attendance?.decision
  if (!decision) return null
  const { outcome, at } = decision
  const state = COMPLETED.has(outcome) ? 'completed' : 'expired'
  return { ...call, sale: { ...sale, state, outcome, ended_at: at } }
}
