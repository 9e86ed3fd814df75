import { expect, it } from 'vitest'
import { swallowedFailures } from './swallowed-failures.ts'

// In two parts, so that this file does not break the rule that it tests.
const drop = `.cat${'ch'}(() => undefined)`
const none = `.cat${'ch'}(() => null)`
const block = `} cat${'ch'} {`

const cases: readonly [string, string, number[]][] = [
  ['a rejection that is dropped', `const a = 1\nawait close()${drop}\n`, [2]],
  ['one that becomes null', `const found = await read()${none}\n`, [1]],
  ['one with a comment above', `// It may be closed already.\nawait close()${drop}\n`, []],
  ['one with a comment behind', `await close()${drop} // It may be closed already.\n`, []],
  [
    'a comment above a chain',
    `// Without an answer there is no icon.\nload()\n  .then(show)\n  ${drop}\n`,
    [],
  ],
  ['a chain without a comment', `load()\n  .then(show)\n  ${drop}\n`, [3]],
  ['two in a row with one comment', `// Both may be closed.\na()${drop}\nb()${drop}\n`, []],
  ['a comment above another statement', `// The first.\nconst a = 1\nawait close()${drop}\n`, [3]],
  ['a handled rejection', "await close().catch(error => log.warn(error, 'not closed'))\n", []],
  ['an exception that is dropped', `try {\n  a()\n${block}\n}\n`, [3]],
  ['one that becomes null', `try {\n  return a()\n${block}\n  return null\n}\n`, [3]],
  ['one with its reason', `try {\n  return a()\n${block}\n  // Not JSON.\n  return null\n}\n`, []],
  ['a handled exception', `try {\n  a()\n${block}\n  restart()\n}\n`, []],
]

it.for(cases)('%s', ([, text, lines]) => {
  expect(swallowedFailures(text)).toEqual(lines)
})
