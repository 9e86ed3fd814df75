import type { Rule } from './rule.ts'

/** Requests, events and times: what may be booked, and what becomes of it. */
export const BOOKING_RULES: readonly Rule[] = [
  {
    file: 'apps/server/src/domains/requests/money/money-back.ts',
    tests: [
      'apps/server/src/domains/requests/money/money-back.test.ts',
      'apps/server/src/domains/requests/money/ladder.test.ts',
      'apps/server/src/domains/requests/money/ladder.properties.test.ts',
      'apps/server/src/domains/requests/slots/move-slot.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/request.ts',
    tests: [
      'apps/server/src/domains/requests/request.test.ts',
      'apps/server/src/domains/requests/money/request-bank.test.ts',
      'apps/server/src/domains/requests/money/ladder.test.ts',
      'apps/server/src/domains/requests/slots/proposals.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/time-rules.ts',
    tests: [
      'apps/server/src/domains/requests/request.test.ts',
      'apps/server/src/domains/requests/time-rules.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/places/place-rules.ts',
    tests: ['apps/server/src/domains/requests/places/place-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/gifts/gift-rules.ts',
    tests: ['apps/server/src/domains/requests/gifts/gifts.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/bounds/buyer-bounds.ts',
    tests: [
      'apps/server/src/domains/requests/bounds/hold-again.test.ts',
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
      'apps/server/src/domains/requests/slots/held-again.test.ts',
      'apps/server/src/domains/requests/slots/book-slot.test.ts',
      'apps/server/src/domains/requests/slots/tight-window.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/bounds/within-bounds.ts',
    tests: [
      'apps/server/src/domains/requests/bounds/within-bounds.test.ts',
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/live-events/event.ts',
    tests: ['apps/server/src/domains/live-events/event.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/apply-dispute.ts',
    tests: ['apps/server/src/domains/requests/disputes/dispute-steps.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/slots/slot-rules.ts',
    tests: [
      'apps/server/src/domains/requests/slots/slot-rules.test.ts',
      'apps/server/src/domains/requests/slots/book-slot.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/slots/held-lately.ts',
    tests: [
      'apps/server/src/domains/requests/slots/held-lately.test.ts',
      'apps/server/src/domains/requests/slots/held-again.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/problems/problem-rules.ts',
    tests: [
      'apps/server/src/domains/requests/problems/problem-rules.test.ts',
      'apps/server/src/domains/requests/problems/problems.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/requests/places/turn-rules.ts',
    tests: ['apps/server/src/domains/requests/places/turn-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/schedule/slots/free-slots.ts',
    tests: ['apps/server/src/domains/schedule/slots/free-slots.test.ts'],
  },
  {
    file: 'apps/server/src/domains/schedule/slots/window-edges.ts',
    tests: [
      'apps/server/src/domains/schedule/slots/window-edges.test.ts',
      'apps/server/src/domains/schedule/slots/free-slots.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/schedule/slots/nearby.ts',
    tests: ['apps/server/src/domains/schedule/slots/nearby.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/give-back-rules.ts',
    tests: ['apps/server/src/domains/requests/money/give-back-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/give-back.ts',
    tests: ['apps/server/src/domains/requests/money/give-back.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/give-back-by-staff.ts',
    tests: ['apps/server/src/domains/requests/money/give-back.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/payment-rules.ts',
    tests: ['apps/server/src/domains/requests/money/payment-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/apply-payment.ts',
    tests: ['apps/server/src/domains/requests/money/apply-payment.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/block-rules.ts',
    tests: ['apps/server/src/domains/requests/blocks/block-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/block-sides.ts',
    tests: ['apps/server/src/domains/requests/blocks/block-sides.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/end-between.ts',
    tests: ['apps/server/src/domains/requests/blocks/end-between.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/past-ladders.ts',
    tests: ['apps/server/src/domains/requests/blocks/end-between.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/profile-opens.ts',
    tests: ['apps/server/src/domains/requests/blocks/profile-opens.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/blocks/sides-apart.ts',
    tests: ['apps/server/src/domains/requests/blocks/sides-apart.test.ts'],
  },
]
