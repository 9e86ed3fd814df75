import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openImage, sentSize } from './image-share.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['a small picture stays as it is', [640, 480], [640, 480]],
  ['a photo of a phone becomes as wide as a screen', [4_000, 2_250], [1_920, 1_080]],
  ['a page in portrait becomes as high as a screen', [2_480, 3_508], [762, 1_080]],
  ['the sides become even', [333, 201], [332, 200]],
  ['one dot is still a video', [1, 1], [2, 2]],
] as const)('%s', (_, [width, height], [sentWidth, sentHeight]) => {
  expect(sentSize({ width, height })).toEqual({ width: sentWidth, height: sentHeight })
})

type Track = { contentHint: string; readyState: 'live' | 'ended' }

/** A browser that writes down what its canvas shows. */
function browserWith(track: Track) {
  const drawn: string[] = []
  const picture = { width: 3_840, height: 2_160, close: vi.fn() }
  const pen = {
    fillStyle: '',
    fillRect: (...place: number[]) => drawn.push(`${pen.fillStyle} ${place}`),
    drawImage: (_: unknown, ...place: number[]) => drawn.push(`picture ${place}`),
  }
  const canvas = {
    getContext: () => pen,
    captureStream: (framesPerSecond: number) => {
      drawn.push(`${framesPerSecond} frames a second`)
      return { getVideoTracks: () => [track] }
    },
  }
  const tools = {
    decode: async (file: Blob) => {
      if (!file.type.startsWith('image/')) throw new Error('no picture')
      return picture as unknown as ImageBitmap
    },
    createCanvas: () => canvas as unknown as HTMLCanvasElement,
  }
  return { tools, drawn, close: picture.close }
}

const FRAME = ['#fff 0,0,1920,1080', 'picture 0,0,1920,1080']

test('a picture is drawn on white, again and again, until its track is stopped', async () => {
  const track: Track = { contentHint: '', readyState: 'live' }
  const { tools, drawn, close } = browserWith(track)
  await openImage(new Blob(['…'], { type: 'image/png' }), tools)
  expect(track.contentHint).toBe('text')
  expect(drawn).toEqual(['5 frames a second', ...FRAME])
  vi.advanceTimersByTime(1_000)
  expect(drawn).toHaveLength(1 + 6 * FRAME.length)
  track.readyState = 'ended'
  vi.advanceTimersByTime(1_000)
  expect([drawn.length, vi.getTimerCount()]).toEqual([1 + 6 * FRAME.length, 0])
  expect(close).toHaveBeenCalledOnce()
})

test('a file that is no picture draws nothing', async () => {
  const { tools, drawn } = browserWith({ contentHint: '', readyState: 'live' })
  await expect(openImage(new Blob(['…'], { type: 'text/plain' }), tools)).rejects.toThrow('no picture')
  expect([drawn, vi.getTimerCount()]).toEqual([[], 0])
})
