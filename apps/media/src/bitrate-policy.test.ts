import { expect, it } from 'vitest'
import { BitratePolicy, targetBitrate } from './bitrate-policy.ts'

const CAP = 2_000_000

it.each<[string, number[], number]>([
  ['nobody watches', [], CAP],
  ['of two the slower decides', [900_000, 400_000], 400_000],
  ['one bad phone among twenty does not lower all', [160_000, ...Array(19).fill(1_000_000)], 1_000_000],
  ['the slowest tenth does', [...Array(3).fill(300_000), ...Array(17).fill(1_000_000)], 300_000],
  ['never below what can be seen', [10_000], 150_000],
  ['never above the cap', [9_000_000], CAP],
])('%s', (_what, viewers, target) => {
  expect(targetBitrate(viewers, CAP)).toBe(target)
})

it('sends a fall at once, and anything else each second', () => {
  const policy = new BitratePolicy()
  expect(policy.next(1_000_000, 0)).toBe(1_000_000)
  expect(policy.next(1_500_000, 999)).toBeNull()
  expect(policy.next(980_000, 999)).toBeNull()
  expect(policy.next(900_000, 999)).toBe(900_000)
  expect(policy.next(1_500_000, 1_998)).toBeNull()
  expect(policy.next(1_500_000, 1_999)).toBe(1_500_000)
})
