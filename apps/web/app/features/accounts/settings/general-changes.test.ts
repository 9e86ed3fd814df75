import type { OwnUser } from '@parley/contract'
import { expect, it } from 'vitest'
import { generalChanges, generalOf } from './general-changes.ts'

const shown = generalOf({
  ...{ first_name: 'Ivy', last_name: 'Ives', username: 'ivy', email: 'ivy@example.org' },
  ...{ bio: 'Plays chess', country: 'UK', city: 'Ely', address: '1 High Street' },
} as OwnUser)

it('sends only what the person changed, so that newer words of another tab stay', () => {
  expect(generalChanges(shown, shown)).toEqual({})
  expect(generalChanges({ ...shown, city: 'York', bio: '' }, shown)).toEqual({ city: 'York', bio: '' })
  expect(generalChanges({ ...shown, email: 'new@example.org' }, shown)).toEqual({ email: 'new@example.org' })
})

it('sends a new username by the name that the specification gives it', () => {
  expect(generalChanges({ ...shown, username: 'iva' }, shown)).toEqual({ user__username: 'iva' })
})
