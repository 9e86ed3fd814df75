import {
  type LocalTrack,
  type LocalTrackPublication,
  LocalVideoTrack,
  type Room,
  Track,
  type TrackPublishOptions,
} from 'livekit-client'

type Kind = 'audio' | 'video'
const KINDS: readonly Kind[] = ['audio', 'video']

/**
 * LiveKit's client publishes a camera as 'maintain-framerate', and this beats the content hint of a shared screen: its
 * text would become blurred on a narrow network. The embedded room sets nothing, so there the browser follows the hint.
 */
const keptOnNarrowNetwork = ({ contentHint }: MediaStreamTrack): RTCDegradationPreference =>
  contentHint === 'text' ? 'maintain-resolution' : 'maintain-framerate'

/** A call between two people needs one size of video; an event's viewers each get the layer that fits. */
function publishOptions(room: Room, kind: Kind): TrackPublishOptions {
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

/** The tracks that this page sends: those of one stream, on or off. */
export class LocalTracks {
  #stream: MediaStream | null = null
  #states: Record<Kind, 'on' | 'off'> = { audio: 'on', video: 'on' }
  #work: Promise<unknown> = Promise.resolve()

  set(stream: MediaStream | null): void {
    this.#stream = stream
    for (const kind of KINDS) this.turn(kind, this.#states[kind])
  }

  /** A disabled track continues as silence or black frames, so that nothing is negotiated and the clock continues. */
  turn(kind: Kind, state: 'on' | 'off'): void {
    this.#states[kind] = state
    for (const track of this.#tracks(kind)) track.enabled = state === 'on'
  }

  #tracks(kind: Kind): MediaStreamTrack[] {
    return this.#stream?.getTracks().filter(track => track.kind === kind) ?? []
  }

  /** Publishes the current tracks instead of the old ones; one change after the other, audio before video. */
  publishTo(room: Room): Promise<void> {
    const done = this.#work.then(async () => {
      // The guest of an event may publish some moments after joining; the tracks are published then.
      if (room.localParticipant.permissions?.canPublish === false) return
      for (const kind of KINDS) if (maySend(room, kind)) await this.#publish(room, kind)
    })
    // `done` reports the failure to the caller; the next work continues.
    this.#work = done.catch(() => undefined)
    return done
  }

  async #publish(room: Room, kind: Kind): Promise<void> {
    const { localParticipant } = room
    const wanted = this.#tracks(kind)[0]
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
    this.turn(kind, this.#states[kind])
  }
}

/** A person whom the server has muted may publish only video; without a list of sources all may be published. */
function maySend({ localParticipant }: Room, kind: Kind): boolean {
  const sources = localParticipant.permissions?.canPublishSources ?? []
  const wanted = kind === 'audio' ? Track.Source.Microphone : Track.Source.Camera
  return sources.length === 0 || sources.includes(Track.sourceToProto(wanted))
}

function sentTrack(publications: readonly LocalTrackPublication[], kind: Kind): LocalTrack | undefined {
  return publications.find(publication => String(publication.kind) === kind)?.track
}
