import { expect, it } from 'vitest'
import { isAllStorable, isStorable } from './storable-text.ts'

it.each([
  ['plain words', true],
  ['', true],
  ['👋', true],
  ['a\0b', false],
  ['\ud83d', false],
  ['\udc4b\ud83d', false],
])('says whether Postgres takes %j', (text, is) => {
  expect(isStorable(text)).toBe(is)
})

it('looks into lists, objects and their names, and leaves bytes alone', () => {
  expect(isAllStorable({ one: ['two', { three: 4, five: null, six: true }] })).toBe(true)
  expect(isAllStorable({ one: ['two', { three: 'a\0' }] })).toBe(false)
  expect(isAllStorable({ 'a\0': 1 })).toBe(false)
  expect(isAllStorable({ file: new Uint8Array([0]), blob: new Blob(['\0']) })).toBe(true)
})

it('looks a hundred levels deep and takes nothing deeper', () => {
  const nested = (levels: number, inner: string) =>
    JSON.parse('['.repeat(levels) + inner + ']'.repeat(levels))
  expect(isAllStorable(nested(100, '"two"'))).toBe(true)
  expect(isAllStorable(nested(100, '"a\\u0000"'))).toBe(false)
  expect(isAllStorable(nested(101, '"two"'))).toBe(false)
  expect(isAllStorable(nested(50_000, '"two"'))).toBe(false)
})
