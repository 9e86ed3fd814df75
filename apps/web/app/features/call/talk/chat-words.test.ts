import { expect, it } from 'vitest'
import { mutedWords, refusalWords } from './chat-words.ts'

it.each<[Parameters<typeof refusalWords>, string]>([
  [['closed'], 'The chat opens with the call.'],
  [['slow'], 'This came too soon after your last line.'],
  [['link'], 'Links and addresses are not allowed here.'],
])('a line that was refused (%o) is said to be', (given, words) => {
  expect(refusalWords(...given)).toBe(words)
})

it('says until when somebody is muted', () => {
  expect(mutedWords('end')).toBe('The host has muted you until the end.')
  expect(mutedWords('2026-03-01T12:00:00Z')).toMatch(/^The host has muted you until \d\d:00\.$/)
})
