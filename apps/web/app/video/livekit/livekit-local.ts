import {
  type LocalTrack,
  type LocalTrackPublication,
  LocalVideoTrack,
  type Room,
  Track,
  type TrackPublishOptions,
} from 'livekit-client'
import { type LocalStream, MEDIA_KINDS, type MediaKind } from '../local-stream.ts'

/**
 * LiveKit's client publishes a camera as 'maintain-framerate', and this beats the content hint of a shared screen: its
 * text would become blurred on a narrow network. The embedded room sets nothing, so there the browser follows the hint.
 */
const keptOnNarrowNetwork = ({ contentHint }: MediaStreamTrack): RTCDegradationPreference =>
  contentHint === 'text' ? 'maintain-resolution' : 'maintain-framerate'

/** A call between two people needs one size of video; an event's viewers each get the layer that fits. */
function publishOptions(room: Room, kind: MediaKind): TrackPublishOptions {
  const isHost = ['host', 'guest'].includes(room.localParticipant.attributes.role ?? '')
  return kind === 'audio'
    ? // Silence is sent too, because the clock of paid time monitors audio. On a narrow network audio has priority.
      { source: Track.Source.Microphone, dtx: false, red: true }
    : {
        source: Track.Source.Camera,
        simulcast: isHost,
        videoCodec: 'vp8',
        videoEncoding: { maxBitrate: 1_500_000, maxFramerate: 30 },
      }
}

/** Publishes the tracks of the stream that this page sends. */
export class LocalTracks {
  #local: LocalStream
  #work: Promise<unknown> = Promise.resolve()

  constructor(local: LocalStream) {
    this.#local = local
  }

  /** Publishes the current tracks instead of the old ones; one change after the other, audio before video. */
  publishTo(room: Room): Promise<void> {
    const done = this.#work.then(async () => {
      // The guest of an event may publish some moments after joining; the tracks are published then.
      if (room.localParticipant.permissions?.canPublish === false) return
      for (const kind of MEDIA_KINDS) if (maySend(room, kind)) await this.#publish(room, kind)
    })
    // `done` reports the failure to the caller; the next work continues.
    this.#work = done.catch(() => undefined)
    return done
  }

  async #publish(room: Room, kind: MediaKind): Promise<void> {
    const { localParticipant } = room
    const wanted = this.#local.tracks(kind)[0]
    const sent = sentTrack([...localParticipant.trackPublications.values()], kind)
    if (sent?.mediaStreamTrack === wanted) return
    if (!wanted) {
      if (sent) await localParticipant.unpublishTrack(sent, false)
    } else {
      if (sent) await sent.replaceTrack(wanted, { userProvidedTrack: true })
      const track = sent ?? (await localParticipant.publishTrack(wanted, publishOptions(room, kind))).track
      if (track instanceof LocalVideoTrack) await track.setDegradationPreference(keptOnNarrowNetwork(wanted))
    }
    // LiveKit's client enables a track when it publishes it.
    this.#local.apply(kind)
  }
}

/** A person whom the server has muted may publish only video; without a list of sources all may be published. */
function maySend({ localParticipant }: Room, kind: MediaKind): boolean {
  const sources = localParticipant.permissions?.canPublishSources ?? []
  const wanted = kind === 'audio' ? Track.Source.Microphone : Track.Source.Camera
  return sources.length === 0 || sources.includes(Track.sourceToProto(wanted))
}

function sentTrack(publications: readonly LocalTrackPublication[], kind: MediaKind): LocalTrack | undefined {
  return publications.find(publication => String(publication.kind) === kind)?.track
}
