import { expect, it } from 'vitest'
import { unlimitedWaits } from './test-waits.ts'

const wait = 'vi.waitFor'
const cases: readonly [string, string, number[]][] = [
  ['a wait with a limit', `await ${wait}(() => expect(sum(1, 2)).toBe(3), WITHIN)\n`, []],
  ['a wait without one', `const a = 1\nawait ${wait}(() => expect(sum(1, 2)).toBe(3))\n`, [2]],
  [
    'a long one with a limit',
    `await ${wait}(\n  async () => {\n    expect([1, 2]).toEqual([])\n  },\n  SOON,\n)\n`,
    [],
  ],
  ['a long one without', `await ${wait}(\n  async () => {\n    expect([1, 2]).toEqual([])\n  },\n)\n`, [1]],
  ['a bracket in a text', `await ${wait}(() => expect(text).toBe('a), b'))\n`, [1]],
]

it.for(cases)('%s is read as that', ([, text, lines]) => {
  expect(unlimitedWaits(text)).toEqual(lines)
})
