/** What is shared decides what is kept when the link is narrow: the sharpness of text, or the movement of film. */
export type ShareKind = 'text' | 'film'
export type Sharing = 'off' | 'on' | 'paused'

const FRAMES_PER_SECOND: Readonly<Record<ShareKind, number>> = { text: 5, film: 30 }
/** The browser's own words for it, by which it chooses between sharpness and movement. */
const HINT: Readonly<Record<ShareKind, string>> = { text: 'text', film: 'motion' }

type DisplayDevices = Partial<Pick<MediaDevices, 'getDisplayMedia'>>

/** Whether this browser can share a screen: phones mostly cannot. */
export const canShare = (devices: DisplayDevices | undefined): boolean =>
  typeof devices?.getDisplayMedia === 'function'

/** Asks for a screen, a window or a tab; null where the person chose none. */
export async function openScreen(
  devices: DisplayDevices | undefined,
  kind: ShareKind,
): Promise<MediaStreamTrack | null> {
  const frameRate = { ideal: FRAMES_PER_SECOND[kind], max: FRAMES_PER_SECOND[kind] }
  const size = { width: { max: 1920 }, height: { max: 1080 } }
  const opened = await devices?.getDisplayMedia?.({ video: { ...size, frameRate }, audio: false })
  const [track] = opened?.getVideoTracks() ?? []
  if (!track) return null
  track.contentHint = HINT[kind]
  return track
}
