/** Files that hold rules of money, time and states, each with the tests that must notice when one is broken, the quickest first. */
export const RULES: readonly { file: string; tests: string[] }[] = [
  {
    file: 'apps/server/src/domains/requests/money-back.ts',
    tests: ['apps/server/src/domains/requests/money-back.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/request.ts',
    tests: [
      'apps/server/src/domains/requests/request.test.ts',
      'apps/server/src/domains/requests/request-bank.test.ts',
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
    file: 'apps/server/src/domains/requests/place-rules.ts',
    tests: ['apps/server/src/domains/requests/place-rules.test.ts'],
  },
  {
    file: 'apps/server/src/domains/requests/gifts/gift-rules.ts',
    tests: ['apps/server/src/domains/requests/gifts/gifts.test.ts'],
  },
  {
    file: 'apps/server/src/domains/live-events/event.ts',
    tests: ['apps/server/src/domains/live-events/event.test.ts'],
  },
  {
    file: 'apps/server/src/domains/calls/paid-time.ts',
    tests: [
      'apps/server/src/domains/calls/paid-time.test.ts',
      'apps/server/src/domains/calls/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/calls/media-flow.ts',
    tests: [
      'apps/server/src/domains/calls/media-flow.test.ts',
      'apps/server/src/domains/calls/call-clock.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/ledger/legs.ts',
    tests: [
      'apps/server/src/domains/ledger/ledger.test.ts',
      'apps/server/src/domains/ledger/lives-of-sales.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payments/divide-payouts.ts',
    tests: ['apps/server/src/domains/payments/divide-payouts.test.ts'],
  },
  { file: 'packages/contract/src/call-money.ts', tests: ['packages/contract/src/call-money.test.ts'] },
  { file: 'packages/contract/src/money.ts', tests: ['packages/contract/src/money.test.ts'] },
  { file: 'packages/contract/src/duration.ts', tests: ['packages/contract/src/duration.test.ts'] },
]
