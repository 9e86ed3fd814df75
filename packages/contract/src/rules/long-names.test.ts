import { describe, expect, it } from 'vitest'
import { accountStepSchema } from '../accounts.ts'
import { messages } from '../messages.ts'
import { nameIsOfPlatform } from '../usernames.ts'

describe('a name that is too long', () => {
  const form = {
    ...{ username: 'maya', last_name: 'Lee', email: 'maya@example.org' },
    ...{ password: 'a long password', confirmpassword: 'a long password' },
  }

  it('is refused for its length alone: nobody reads it for what it poses as', () => {
    const { error } = accountStepSchema.safeParse({ ...form, first_name: `Parley${' Support'.repeat(20)}` })
    expect(error?.issues.map(({ message }) => message)).toEqual([messages.nameInvalid])
    expect(nameIsOfPlatform('Parley', 'Support')).toBe(true)
  })

  it('costs no more than its length says', () => {
    const { error } = accountStepSchema.safeParse({ ...form, first_name: `${'1'.repeat(200_000)}b` })
    expect(error?.issues.map(({ message }) => message)).toEqual([messages.nameInvalid])
  }, 10_000)
})
