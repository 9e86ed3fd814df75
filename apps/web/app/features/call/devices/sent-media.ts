import type { LocalMediaSnapshot } from './local-media.ts'

export type Sent = 'both' | 'sound' | 'picture' | 'nothing'

/** What the others would get of this person. */
export function sentOf(devices: LocalMediaSnapshot): Sent {
  const kinds = devices.stream?.getTracks().map(({ kind }) => kind) ?? []
  const picture = devices.camera === 'on' && kinds.includes('video')
  const sound = devices.microphone === 'on' && kinds.includes('audio')
  if (picture && sound) return 'both'
  if (picture) return 'picture'
  return sound ? 'sound' : 'nothing'
}
