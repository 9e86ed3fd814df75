import { type TrackInfo, TrackSource, TrackType } from '@livekit/protocol'

const VIDEO_SOURCES: readonly TrackSource[] = [TrackSource.CAMERA, TrackSource.SCREEN_SHARE]
const SOUNDS: readonly TrackSource[] = [TrackSource.MICROPHONE, TrackSource.SCREEN_SHARE_AUDIO]

type Named = Pick<TrackInfo, 'type' | 'source' | 'mimeType' | 'codecs'>

/**
 * Whether a track is of another kind than its source says. Attack: a muted guest who sends their voice as a camera,
 * since LiveKit compares what somebody may send by its source alone; or a person who announces a video and then
 * sends sound.
 */
export function isMisnamed({ type, source, mimeType, codecs }: Named): boolean {
  const [isSound, isVideo] = [type === TrackType.AUDIO, type === TrackType.VIDEO]
  if ((isSound && VIDEO_SOURCES.includes(source)) || (isVideo && SOUNDS.includes(source))) return true
  const sent = [mimeType, ...codecs.map(codec => codec.mimeType)].map(mime => mime.toLowerCase())
  return sent.some(mime => (isSound && mime.startsWith('video/')) || (isVideo && mime.startsWith('audio/')))
}
