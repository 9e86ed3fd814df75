import { expect, it } from 'vitest'
import type { ShownLine } from './chat.ts'
import { mayModerate } from './line-actions.tsx'

const lineOf = (role: ShownLine['role']): ShownLine => ({
  ...{ id: '1', from: 'sam', role, text: 'Hello', at: '2027-03-01T10:00:00Z' },
  ...{ isOwn: false, state: 'said', isEarlier: false, why: null },
})

it.each([
  ['owner', 'member', true],
  ['owner', 'moderator', true],
  ['moderator', 'member', true],
  ['moderator', 'owner', false],
  ['member', 'member', false],
  ['member', 'owner', false],
] as const)('%s and a line of a %s: may hide it and mute its author: %s', (role, of, may) => {
  expect(mayModerate(role, lineOf(of))).toBe(may)
})
