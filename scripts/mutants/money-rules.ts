import type { Rule } from './rule.ts'

/** Amounts, payments, refunds, the ledger and payouts. */
export const MONEY_RULES: readonly Rule[] = [
  {
    file: 'apps/server/src/domains/payments/payer-bounds.ts',
    tests: [
      'apps/server/src/domains/payments/payer-bounds.test.ts',
      'apps/server/src/domains/payments/cards/card-setups.test.ts',
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payments/cards/card-setups.ts',
    tests: ['apps/server/src/domains/payments/cards/card-setups.test.ts'],
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
    file: 'packages/contract/src/rules/money-back.ts',
    tests: [
      'packages/contract/src/rules/money-back.test.ts',
      'apps/server/src/domains/requests/money/ladder.properties.test.ts',
    ],
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
    file: 'apps/server/src/domains/payouts/send-transfer.ts',
    tests: [
      'apps/server/src/domains/payouts/send-transfer.test.ts',
      'apps/server/src/domains/payouts/pay-out-due.test.ts',
    ],
  },
  {
    file: 'apps/server/src/domains/payouts/reverse-transfer.ts',
    tests: ['apps/server/src/domains/payouts/reverse-transfer.test.ts'],
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
      'apps/server/src/domains/payments/refunds/returned-refunds.test.ts',
      'apps/server/src/reconcile/refunds-again.test.ts',
    ],
  },
]
