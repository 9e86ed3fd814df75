import { expect, it } from 'vitest'
import { SealedLogins } from './sealed-logins.ts'

const LOGIN = '01a227e0-5775-7495-b85e-c78d54a7bc2b'

it('a sealed login is read by each process with the same secret, and looks different each time', () => {
  const [one, other] = [new SealedLogins('secret'), new SealedLogins('secret')]
  const sealed = one.seal(LOGIN)
  expect(other.open(sealed)).toBe(LOGIN)
  expect(one.seal(LOGIN)).not.toBe(sealed)
  expect(sealed).not.toContain(LOGIN)
})

it.each([
  ['another secret', new SealedLogins('another').seal(LOGIN)],
  ['nothing', ''],
  ['other text', 'a text that nobody sealed, as long as one that somebody did'],
])('what was sealed with %s is no login', (_with, text) => {
  expect(new SealedLogins('secret').open(text)).toBeNull()
})
