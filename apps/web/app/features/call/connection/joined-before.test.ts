import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownSessionStorage } from '../../../store/testing/session-storage.ts'
import { clearJoined, entryOf, rememberJoined, switchesBefore } from './joined-before.ts'

const SWITCHES = { camera: 'on', microphone: 'off' } as const

ownSessionStorage()
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a call that this tab never joined begins in the green room, with the switches of the settings', () => {
  expect(entryOf('a-call')).toBe('green-room')
  expect(switchesBefore('a-call')).toEqual({})
})

test('a reload is back at once, muted if it was muted', () => {
  rememberJoined('a-call', SWITCHES)
  expect(entryOf('a-call')).toBe('at-once')
  expect(switchesBefore('a-call')).toEqual(SWITCHES)
  expect(entryOf('another-call')).toBe('green-room')
  clearJoined('a-call')
  expect(entryOf('a-call')).toBe('green-room')
})

test('a tab that is opened again minutes later, or that was copied, puts nobody on air', () => {
  rememberJoined('a-call', SWITCHES)
  vi.advanceTimersByTime(3 * 60_000)
  expect(entryOf('a-call')).toBe('green-room')
  expect(switchesBefore('a-call')).toEqual({})
})

test('what cannot be read counts as never joined', () => {
  sessionStorage.setItem('joined:a-call', 'yes')
  expect(entryOf('a-call')).toBe('green-room')
})
