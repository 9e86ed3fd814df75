import { expect, test } from 'vitest'
import { type Corner, cornerByKey, nearestCorner, nextCorner } from './corner.ts'

test.each<[Corner, string, Corner]>([
  ['bottom-right', 'ArrowLeft', 'bottom-left'],
  ['bottom-left', 'ArrowUp', 'top-left'],
  ['top-left', 'ArrowRight', 'top-right'],
  ['top-right', 'ArrowDown', 'bottom-right'],
  ['top-right', 'ArrowUp', 'top-right'],
  ['top-right', 'Enter', 'top-right'],
])('from %s the key %s leads to %s', (from, key, to) => {
  expect(cornerByKey(from, key)).toBe(to)
})

test.each<[number, number, Corner]>([
  [10, 10, 'top-left'],
  [300, 10, 'top-right'],
  [300, 700, 'bottom-right'],
  [10, 700, 'bottom-left'],
])('dropped at %i, %i it lies in the corner %s', (x, y, corner) => {
  expect(nearestCorner({ x, y }, { width: 390, height: 844 })).toBe(corner)
})

test('four presses go once around', () => {
  const around: Corner[] = ['bottom-right']
  for (let press = 0; press < 4; press++) around.push(nextCorner(around.at(-1) ?? 'top-left'))
  expect(around).toEqual(['bottom-right', 'bottom-left', 'top-left', 'top-right', 'bottom-right'])
})
