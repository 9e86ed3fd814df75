/** In these folders every file decides about money, time or access. */
export const FOLDERS_OF_RULES = [
  'apps/media/src/sight',
  'apps/server/src/domains/queue/machine',
  'apps/server/src/domains/requests/blocks',
  'apps/server/src/domains/requests/bounds',
]

/**
 * Files with rules of money, time, states and access, each with the tests that must notice a broken rule, the quickest
 * first.
 */
export const RULES: readonly { file: string; tests: string[] }[] = [
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
    file: 'apps/server/src/domains/payments/payer-bounds.ts',
    tests: [
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
      'apps/server/src/domains/payments/cards/card-setups.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payments/cards/card-setups.ts',
    tests: ['apps/server/src/domains/payments/cards/card-setups.test.ts'],
  },
  {
    file: 'apps/server/src/domains/accounts/email-change/prove-email.ts',
    tests: [
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
      'apps/server/src/domains/accounts/email-change/email-change.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/live-events/event.ts',
    tests: ['apps/server/src/domains/live-events/event.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/clock/paid-time.ts',
    tests: [
      'apps/server/src/domains/calls/clock/paid-time.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/media-flow.ts',
    tests: [
      'apps/server/src/domains/calls/clock/media-flow.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/alone-watch.ts',
    tests: ['apps/server/src/domains/calls/clock/alone-watch.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/clock/intervals.ts',
    tests: [
      'apps/server/src/domains/calls/clock/intervals.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/call-time.ts',
    tests: [
      'apps/server/src/domains/calls/clock/intervals.test.ts',
      'apps/server/src/domains/calls/clock/alone-watch.test.ts',
      'apps/server/src/domains/calls/clock/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/clock/end-call.ts',
    tests: ['apps/server/src/domains/calls/clock/end-call.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/money/apply-dispute.ts',
    tests: ['apps/server/src/domains/requests/disputes/dispute-steps.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/refunds/returned-refunds.ts',
    tests: ['apps/server/src/domains/payments/refunds/returned-refunds.test.ts'],
  },
  {
    file: 'apps/server/src/domains/ledger/legs.ts',
    tests: [
      'apps/server/src/domains/ledger/legs.test.ts',
      'apps/server/src/domains/ledger/ledger.test.ts',
      'apps/server/src/domains/ledger/lives-of-sales.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payouts/divide-payouts.ts',
    tests: ['apps/server/src/domains/payouts/divide-payouts.test.ts'],
  },
  {
    file: 'packages/contract/src/rules/call-money.ts',
    tests: ['packages/contract/src/rules/call-money.test.ts'],
  },
  {
    file: 'packages/contract/src/rules/platform-fee.ts',
    tests: ['packages/contract/src/rules/platform-fee.test.ts'],
  },
  { file: 'packages/contract/src/rules/money.ts', tests: ['packages/contract/src/rules/money.test.ts'] },
  {
    file: 'packages/contract/src/rules/duration.ts',
    tests: ['packages/contract/src/rules/duration.test.ts'],
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
    file: 'apps/server/src/domains/queue/machine/queue.ts',
    tests: [
      'apps/server/src/domains/queue/machine/queue-rules.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/step.ts',
    tests: [
      'apps/server/src/domains/queue/machine/step.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/tick.ts',
    tests: [
      'apps/server/src/domains/queue/machine/tick.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/endings.ts',
    tests: [
      'apps/server/src/domains/queue/machine/endings.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/eta.ts',
    tests: [
      'apps/server/src/domains/queue/machine/eta.test.ts',
      'apps/server/src/domains/queue/machine/queue.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/queue/machine/readiness.ts',
    tests: ['apps/server/src/domains/queue/machine/readiness.test.ts'],
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
    file: 'packages/contract/src/rules/money-back.ts',
    tests: [
      'packages/contract/src/rules/money-back.test.ts',
      'apps/server/src/domains/requests/money/ladder.properties.test.ts',
    ],
  },
  {
    file: 'apps/media/src/sight/sight.ts',
    tests: ['apps/media/src/sight/sight.test.ts', 'apps/media/src/sight/sight.properties.test.ts'],
  },
  {
    file: 'apps/media/src/sight/sight-accounts.ts',
    tests: ['apps/media/src/sight/sight-accounts.test.ts'],
  },
  {
    file: 'apps/media/src/flow.ts',
    tests: ['apps/media/src/flow.test.ts', 'apps/media/src/sight/sight.properties.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payouts/payout-rules.ts',
    tests: ['apps/server/src/domains/payouts/payout-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payouts/plan-payout.ts',
    tests: ['apps/server/src/domains/payouts/plan-payout.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payouts/decide-payouts.ts',
    tests: [
      'apps/server/src/domains/payouts/pay-out-due.test.ts',
      'apps/server/src/domains/payouts/forgo-payouts.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payouts/forgo-payouts.ts',
    tests: ['apps/server/src/domains/payouts/forgo-payouts.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payouts/pay-out-last.ts',
    tests: ['apps/server/src/domains/payouts/forgo-payouts.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/refunds/refund-rules.ts',
    tests: ['apps/server/src/domains/payments/refunds/refund-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/refunds/refund.ts',
    tests: ['apps/server/src/domains/payments/refunds/refund.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/refunds/cover-refunds.ts',
    tests: ['apps/server/src/domains/requests/disputes/dispute-steps.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/refunds/refund-to-account.ts',
    tests: [
      'apps/server/src/domains/payments/refunds/refund-to-account.test.ts',
      'apps/server/src/reconcile/refunds-again.test.ts',
    ],
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
    file: 'apps/server/src/domains/requests/blocks/sides-apart.ts',
    tests: ['apps/server/src/domains/requests/blocks/sides-apart.test.ts'],
  },
  {
    file: 'apps/server/src/domains/safety/blocks/block-person.ts',
    tests: ['apps/server/src/domains/safety/blocks/block-store.test.ts'],
  },
  {
    file: 'apps/server/src/domains/safety/blocks/block-store.ts',
    tests: ['apps/server/src/domains/safety/blocks/block-store.test.ts'],
  },
  {
    file: 'apps/server/src/domains/accounts/age/age-rules.ts',
    tests: ['apps/server/src/domains/accounts/age/age-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/accounts/guessing/password-rules.ts',
    tests: ['apps/server/src/domains/accounts/guessing/password-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/keepsakes/keepsake-rules.ts',
    tests: ['apps/server/src/domains/calls/keepsakes/keepsake-rules.test.ts'],
  },
  {
    file: 'apps/web/app/features/call/talk/rules/held-rules.ts',
    tests: ['apps/web/app/features/call/talk/rules/held-rules.test.ts'],
  },
]
