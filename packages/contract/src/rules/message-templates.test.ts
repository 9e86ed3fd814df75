import { expect, it } from 'vitest'
import { textAtMost } from '../fields.ts'
import { readSaid, said, templates } from './message-templates.ts'

it('a filled sentence is found again with its values, whatever they are', () => {
  const values = { most: 12, min: 1, max: 30, at: '2027-03-02T10:00:00.000Z' }
  for (const template of Object.values(templates)) {
    const found = readSaid(said(template, values))
    expect(found?.template).toBe(template)
    for (const [name, value] of Object.entries(found?.values ?? {}))
      expect(value).toBe(String(values[name as keyof typeof values]))
  }
})

it('other sentences are no filled ones, nor are words that somebody typed', () => {
  for (const text of [
    'Please choose a start in the future',
    'Please choose me to {max}',
    'This call opens at noon',
  ])
    expect(readSaid(text)).toBeNull()
})

it('a text of too many characters is refused with their number', () => {
  const field = textAtMost(3)
  expect(field.parse(' abc ')).toBe('abc')
  expect(field.safeParse('abcd').error?.issues[0]?.message).toBe('Please write at most 3 characters')
})
