import { createValueStore, type Store } from '../store/store.ts'
import { pixelReader } from './video-content.ts'

/** Whether a face can be seen in a camera's picture. */
export type Light = 'enough' | 'low'

export interface LightWatch extends Store<Light> {
  stop(): void
}

const SAMPLE_EVERY_MS = 1_000
/** A camera adapts to its light for some seconds after it has opened. */
const SAMPLES_IN_A_ROW = 3
/**
 * The mean brightness of 255 below which a face is hard to see. Rooms with one lamp behind the person are near 40 and
 * with one before them near 80. Two limits, so that a picture between them changes nothing.
 */
const LOW_BELOW = 45
const ENOUGH_FROM = 55

/** The mean brightness of RGBA pixels, 0 to 255 (the weights of ITU-R BT.709). */
export function brightnessOf(pixels: ArrayLike<number>): number {
  let sum = 0
  for (let at = 0; at < pixels.length; at += 4)
    sum += 0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0)
  return pixels.length === 0 ? 0 : sum / (pixels.length / 4)
}

/** Looks at a picture each second; `readPixels` answers null while there is no frame. */
export function watchLight(readPixels: () => ArrayLike<number> | null): LightWatch {
  const store = createValueStore<Light>('enough')
  let darkSamples = 0
  const sample = () => {
    const pixels = readPixels()
    const brightness = pixels ? brightnessOf(pixels) : ENOUGH_FROM
    darkSamples = brightness < LOW_BELOW ? darkSamples + 1 : 0
    if (darkSamples >= SAMPLES_IN_A_ROW) store.set('low')
    if (brightness >= ENOUGH_FROM) store.set('enough')
  }
  const timer = setInterval(sample, SAMPLE_EVERY_MS)
  const { subscribe, getSnapshot } = store
  return { subscribe, getSnapshot, stop: () => clearInterval(timer) }
}

/** The same for a camera, in an element of its own that nobody sees; nothing leaves the device. */
export function watchCameraLight(track: MediaStreamTrack): LightWatch {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.srcObject = new MediaStream([track])
  // A camera that gives no picture has a finding of its own.
  video.play().catch(() => undefined)
  const watch = watchLight(pixelReader(video))
  const stop = () => {
    watch.stop()
    video.srcObject = null
  }
  return { ...watch, stop }
}
