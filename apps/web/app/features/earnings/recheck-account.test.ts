import { expect, test } from 'vitest'
import { recheckAfterMs } from './recheck-account.ts'

test('an account that the provider still checks is polled within seconds, then every five seconds', () => {
  const times = [1, 2, 3, 4, 5, 6, 100]
  expect(times.map(polls => recheckAfterMs('onboarding', polls))).toEqual([
    1_000, 2_000, 3_000, 4_000, 5_000, 5_000, 5_000,
  ])
})

test('a decided account is polled rarely, and one that does not exist never', () => {
  expect(recheckAfterMs('active', 1)).toBe(15_000)
  expect(recheckAfterMs('restricted', 100)).toBe(15_000)
  expect(recheckAfterMs('none', 1)).toBe(false)
})
