import { expect, test } from 'vitest'
import { nearestPosition, nextPosition, positionByKey, type SelfViewPosition } from './self-view-position.ts'

test.each<[SelfViewPosition, string, SelfViewPosition]>([
  ['bottom-right', 'ArrowLeft', 'bottom-left'],
  ['bottom-left', 'ArrowUp', 'top-left'],
  ['top-left', 'ArrowRight', 'top-right'],
  ['top-right', 'ArrowDown', 'bottom-right'],
  ['top-right', 'ArrowUp', 'top-right'],
  ['top-right', 'Enter', 'top-right'],
])('from %s the key %s leads to %s', (from, key, to) => {
  expect(positionByKey(from, key)).toBe(to)
})

test.each<[number, number, SelfViewPosition]>([
  [10, 10, 'top-left'],
  [300, 10, 'top-right'],
  [300, 700, 'bottom-right'],
  [10, 700, 'bottom-left'],
])('dropped at %i, %i it lies in the corner %s', (x, y, position) => {
  expect(nearestPosition({ x, y }, { width: 390, height: 844 })).toBe(position)
})

test('four presses go once around', () => {
  const around: SelfViewPosition[] = ['bottom-right']
  for (let press = 0; press < 4; press++) around.push(nextPosition(around.at(-1) ?? 'top-left'))
  expect(around).toEqual(['bottom-right', 'bottom-left', 'top-left', 'top-right', 'bottom-right'])
})
