import { createStore, type Store } from '../store/store.ts'

/** Whether a video is black: a camera that is switched off sends only black frames. */
export type VideoContent = 'visible' | 'dark'

export interface VideoWatch extends Store<{ content: VideoContent }> {
  stop(): void
}

const POLL_EVERY_MS = 700
/** Compression makes black not quite black; a dark room still has brighter spots. */
const DARK_UP_TO = 18

/** Whether all of these RGBA pixels are almost black. */
export function isDark(pixels: ArrayLike<number>): boolean {
  for (let at = 0; at < pixels.length; at += 4) {
    const brightest = Math.max(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0)
    if (brightest > DARK_UP_TO) return false
  }
  return true
}

/** Looks at a video now and then; `readPixels` answers null while there is no frame. */
export function watchVideo(readPixels: () => ArrayLike<number> | null): VideoWatch {
  const store = createStore<{ content: VideoContent }>({ content: 'visible' })
  const timer = setInterval(() => {
    const pixels = readPixels()
    store.set({ content: pixels && isDark(pixels) ? 'dark' : 'visible' })
  }, POLL_EVERY_MS)
  return { subscribe: store.subscribe, getSnapshot: store.getSnapshot, stop: () => clearInterval(timer) }
}

const SIDE_PX = 16

/** Reads a small copy of what the video shows. */
export function pixelReader(video: HTMLVideoElement): () => ArrayLike<number> | null {
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const paint = canvas.getContext('2d', { willReadFrequently: true })
  return () => {
    if (!paint || video.videoWidth === 0) return null
    paint.drawImage(video, 0, 0, SIDE_PX, SIDE_PX)
    return paint.getImageData(0, 0, SIDE_PX, SIDE_PX).data
  }
}
