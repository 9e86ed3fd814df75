import { afterEach, expect, it, vi } from 'vitest'
import { TurnTalks } from '../../talk/turn-talks.ts'
import { isFocusLost, TurnChatButton } from './turn-chat-button.tsx'

afterEach(() => vi.unstubAllGlobals())

it('the chat of the next fan has another button, which takes no focus from the chat of the one before', () => {
  const talks = new TurnTalks(() => undefined, { isShown: () => true, onRefused: () => undefined })
  const [first, second] = ['place-1', 'place-2'].map(place => TurnChatButton({ talks, place }))
  expect(first?.key).not.toBe(second?.key)
  expect(TurnChatButton({ talks, place: 'place-2' }).key).toBe(second?.key)
})

it.each([
  ['a turn that becomes the next', 'place-1', 'place-2', true],
  ['a turn that becomes none', 'place-1', null, true],
  ['the same turn', 'place-1', 'place-1', false],
  ['the first turn', null, 'place-1', false],
])('after %s the title takes a focus that was lost, and no other', (_what, before, place, isLost) => {
  const body = {}
  vi.stubGlobal('document', { body, activeElement: body })
  expect(isFocusLost({ before, place })).toBe(isLost)
  vi.stubGlobal('document', { body, activeElement: {} })
  expect(isFocusLost({ before, place })).toBe(false)
})
