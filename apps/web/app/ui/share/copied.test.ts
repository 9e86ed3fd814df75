import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCopied } from './copied.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const setUp = (copy = async (_: string) => true) => createCopied({ copy, setTimer: setTimeout })

it('after copying, the message stays for one second', async () => {
  const texts: string[] = []
  const copied = setUp(async text => texts.push(text) > 0)
  expect(copied.getSnapshot()).toBe(false)
  expect(await copied.copy('a link')).toBe(true)
  expect(texts).toEqual(['a link'])
  expect(copied.getSnapshot()).toBe(true)
  vi.advanceTimersByTime(999)
  expect(copied.getSnapshot()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(copied.getSnapshot()).toBe(false)
})

it('after a second copy, the second begins again', async () => {
  const copied = setUp()
  await copied.copy('a link')
  vi.advanceTimersByTime(600)
  await copied.copy('a link')
  vi.advanceTimersByTime(600)
  expect(copied.getSnapshot()).toBe(true)
  vi.advanceTimersByTime(400)
  expect(copied.getSnapshot()).toBe(false)
})

it('no message appears when the browser refused', async () => {
  const copied = setUp(async () => false)
  expect(await copied.copy('a link')).toBe(false)
  expect(copied.getSnapshot()).toBe(false)
})
