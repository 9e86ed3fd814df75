import type { MediaServerMessage } from '@parley/contract/media-signalling'
import type { RemoteParticipant } from './video-room.ts'

interface Publisher {
  stream: MediaStream
  holder: { identity: string; flowing: boolean } | null
}

/** Who publishes in which slot, and the stream of each slot, which stays the same while its tracks change. */
export class RemotePublishers {
  #publishers = new Map<string, Publisher>()

  #publisher(name: string): Publisher {
    const known = this.#publishers.get(name)
    if (known) return known
    const publisher: Publisher = { stream: new MediaStream(), holder: null }
    this.#publishers.set(name, publisher)
    return publisher
  }

  handle(message: Extract<MediaServerMessage, { type: 'media.peer' }>): void {
    const publisher = this.#publisher(message.seat)
    if (message.state !== 'left')
      publisher.holder = { identity: message.identity, flowing: message.state === 'live' }
    else if (publisher.holder?.identity === message.identity) publisher.holder = null
  }

  /**
   * Clears who publishes in which slot, but keeps the streams: after a new join the server sends it again, and slots
   * may have changed.
   */
  vacate(): void {
    for (const publisher of this.#publishers.values()) publisher.holder = null
  }

  /**
   * Replaces the tracks by those of a new connection, the old ones first: both have the same ids, and a stream accepts
   * an id only once.
   */
  show(tracks: ReadonlyMap<string, readonly MediaStreamTrack[]>): void {
    for (const [name, received] of tracks) {
      const { stream } = this.#publisher(name)
      for (const track of stream.getTracks()) stream.removeTrack(track)
      for (const track of received) stream.addTrack(track)
    }
  }

  list(): RemoteParticipant[] {
    return [...this.#publishers.values()].flatMap(({ holder, stream }) =>
      holder ? [{ ...holder, stream }] : [],
    )
  }

  clear(): void {
    this.#publishers.clear()
  }
}
