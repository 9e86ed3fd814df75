import type { Rule } from './rule.ts'

/** Accounts and safety. */
export const PEOPLE_RULES: readonly Rule[] = [
  {
    file: 'apps/server/src/domains/accounts/email-change/prove-email.ts',
    tests: [
      'apps/server/src/domains/requests/bounds/buyer-bounds.test.ts',
      'apps/server/src/domains/accounts/email-change/email-change.test.ts',
    ],
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
]
