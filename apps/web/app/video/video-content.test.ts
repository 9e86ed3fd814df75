import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isDark, watchVideo } from './video-content.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('frames that are black throughout are dark, one bright spot makes a picture', () => {
  expect(isDark([0, 0, 0, 255, 16, 16, 16, 255])).toBe(true)
  expect(isDark([0, 0, 0, 255, 0, 40, 0, 255])).toBe(false)
})

test('the watch follows a camera that is switched off and on', () => {
  let pixels: number[] | null = null
  const watch = watchVideo(() => pixels)
  const seen = (next: number[] | null) => {
    pixels = next
    vi.advanceTimersByTime(700)
    return watch.getSnapshot().content
  }
  expect(seen(null)).toBe('visible')
  expect(seen([0, 0, 0, 255])).toBe('dark')
  expect(seen([200, 180, 170, 255])).toBe('visible')
  watch.stop()
  expect(vi.getTimerCount()).toBe(0)
})
