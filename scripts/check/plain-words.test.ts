import { expect, it } from 'vitest'
import { unplainTitles } from './plain-words.ts'

// In two parts, so that this file does not break the rule that it tests.
const word = `who${'ever'}`
const call = `i${'t'}`

const cases: readonly [string, string, number[]][] = [
  ['a plain title', `${call}('ends for everybody', () => {})\n`, []],
  ['an unplain title', `const a = 1\n${call}('ends for ${word} left', () => {})\n`, [2]],
  ['one on a line of its own', `${call}(\n  'ends for ${word} left',\n  () => {},\n)\n`, [1]],
  ['one of a table', `${call}.each([1, 2])('ends for ${word} left', () => {})\n`, [1]],
  ['one of a long table', `${call}.each([\n  1,\n])('ends for ${word} left', () => {})\n`, [3]],
  ['a word in another text', `const text = '${word}'\n`, []],
]

it.for(cases)('%s is read as that', ([, text, lines]) => {
  expect(unplainTitles(text)).toEqual(lines)
})
