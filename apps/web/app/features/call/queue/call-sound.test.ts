import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallSound } from './call-sound.ts'

/** What browsers allow: a context that nobody has touched sleeps, and its time stands still. */
class FakeContext {
  static made: FakeContext[] = []
  static wakes: 'at once' | 'later' | 'never' = 'at once'
  readonly destination = {}
  readonly currentTime = 0
  notes: number[] = []
  isClosed = false
  #woken: (() => void)[] = []

  constructor() {
    FakeContext.made.push(this)
  }
  static wake(wakes: typeof FakeContext.wakes): void {
    FakeContext.wakes = wakes
  }
  resume(): Promise<void> {
    if (FakeContext.wakes === 'never') return Promise.reject(new Error('refused'))
    if (FakeContext.wakes === 'at once') return Promise.resolve()
    return new Promise(resolve => this.#woken.push(resolve))
  }
  wakeUp(): void {
    for (const woken of this.#woken.splice(0)) woken()
  }
  close(): Promise<void> {
    this.isClosed = true
    return Promise.resolve()
  }
  createGain() {
    const gain = { setValueAtTime: () => undefined, linearRampToValueAtTime: () => undefined }
    return { gain, connect: (next: object) => next }
  }
  createOscillator() {
    const frequency = { value: 0 }
    const start = () => void this.notes.push(frequency.value)
    return { frequency, connect: (next: object) => next, start, stop: () => undefined }
  }
}

const RING = [659.25, 783.99, 1046.5]
/** A ring follows the one before after this long. */
const AGAIN_MS = 1_500
const shakes = vi.fn()
const only = () => FakeContext.made[0] ?? expect.fail('no context was made')
const flushed = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  FakeContext.made = []
  FakeContext.wakes = 'at once'
  shakes.mockClear()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.stubGlobal('AudioContext', FakeContext)
  vi.stubGlobal('navigator', { vibrate: shakes })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that nobody has touched asks for no sound; the press that says Ready does, once', async () => {
  const sound = createCallSound()
  await flushed()
  expect([FakeContext.made.length, shakes.mock.calls.length]).toEqual([0, 0])
  sound.allow()
  sound.allow()
  await flushed()
  expect([FakeContext.made.length, only().notes]).toEqual([1, []])
})

test('rings by sound and by shaking again and again until it is stopped, and not after', async () => {
  const sound = createCallSound()
  sound.allow()
  sound.ring()
  await flushed()
  expect([only().notes, shakes.mock.calls.length]).toEqual([RING, 1])
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS)
  expect([only().notes, shakes.mock.calls.length]).toEqual([[...RING, ...RING, ...RING], 3])
  sound.stop()
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS)
  expect([only().notes.length, shakes.mock.calls.length]).toEqual([9, 3])
})

test('a second ring takes the place of the first, and closing ends both and the context', async () => {
  const sound = createCallSound()
  sound.ring()
  await flushed()
  sound.ring()
  await vi.advanceTimersByTimeAsync(AGAIN_MS)
  expect(only().notes).toHaveLength(9)
  sound.close()
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS)
  expect([only().notes.length, only().isClosed]).toEqual([9, true])
})

test('who comes next hears two notes, once, and the phone does not shake', async () => {
  const sound = createCallSound()
  sound.chime()
  await vi.advanceTimersByTimeAsync(10 * AGAIN_MS)
  expect([only().notes, shakes.mock.calls.length]).toEqual([RING.slice(0, 2), 0])
})

test('what was asked of a sound that sleeps is heard once when it wakes, not all at the same moment', async () => {
  FakeContext.wakes = 'later'
  const sound = createCallSound()
  sound.chime()
  sound.ring()
  await vi.advanceTimersByTimeAsync(20 * AGAIN_MS)
  expect([only().notes, shakes.mock.calls.length]).toEqual([[], 21])
  only().wakeUp()
  await flushed()
  expect(only().notes).toEqual(RING)
})

test('a sound that wakes after the turn began stays silent', async () => {
  FakeContext.wakes = 'later'
  const sound = createCallSound()
  sound.ring()
  sound.stop()
  only().wakeUp()
  await flushed()
  expect(only().notes).toEqual([])
})

test.each([
  ['refuses to wake it', () => FakeContext.wake('never')],
  ['has none', () => vi.stubGlobal('AudioContext', undefined)],
  [
    'can neither play nor shake',
    () => void vi.stubGlobal('AudioContext', undefined).stubGlobal('navigator', {}),
  ],
])('a browser that %s leaves the page without sound, and nothing fails', async (_what, lack) => {
  lack()
  const sound = createCallSound()
  sound.allow()
  sound.chime()
  sound.ring()
  await vi.advanceTimersByTimeAsync(2 * AGAIN_MS)
  sound.stop()
  sound.close()
  await flushed()
  expect(FakeContext.made.flatMap(({ notes }) => notes)).toEqual([])
})
