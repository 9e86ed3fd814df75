/**
 * The content of a shared screen decides what is kept on a narrow network: the sharpness of text, or the motion of
 * film.
 */
export type ShareKind = 'text' | 'film'
export type Sharing = 'off' | 'on' | 'paused'

const FRAMES_PER_SECOND: Readonly<Record<ShareKind, number>> = { text: 5, film: 30 }
/** The browser's content hints, by which it chooses between sharpness and motion. */
const HINT: Readonly<Record<ShareKind, string>> = { text: 'text', film: 'motion' }

type DisplayDevices = Partial<Pick<MediaDevices, 'getDisplayMedia'>>

/** Whether this browser can share a screen: most phones cannot. */
export const canShare = (devices: DisplayDevices | undefined): boolean =>
  typeof devices?.getDisplayMedia === 'function'

/** Asks for a screen, a window or a tab; null when the person chose none. */
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
