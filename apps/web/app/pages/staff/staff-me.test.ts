import type { StaffMe } from '@parley/contract'
import { expect, it } from 'vitest'
import { isForAdmin } from './staff-me.ts'

const reader = (...roles: StaffMe['roles']): StaffMe => ({
  ...{
    roles,
    stepped_up: true,
    age_check: { min_age: 18, method: 'self_declared', highly_effective: false },
  },
})

it('about a person with a role a moderator has no form, and an admin has it', () => {
  expect(isForAdmin(reader('moderator'), { roles: ['finance'] })).toBe(true)
  expect(isForAdmin(reader('moderator', 'admin'), { roles: ['finance'] })).toBe(false)
  expect(isForAdmin(reader('moderator'), { roles: [] })).toBe(false)
})
