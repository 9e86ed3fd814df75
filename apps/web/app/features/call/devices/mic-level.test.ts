import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMicLevel } from './mic-level.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listening() {
  const source = { level: 0, open: 0 }
  const mic = createMicLevel({
    createMeter() {
      source.open++
      return {
        read: () => Float32Array.from([source.level, -source.level]),
        close: () => void source.open--,
      }
    },
  })
  const track = new EventTarget() as MediaStreamTrack
  mic.listen(track)
  return { mic, source, track }
}

test.each([
  [0.04, 'quiet'],
  [0.05, 'loud'],
  [0.6, 'loud'],
])('at level %f the microphone is %s', (level, voice) => {
  const { mic, source } = listening()
  source.level = level
  vi.advanceTimersByTime(100)
  expect(mic.getSnapshot()).toEqual({ level, voice })
})

test('a short pause between words does not turn the icon quiet, a long one does', () => {
  const { mic, source } = listening()
  source.level = 0.3
  vi.advanceTimersByTime(100)
  source.level = 0
  vi.advanceTimersByTime(300)
  expect(mic.getSnapshot().voice).toBe('loud')
  vi.advanceTimersByTime(100)
  expect(mic.getSnapshot().voice).toBe('quiet')
})

test('another microphone takes the place of the one before, and no microphone is quiet', () => {
  const { mic, source, track } = listening()
  mic.listen(track)
  mic.listen(new EventTarget() as MediaStreamTrack)
  expect(source.open).toBe(1)
  mic.listen(null)
  expect(source.open).toBe(0)
  expect(mic.getSnapshot()).toEqual({ level: 0, voice: 'quiet' })
})
