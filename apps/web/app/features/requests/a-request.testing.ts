import type { SessionRequest } from '@parley/contract'

const PAID = {
  stripe_intent_confirmed: true,
  stripe_intent_secret: null,
  status: 'paid',
  refunded_amount: '0.00',
  returned_amount: '0.00',
  charged_back_amount: '0.00',
  card: null,
  refund_to: null,
} as const
export const PAYMENT = {
  paid: PAID,
  unpaid: { ...PAID, stripe_intent_confirmed: false, status: 'unpaid' },
} as const

/** A request for tests: a paid private one of sam with maya. */
export function aRequest(over: Partial<SessionRequest> = {}): SessionRequest {
  return {
    id: '0190a000-0000-7000-8000-000000000001',
    slug: 'slug1',
    uuid: 'key1',
    request_type: 'private',
    state: 'offered',
    outcome: null,
    settled_by: null,
    description: 'On running',
    amount: '25.00',
    fee_percent: 10,
    duration: 1800,
    duration_display: 2,
    timeRange: null,
    slot: null,
    hold_expires_at: null,
    sold_beside: null,
    user: { id: 'u1', username: 'sam' },
    influencer: { user: { id: 'u2', username: 'maya' }, profile: { picture: null } },
    live_event: null,
    turn: null,
    payment: PAYMENT.paid,
    total_duration: 1800,
    used_duration: 0,
    callback: '',
    note: null,
    attendee: null,
    money_back: null,
    problem: null,
    reject_reason: null,
    created_at: '2026-01-01T00:00:00Z',
    paid_at: null,
    ended_at: null,
    ...over,
  }
}
