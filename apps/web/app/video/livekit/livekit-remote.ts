import { type RemoteParticipant as LivekitParticipant, type Room, Track } from 'livekit-client'
import type { RemoteParticipant } from '../video-room.ts'

/** A mute forbids these sources, and only audio of these sources is played. */
const SOUND_SOURCES = [Track.Source.Microphone, Track.Source.ScreenShareAudio]

/** The other participants of a LiveKit room, each with a stream that stays the same while its tracks change. */
export class RemoteStreams {
  #streams = new Map<string, MediaStream>()
  #list: RemoteParticipant[] = []

  list(): RemoteParticipant[] {
    return this.#list
  }

  /** Updates the streams to the received tracks. */
  update(room: Room): RemoteParticipant[] {
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
      // Attack: a guest whom the owner has muted sends audio with the source of a camera: LiveKit only checks the
      // source that they name.
      return !media || (media.kind === 'audio' && !SOUND_SOURCES.includes(source)) ? [] : media
    })
    for (const track of stream.getTracks()) if (!received.includes(track)) stream.removeTrack(track)
    for (const track of received) if (!stream.getTracks().includes(track)) stream.addTrack(track)
    return stream
  }

  /** The browser's statistics of the first received video; for a broadcaster, of the sent one. */
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
