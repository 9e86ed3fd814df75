import { expect, test, vi } from 'vitest'
import { forgetNote } from '../../../store/request-note.ts'
import { ownSessionStorage } from '../../../store/testing/session-storage.ts'
import { keepNote, keptNote } from './note-storage.ts'

const NOTE = 'The Sicilian, and nothing else'

ownSessionStorage()

test('a note is kept until it is sent, for the person it was written to alone', () => {
  keepNote({ username: '@Ivy', start: '', note: NOTE })
  expect(keptNote('ivy')).toBe(NOTE)
  expect(keptNote('maya')).toBe('')
  forgetNote()
  expect(keptNote('ivy')).toBe('')
})

test('a form without a note leaves none of an earlier one', () => {
  keepNote({ username: 'ivy', start: '', note: NOTE })
  keepNote({ username: 'ivy', start: '', note: ' ' })
  expect(keptNote('ivy')).toBe('')
})

test('a browser without storage loses the note, and nothing else', () => {
  vi.stubGlobal('sessionStorage', undefined)
  keepNote({ username: 'ivy', start: '', note: NOTE })
  expect(keptNote('ivy')).toBe('')
  forgetNote()
})
