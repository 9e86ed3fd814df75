import { type RemoteParticipant as LivekitParticipant, type Room, Track } from 'livekit-client'
import type { RemoteParticipant } from './video-room.ts'

/** What a mute keeps from being sent, and with it the only sound that is played. */
const SOUND_SOURCES = [Track.Source.Microphone, Track.Source.ScreenShareAudio]

/** The others of a LiveKit room, each with a stream that stays while its tracks change. */
export class RemoteStreams {
  #streams = new Map<string, MediaStream>()
  #list: RemoteParticipant[] = []

  list(): RemoteParticipant[] {
    return this.#list
  }

  /** Brings the streams in line with what is received. */
  take(room: Room): RemoteParticipant[] {
    const sending = [...room.remoteParticipants.values()].filter(({ permissions }) => permissions?.canPublish)
    this.#list = sending.map(participant => ({
      identity: participant.identity,
      stream: this.#show(participant),
      flowing: participant.trackPublications.size > 0,
    }))
    return this.#list
  }

  #show({ identity, trackPublications }: LivekitParticipant): MediaStream {
    const stream = this.#streams.get(identity) ?? new MediaStream()
    this.#streams.set(identity, stream)
    const received = [...trackPublications.values()].flatMap(({ track, source }) => {
      const media = track?.mediaStreamTrack
      // Attack: a guest whom the owner has muted, and who sends sound as a camera's: LiveKit holds them to the sources that they name.
      return !media || (media.kind === 'audio' && !SOUND_SOURCES.includes(source)) ? [] : media
    })
    for (const track of stream.getTracks()) if (!received.includes(track)) stream.removeTrack(track)
    for (const track of received) if (!stream.getTracks().includes(track)) stream.addTrack(track)
    return stream
  }

  /** The browser's figures of the first picture that is received; of one who broadcasts, of what is sent. */
  async stats(room: Room): Promise<RTCStatsReport | null> {
    const participants = [...room.remoteParticipants.values(), room.localParticipant]
    const publications = participants.flatMap(each => [...each.videoTrackPublications.values()])
    const track = publications.find(({ videoTrack }) => videoTrack)?.videoTrack
    return (await track?.getRTCStatsReport()) ?? null
  }

  clear(): void {
    this.#streams.clear()
    this.#list = []
  }
}
