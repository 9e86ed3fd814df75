import {
  type LocalTrack,
  type LocalTrackPublication,
  type Room,
  Track,
  type TrackPublishOptions,
} from 'livekit-client'

type Kind = 'audio' | 'video'
const KINDS: readonly Kind[] = ['audio', 'video']

/** A call between two needs one size of picture; an event's viewers each get the one that fits. */
function publishOptions(room: Room, kind: Kind): TrackPublishOptions {
  const isHost = ['host', 'guest'].includes(room.localParticipant.attributes.role ?? '')
  return kind === 'audio'
    ? // Silence is sent too: the clock of paid time listens to it. Sound goes first where a link is narrow.
      { source: Track.Source.Microphone, dtx: false, red: true }
    : {
        source: Track.Source.Camera,
        simulcast: isHost,
        videoCodec: 'vp8',
        videoEncoding: { maxBitrate: 1_500_000, maxFramerate: 30 },
      }
}

/** What this page sends: the tracks of one stream, on or off. */
export class LocalTracks {
  #stream: MediaStream | null = null
  #states: Record<Kind, 'on' | 'off'> = { audio: 'on', video: 'on' }
  #work: Promise<unknown> = Promise.resolve()

  set(stream: MediaStream | null): void {
    this.#stream = stream
    for (const kind of KINDS) this.turn(kind, this.#states[kind])
  }

  /** A track that is off is sent on as silence or darkness, so that nothing is negotiated and the clock continues. */
  turn(kind: Kind, state: 'on' | 'off'): void {
    this.#states[kind] = state
    for (const track of this.#tracks(kind)) track.enabled = state === 'on'
  }

  #tracks(kind: Kind): MediaStreamTrack[] {
    return this.#stream?.getTracks().filter(track => track.kind === kind) ?? []
  }

  /** Sends what is to be sent, instead of what was sent before; one change after the other, sound before picture. */
  publishTo(room: Room): Promise<void> {
    const done = this.#work.then(async () => {
      // The guest of an event may send a moment after they came in; what is to be sent is sent then.
      if (room.localParticipant.permissions?.canPublish === false) return
      for (const kind of KINDS) if (maySend(room, kind)) await this.#publish(room, kind)
    })
    // The caller gets the failure by `done`; the next work continues.
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
    } else if (sent) await sent.replaceTrack(wanted, { userProvidedTrack: true })
    else await localParticipant.publishTrack(wanted, publishOptions(room, kind))
    // LiveKit's client switches a track on when it takes it.
    this.turn(kind, this.#states[kind])
  }
}

/** Somebody whom the server has muted may send a picture alone; where no source is named, all may be sent. */
function maySend({ localParticipant }: Room, kind: Kind): boolean {
  const sources = localParticipant.permissions?.canPublishSources ?? []
  const wanted = kind === 'audio' ? Track.Source.Microphone : Track.Source.Camera
  return sources.length === 0 || sources.includes(Track.sourceToProto(wanted))
}

function sentTrack(publications: readonly LocalTrackPublication[], kind: Kind): LocalTrack | undefined {
  return publications.find(publication => String(publication.kind) === kind)?.track
}
