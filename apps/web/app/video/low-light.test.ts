import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brightnessOf, type Light, watchLight } from './low-light.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const grey = (value: number) => [value, value, value, 255]

test('brightness is the mean of all pixels, and green counts most', () => {
  expect(brightnessOf([...grey(0), ...grey(255)])).toBeCloseTo(127.5)
  expect(brightnessOf([0, 255, 0, 255])).toBeGreaterThan(brightnessOf([255, 0, 255, 255]))
  expect(brightnessOf([])).toBe(0)
})

test.each<[string, (number | null)[], Light]>([
  ['three dark looks in a row', [30, 30, 30], 'low'],
  ['two dark looks: a camera adapts', [30, 30], 'enough'],
  ['dark looks with a bright one between them', [30, 30, 90, 30, 30], 'enough'],
  ['no frames yet', [null, null, null, null], 'enough'],
  ['a lamp that is switched on', [30, 30, 30, 60], 'enough'],
  ['a picture between the limits after a dark one', [30, 30, 30, 50, 50], 'low'],
  ['a picture between the limits from the start', [50, 50, 50, 50], 'enough'],
  ['the lower limit itself', [45, 45, 45], 'enough'],
  ['the upper limit itself', [30, 30, 30, 55], 'enough'],
])('light: %s', (_name, looks, found) => {
  let pixels: number[] | null = null
  const watch = watchLight(() => pixels)
  for (const value of looks) {
    pixels = value === null ? null : grey(value)
    vi.advanceTimersByTime(1_000)
  }
  expect(watch.getSnapshot()).toBe(found)
  watch.stop()
  expect(vi.getTimerCount()).toBe(0)
})
