import type { Switch } from './device.ts'

/**
 * Whether the camera or the system blurs what is behind the person, before the page gets the video
 * (https://w3c.github.io/mediacapture-extensions/); 'none' where the browser leaves the page no choice.
 */
export type Blur = Switch | 'none'

export function blurOf(track: MediaStreamTrack | undefined): Blur {
  // Some browsers have no capabilities at all.
  const { backgroundBlur: choices } = track?.getCapabilities?.() ?? {}
  if (!track || !choices?.includes(true) || !choices.includes(false)) return 'none'
  return track.getSettings().backgroundBlur === true ? 'on' : 'off'
}

/**
 * The choice that a person made by a switch of their system, for the cameras after this one; nothing if the browser
 * reports another setting of the camera.
 */
export function chosenInSystem(camera: MediaStreamTrack, before: Blur): { backgroundBlur?: Switch } {
  const blur = blurOf(camera)
  return blur === 'none' || blur === before ? {} : { backgroundBlur: blur }
}

/** Has a camera blur, or not; rejects where it does not do what is wanted. */
export async function blurAs(track: MediaStreamTrack, wanted: Switch): Promise<void> {
  const now = blurOf(track)
  if (now === wanted || (now === 'none' && wanted === 'off')) return
  if (now === 'none') throw new Error('this camera has no blur')
  const blur: MediaTrackConstraints = { backgroundBlur: { exact: wanted === 'on' } }
  try {
    // Constraints replace each other as a whole: the size and the device stay named.
    await track.applyConstraints({ ...track.getConstraints(), ...blur })
  } catch {
    // Chromium refuses a mix of the two kinds, and keeps the size by itself.
    await track.applyConstraints(blur)
  }
  if (blurOf(track) !== wanted) throw new Error('this camera does not blur as wanted')
}
