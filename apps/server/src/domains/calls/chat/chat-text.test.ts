import { describe, expect, test } from 'vitest'
import { hasLink, readLine } from './chat-text.ts'

const strict = { links: 'refused', words: ['spoiler', 'bad egg', '!!!'] } as const
const why = (text: string, rules: Parameters<typeof readLine>[1] = strict) => {
  const read = readLine(text, rules)
  return 'why' in read ? read.why : null
}

describe('what may be said in a chat', () => {
  test.each([
    'Hello! How are you?',
    'At 19:40 - 20:15, table 12',
    'I paid £1,250.50 for it',
    'Wait... what?Really',
    'e.g. this, i.e. that, 3.14',
    'Klasse! Das war ein spoilerfreier Abend',
    '👩‍👩‍👧 ❤️ سلام',
    'x'.repeat(300),
    '❤'.repeat(300),
  ])('%s is said', text => expect(why(text)).toBeNull())

  test.each([
    ['https://evil.example/x', 'link'],
    ['come to www.evil', 'link'],
    ['evil.com', 'link'],
    ['t.me is short, wa.me too', 'link'],
    ['evil . com? no: evil dot com', 'link'],
    ['evil[.]com', 'link'],
    ['evil (dot) com', 'link'],
    ['еvіl.соm in other letters', 'link'],
    ['ｅｖｉｌ．ｃｏｍ', 'link'],
    ['evil。com', 'link'],
    ['ev\u200Bil.c\u00ADom', 'link'],
    ['write to me@evil.example', 'link'],
    ['me (at) evil (dot) org', 'link'],
    ['call 07700 900123', 'number'],
    ['call 0 7 7-0.0(9)', null],
    ['call 0 7 7-0.0(9)1', 'number'],
    ['+44 (0)20 7946', 'number'],
    ['１２３４５６７', 'number'],
    ['١٢٣٤٥٦٧', 'number'],
    ['this is a SPOILER!', 'word'],
    ['spoıler', 'word'],
    ['what a bad   egg', 'word'],
    ['', 'empty'],
    [' \u200B\u202E\u0000 ', 'empty'],
    ['\u0301\u0301', 'empty'],
    ['x'.repeat(301), 'long'],
    ['❤'.repeat(301), 'long'],
  ])('%s is refused: %s', (text, expected) => expect(why(text)).toBe(expected))

  test('where the influencer allows links they are said, and words are still refused', () => {
    const open = { ...strict, links: 'allowed' } as const
    expect(why('evil.com 07700900123', open)).toBeNull()
    expect(why('evil.com spoiler', open)).toBe('word')
  })

  test('what is shown has one line, no unseen signs and no towers of marks', () => {
    const read = readLine(`a\nb\u202Ec\u0000 d${'\u0301'.repeat(40)}`, strict)
    expect(read).toEqual({ text: `a bc d${'\u0301'.repeat(3)}` })
  })
})

test('a line of letters alone is searched in a time that grows with its length, and not with its square', () => {
  const beganMs = performance.now()
  // Some signs are six letters each to the search.
  expect(hasLink('a'.repeat(80_000))).toBe(false)
  // Time itself is tested: it takes milliseconds, and the square of it many seconds.
  expect(performance.now() - beganMs).toBeLessThan(1_000)
})
