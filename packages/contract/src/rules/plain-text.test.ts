import { describe, expect, it } from 'vitest'
import { accountStepSchema, generalSettingsSchema } from '../accounts.ts'
import { descriptionField } from '../fields.ts'
import { titleField } from '../live-events.ts'
import { plainLine, plainText } from './plain-text.ts'

describe('text of one line', () => {
  it.each([
    ['a line break', 'Ann\nPaid: £500', 'Ann Paid: £500'],
    ['an older line break', 'Ann\r\nB', 'Ann B'],
    ['a break of paragraphs', 'Ann\u2029B', 'Ann B'],
    ['a mark that turns the direction', 'Ann\u202Egnp.exe', 'Anngnp.exe'],
    ['marks that isolate', '\u2066Ann\u2069', 'Ann'],
    ['a bell and a null', 'A\u0007nn\u0000', 'Ann'],
    ['spaces without width', '\u200BAnn\uFEFF', 'Ann'],
    ['spaces on both sides', '  Ann  ', 'Ann'],
  ])('loses %s', (_, typed, kept) => expect(plainLine(typed)).toBe(kept))

  it.each(['👩‍🚀', 'می‌خواهم', 'José O’Neill-Łuk', 'مريم'])('keeps %s as it is', name =>
    expect(plainLine(name)).toBe(name),
  )
})

it.each([
  ['fillers of Hangul', '\u3164\u115F \uFFA0'],
  ['empty Braille cells', '\u2800\u2800'],
  ['joiners and selectors alone', '\u200D\uFE0F\u034F'],
])('text of nothing but %s is empty', (_, typed) => {
  expect(plainLine(typed)).toBe('')
  expect(plainText(`${typed}\n${typed}`)).toBe('')
})

it('text of several lines keeps its lines', () => {
  expect(plainText(' one\r\ntwo\u202E\n\nthree\tfour ')).toBe('one\ntwo\n\nthree\tfour')
})

describe('what people type', () => {
  const account = {
    username: 'ann',
    email: 'ann@example.org',
    password: 'correct horse',
    confirmpassword: 'correct horse',
  }
  it('is cleaned at sign-up, and a name of nothing seen is none', () => {
    const names = { first_name: 'Ann\nB', last_name: '\u202EExample' }
    expect(accountStepSchema.parse({ ...account, ...names })).toMatchObject({
      first_name: 'Ann B',
      last_name: 'Example',
    })
    expect(accountStepSchema.safeParse({ ...account, ...names, first_name: '\u200B\u202E' }).success).toBe(
      false,
    )
  })

  it('is cleaned in settings, titles and descriptions', () => {
    const { fullName, bio } = generalSettingsSchema.shape
    expect(fullName.parse('Ann\r\nExample')).toBe('Ann Example')
    expect(bio.parse('one\u0000\ntwo')).toBe('one\ntwo')
    expect(titleField.parse('Open\u202Eings\nlive')).toBe('Openings live')
    expect(descriptionField.parse('Ask me\u2067 anything\nat all')).toBe('Ask me anything\nat all')
  })
})
