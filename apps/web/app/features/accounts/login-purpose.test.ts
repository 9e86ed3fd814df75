import { expect, it } from 'vitest'
import { purposeOf } from './login-purpose.ts'

it.each([
  ['/profile/mia', { for: 'call', username: 'mia' }],
  ['/profile/mia.b/?a=1', { for: 'call', username: 'mia.b' }],
  ['/live-event/tea-at-five', { for: 'event', slug: 'tea-at-five' }],
  ['/', null],
  ['/prepaid', null],
  ['/profile/', null],
  ['/profile/mia/else', null],
  ['/profile/%2e%2e', null],
] as const)('%s is asked for because of %j', (next, purpose) => {
  expect(purposeOf(next)).toEqual(purpose)
})
