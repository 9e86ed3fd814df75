/**
 * Files with rules of money, time and states, each with the tests that must notice a broken rule, the quickest first.
 */
export const RULES: readonly { file: string; tests: string[] }[] = [
  {
    file: 'apps/server/src/domains/requests/money/money-back.ts',
    tests: ['apps/server/src/domains/requests/money/money-back.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/request.ts',
    tests: [
      'apps/server/src/domains/requests/request.test.ts',
      'apps/server/src/domains/requests/money/request-bank.test.ts',
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
    file: 'apps/server/src/domains/requests/buyer-bounds.ts',
    tests: ['apps/server/src/domains/requests/buyer-bounds.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/within-bounds.ts',
    tests: ['apps/server/src/domains/requests/buyer-bounds.test.ts'],
  },
  {
    file: 'apps/server/src/domains/payments/payer-bounds.ts',
    tests: [
      'apps/server/src/domains/requests/buyer-bounds.test.ts',
      'apps/server/src/domains/payments/cards/card-setups.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payments/cards/card-setups.ts',
    tests: ['apps/server/src/domains/payments/cards/card-setups.test.ts'],
  },
  {
    file: 'apps/server/src/domains/accounts/email-change/prove-email.ts',
    tests: ['apps/server/src/domains/requests/buyer-bounds.test.ts'],
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
  { file: 'packages/contract/src/rules/money.ts', tests: ['packages/contract/src/rules/money.test.ts'] },
  {
    file: 'packages/contract/src/rules/duration.ts',
    tests: ['packages/contract/src/rules/duration.test.ts'],
  },
]
