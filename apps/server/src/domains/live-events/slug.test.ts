import { expect, it } from 'vitest'
import { slugOf } from './slug.ts'

it.each([
  ['Ask me anything', 'ask-me-anything'],
  ['  Crème brûlée: the *secret*  ', 'creme-brulee-the-secret'],
  ['../admin?next=//evil', 'admin-next-evil'],
  ['日本語', 'event'],
  ['!!!', 'event'],
  ['a'.repeat(80), 'a'.repeat(60)],
  [`${'a'.repeat(59)} b`, 'a'.repeat(59)],
])('the address of "%s" has plain words only', (title, slug) => {
  expect(slugOf(title, 1)).toBe(slug)
})

it('numbers the next two of one title, and adds a random word to later ones', () => {
  expect([2, 3].map(nth => slugOf('Quiz', nth))).toEqual(['quiz-2', 'quiz-3'])
  expect(slugOf('Quiz', 4)).toMatch(/^quiz-[0-9a-f]{12}$/)
  expect(slugOf('Quiz', 4)).not.toBe(slugOf('Quiz', 4))
})
