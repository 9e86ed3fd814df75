import type { MediaServerMessage } from '@parley/contract/media-signalling'
import type { RemoteParticipant } from './video-room.ts'

interface Seat {
  stream: MediaStream
  holder: { identity: string; flowing: boolean } | null
}

/** Who sits where, and the stream of each seat, whose tracks change while the stream stays. */
export class RemoteSeats {
  #seats = new Map<string, Seat>()

  #seat(name: string): Seat {
    const known = this.#seats.get(name)
    if (known) return known
    const seat: Seat = { stream: new MediaStream(), holder: null }
    this.#seats.set(name, seat)
    return seat
  }

  take(message: Extract<MediaServerMessage, { type: 'media.peer' }>): void {
    const seat = this.#seat(message.seat)
    if (message.state !== 'left')
      seat.holder = { identity: message.identity, flowing: message.state === 'live' }
    else if (seat.holder?.identity === message.identity) seat.holder = null
  }

  /** Forgets who sits where but not their streams: a server that is joined anew tells it again, and seats may have changed. */
  vacate(): void {
    for (const seat of this.#seats.values()) seat.holder = null
  }

  /** Shows a connection's tracks in place of those before, which go first: both bear the same ids, and a stream takes an id once. */
  show(tracks: ReadonlyMap<string, readonly MediaStreamTrack[]>): void {
    for (const [name, received] of tracks) {
      const { stream } = this.#seat(name)
      for (const track of stream.getTracks()) stream.removeTrack(track)
      for (const track of received) stream.addTrack(track)
    }
  }

  list(): RemoteParticipant[] {
    return [...this.#seats.values()].flatMap(({ holder, stream }) => (holder ? [{ ...holder, stream }] : []))
  }

  clear(): void {
    this.#seats.clear()
  }
}
