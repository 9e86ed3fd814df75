import { Audio, type PeerConnection, type Track, Video } from 'node-datachannel'
import { H264, OPUS, VP8 } from './packets/sdp.ts'
import type { Kind, Source } from './source.ts'

/**
 * A track with its media object: the library closes an m-line whose JavaScript object was collected, so both are held
 * together.
 */
export interface HeldTrack {
  track: Track
  media: Audio | Video
}

function describe(kind: Kind, line: { mid: string; direction: 'SendOnly' | 'RecvOnly' }): Audio | Video {
  if (kind === 'audio') {
    const audio = new Audio(line.mid, line.direction)
    audio.addOpusCodec(OPUS.payloadType, OPUS.profile)
    return audio
  }
  const video = new Video(line.mid, line.direction)
  video.addVP8Codec(VP8.payloadType)
  video.addH264Codec(H264.payloadType, H264.profile)
  return video
}

/** Adds an m-line on which the client publishes. */
export function addInbound(pc: PeerConnection, mid: string, kind: Kind): HeldTrack {
  const media = describe(kind, { mid, direction: 'RecvOnly' })
  return { track: pc.addTrack(media), media }
}

/**
 * Adds an m-line on which the client sees a slot's source; sound and video of a slot share a stream and a CNAME for
 * lip-sync.
 */
export function addOutbound(
  pc: PeerConnection,
  line: { mid: string; slot: string },
  source: Source,
): HeldTrack {
  const media = describe(source.kind, { mid: line.mid, direction: 'SendOnly' })
  media.addSSRC(source.ssrc, `seat-${line.slot}`, `seat-${line.slot}`, `seat-${line.slot}-${source.kind}`)
  return { track: pc.addTrack(media), media }
}
