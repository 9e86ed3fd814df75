import type { NotificationSettings } from '@parley/contract'
import { expect, it } from 'vitest'
import { isOptional, isWanted, type MailKind } from './mail-kinds.ts'

const off: NotificationSettings = {
  ...{ system_email: false, system_push: true, system_text: true, system_phone: true },
  ...{ chat_email: false, chat_push: true, calendar_invites: false },
}

it.each<MailKind>(['receipt', 'refunded', 'password_reset', 'suspended', 'dispute_opened'])(
  'what a person must have (%s) comes whatever they switched off',
  kind => {
    expect(isOptional(kind)).toBe(false)
    expect(isWanted(kind, off)).toBe(true)
  },
)

it.each<[MailKind, Partial<NotificationSettings>, boolean]>([
  ['reminder', {}, false],
  ['reminder', { system_email: true }, true],
  ['reminder', { chat_email: true }, true],
  ['reminder', { calendar_invites: true }, false],
  ['invitation', { system_email: true, chat_email: true }, false],
  ['invitation', { calendar_invites: true }, true],
])('%s to somebody with %o alone: %s', (kind, on, is) => {
  expect(isOptional(kind)).toBe(true)
  expect(isWanted(kind, { ...off, ...on })).toBe(is)
})
