import type { SessionRequest } from '@parley/contract'
import { PROBLEM_WITHIN_MS } from '@parley/contract/constants'

/** The facts of an ended call or place that decide whether a problem with it can be reported. */
export type EndedSale = Pick<SessionRequest, 'state' | 'outcome' | 'ended_at' | 'problem'> & {
  payment: Pick<SessionRequest['payment'], 'status' | 'stripe_intent_confirmed'>
}

/** Whether a party may still report a problem; the same rule as the server's, which decides again. */
export function mayReport(sale: EndedSale, nowMs: number): boolean {
  const { state, outcome, ended_at, payment, problem } = sale
  const wasToBe = state === 'completed' || outcome === 'influencer_absent' || outcome === 'turn_not_reached'
  const isAtBank = payment.status === 'disputed' || payment.status === 'charged_back'
  if (!wasToBe || isAtBank || !payment.stripe_intent_confirmed || ended_at === null) return false
  // Beside an earlier one only the server knows how often, and until when.
  if (problem) return problem.again !== null && nowMs < Date.parse(problem.again.until)
  return nowMs - Date.parse(ended_at) < PROBLEM_WITHIN_MS
}

/** Who reports, about whom, and what. */
export interface Reporter {
  slug: string
  isInfluencer: boolean
  otherUsername: string
  /** A place at an event, or in a line. */
  isPlace: boolean
  /** Whether the server's record of who was there when can decide about it; the same rule as the server's. */
  hasRecord: boolean
}

/** Nobody records who waited in a line, and whose money is kept was never in a turn. */
const KEPT_IN_LINE: readonly SessionRequest['settled_by'][] = [
  'buyer_absent',
  'left_line',
  'disputed_in_line',
]

function hasRecord({ request_type, live_event, settled_by }: SessionRequest): boolean {
  if (request_type !== 'broadcast') return true
  return live_event?.format === 'queue' && !KEPT_IN_LINE.includes(settled_by)
}

/** The reader as the reporter of a problem; null for the attendee of a gift, who is no party of the sale. */
export function reporterOf(request: SessionRequest, viewer: { username: string }): Reporter | null {
  const { slug, user, influencer, attendee, request_type } = request
  const isInfluencer = influencer?.user.username === viewer.username
  if (!influencer || (!isInfluencer && user.username !== viewer.username)) return null
  const otherUsername = isInfluencer ? (attendee ?? user).username : influencer.user.username
  const isPlace = request_type === 'broadcast'
  return { slug, isInfluencer, otherUsername, isPlace, hasRecord: hasRecord(request) }
}
