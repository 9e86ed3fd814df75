import { expect, test } from 'vitest'
import { quantile } from './quantiles.ts'
import { inRounds, spreadOf } from './rounds.ts'

test('a median is a measured value, whatever the order of the values', () => {
  expect(quantile([9, 1, 5], 0.5)).toBe(5)
  expect(quantile([4, 3, 2, 1], 0.5)).toBe(2)
  expect(quantile([], 0.5)).toBeNaN()
})

test('a spread has the median, the least and the greatest value', () => {
  expect(spreadOf([10.04, 2, 3.26], 1)).toBe('3.3 (2.0 to 10.0)')
})

test('subjects are measured in turn, round after round', async () => {
  const order: string[] = []
  const figures = await inRounds(
    ['ours', 'theirs'],
    async (subject, round) => {
      order.push(`${subject} ${round}`)
      return round
    },
    2,
  )
  expect(order).toEqual(['ours 0', 'theirs 0', 'ours 1', 'theirs 1'])
  expect(figures).toEqual([
    [0, 1],
    [0, 1],
  ])
})
