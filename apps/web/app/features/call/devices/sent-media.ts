import type { LocalMediaSnapshot } from './local-media.ts'

export type Sent = 'both' | 'sound' | 'video' | 'nothing'

/** What the others would get of this person. */
export function sentOf(devices: LocalMediaSnapshot): Sent {
  const kinds = devices.stream?.getTracks().map(({ kind }) => kind) ?? []
  const video =
    (devices.camera === 'on' || devices.sharing === 'on') &&
    devices.sharing !== 'paused' &&
    kinds.includes('video')
  const sound = devices.microphone === 'on' && kinds.includes('audio')
  if (video && sound) return 'both'
  if (video) return 'video'
  return sound ? 'sound' : 'nothing'
}

/** What the switches of microphone and camera show: a device that did not open is off, whatever its person chose. */
export function switchesOf(devices: LocalMediaSnapshot): Pick<LocalMediaSnapshot, 'microphone' | 'camera'> {
  const { audioAllowed, audioTrouble, microphone, videoAllowed, videoTrouble, camera } = devices
  return {
    microphone: audioAllowed && audioTrouble === null ? microphone : 'off',
    camera: videoAllowed && videoTrouble === null ? camera : 'off',
  }
}
