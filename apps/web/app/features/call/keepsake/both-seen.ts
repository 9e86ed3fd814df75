import type { SharingState } from '@parley/contract/in-call/chat'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'

/** What the two people send, as far as this page knows without the pixels of the video. */
export interface BothSent {
  own: Pick<LocalMediaSnapshot, 'stream' | 'camera' | 'sharing'>
  /** Undefined while no message about it has come. */
  otherShares: SharingState | undefined
}

/** Whether both send the video of a camera. A shared screen is sent instead of it, also while it is paused. */
export function areCamerasSent({ own, otherShares = 'off' }: BothSent): boolean {
  const hasCamera = own.camera === 'on' && (own.stream?.getVideoTracks().length ?? 0) > 0
  return hasCamera && own.sharing === 'off' && otherShares === 'off'
}

/** The photo that `draw` makes; null where a camera is off or a screen is shared, before it is drawn or after. */
export async function drawnOfCameras(
  sent: () => BothSent,
  draw: () => Promise<Blob | null>,
): Promise<Blob | null> {
  if (!areCamerasSent(sent())) return null
  const picture = await draw()
  // A screen that was shared in between may be in the photo.
  return areCamerasSent(sent()) ? picture : null
}
