import { expect, it } from 'vitest'
import { KeyframePolicy } from './keyframe-policy.ts'

it('keeps a request that comes too early until it is due, and never drops it', () => {
  const policy = new KeyframePolicy()
  expect(policy.claim(0)).toBe(false)
  policy.want()
  expect(policy.claim(0)).toBe(true)
  expect(policy.claim(1_000)).toBe(false)
  policy.want()
  policy.want()
  expect(policy.claim(1_000)).toBe(true)
  policy.want()
  expect(policy.claim(1_399)).toBe(false)
  expect(policy.claim(1_400)).toBe(true)
  expect(policy.claim(3_000)).toBe(false)
})
