import { expect, test } from 'vitest'
import { keptOrder } from './question-order.ts'

const of = (ids: string) => [...ids].map(id => ({ id }))
const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id).join('')

test.each([
  ['abc', '', 'abc'],
  ['abc', 'cba', 'cba'],
  ['abc', 'cb', 'cba'],
  ['xaby', 'ba', 'baxy'],
  ['ac', 'cba', 'ca'],
])('%s that was %s is shown as %s', (now, before, shown) => {
  expect(ids(keptOrder(of(now), [...before]))).toBe(shown)
})
