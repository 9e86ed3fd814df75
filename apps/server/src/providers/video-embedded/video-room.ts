import type { MediaServerMessage } from '@parley/contract/media-signalling'
import type { ParticipantMedia } from '../../domains/calls/video-provider.ts'
import type { JoinClaims } from './join-token.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import type { WorkerProcess } from './worker-process.ts'

const SEATS = { call: ['a', 'b'], broadcast: ['a'] } as const

export interface Participant {
  readonly room: VideoRoom
  readonly claims: JoinClaims
  readonly seat: string | null
  socket: ParticipantSocket | null
  /** The current connection in the worker, and how many there were. */
  peer: string | null
  generation: number
  /** Whether joining was announced, so that leaving is. */
  announced: boolean
  connected: boolean
  flowing: boolean
  sinceMs: number
  rejoinedMs: number
}

/** Who is in one room, and who holds which seat. */
export class VideoRoom {
  readonly id: string
  readonly kind: JoinClaims['kind']
  readonly worker: WorkerProcess
  readonly participants = new Map<string, Participant>()
  #holders = new Map<string, string>()

  constructor(claims: JoinClaims, worker: WorkerProcess) {
    this.id = claims.roomId
    this.kind = claims.kind
    this.worker = worker
  }

  /** Seats an identity that may publish: its old seat, a free one, or one whose holder is absent; null when all are taken. */
  #seatFor(identity: string): string | null {
    const seats = SEATS[this.kind]
    const own = seats.find(seat => this.#holders.get(seat) === identity)
    const free = seats.find(seat => !this.#holders.has(seat))
    const absent = seats.find(seat => !this.participants.has(this.#holders.get(seat) ?? ''))
    const seat = own ?? free ?? absent ?? null
    if (seat !== null) this.#holders.set(seat, identity)
    return seat
  }

  /** Takes someone in; null when they may publish and no seat is left. */
  enter(claims: JoinClaims, nowMs: number): Participant | null {
    const seat = claims.canPublish ? this.#seatFor(claims.identity) : null
    if (claims.canPublish && seat === null) return null
    const participant: Participant = {
      room: this,
      claims,
      seat,
      socket: null,
      peer: null,
      generation: 0,
      announced: false,
      connected: false,
      flowing: false,
      sinceMs: nowMs,
      rejoinedMs: Number.NEGATIVE_INFINITY,
    }
    this.participants.set(claims.identity, participant)
    return participant
  }

  /** The seats a participant sees: all but their own. */
  seen({ claims, seat }: Participant): string[] {
    return claims.canSubscribe ? SEATS[this.kind].filter(other => other !== seat) : []
  }

  /** Tells those who see a seat about its holder; viewers are never told of each other. */
  tellAbout(participant: Participant, state: 'live' | 'stalled' | 'left'): void {
    const { seat, claims } = participant
    if (seat === null) return
    const message: MediaServerMessage = { type: 'media.peer', seat, identity: claims.identity, state }
    for (const other of this.participants.values())
      if (this.seen(other).includes(seat)) other.socket?.send(message)
  }

  /** Tells a newcomer who already sits where. */
  tellNewcomer(newcomer: Participant): void {
    const seen = this.seen(newcomer)
    for (const { seat, claims, flowing } of this.participants.values()) {
      if (seat === null || !seen.includes(seat)) continue
      newcomer.socket?.send({
        type: 'media.peer',
        seat,
        identity: claims.identity,
        state: flowing ? 'live' : 'stalled',
      })
    }
  }

  media(): ParticipantMedia[] {
    return [...this.participants.values()].map(({ claims, connected, flowing, sinceMs }) => ({
      identity: claims.identity,
      joined: connected,
      mediaFlowing: flowing,
      sinceMs,
    }))
  }
}
