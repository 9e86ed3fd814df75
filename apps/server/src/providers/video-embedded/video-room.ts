import type { MediaServerMessage } from '@parley/contract/media-signalling'
import type { ParticipantMedia } from '../../domains/calls/video-provider.ts'
import type { JoinClaims } from './join-token.ts'
import type { ParticipantSocket } from './participant-socket.ts'
import type { WorkerProcess } from './worker-process.ts'

const SLOTS = ['a', 'b'] as const
/** Of a broadcast's owner. */
const OWN_SLOT = 'a'

/** The slots that somebody may take: of a call either, at a broadcast the owner the one and a guest the other. */
function slotsOf({ kind, isGuest }: JoinClaims): readonly string[] {
  if (kind === 'call') return SLOTS
  return isGuest ? ['b'] : ['a']
}

/** How many videos a page and its browser can send of one camera; an older page can send one. */
export type Sizes = 'one' | 'two'

export interface Participant {
  readonly room: VideoRoom
  readonly claims: JoinClaims
  readonly slot: string | null
  readonly sizes: Sizes
  /** The slots whose video they are sent in small. */
  readonly small: Set<string>
  socket: ParticipantSocket | null
  /** Where their connection is, or will be when that worker is up. */
  worker: WorkerProcess | null
  /** The current connection in the worker, and how many there were. */
  peer: string | null
  generation: number
  /** They wait for their turn, invisible to everybody else. */
  isEarly: boolean
  /** Whether the owner muted them. */
  isMuted: boolean
  /** Whether joining was announced, so that leaving is. */
  announced: boolean
  connected: boolean
  flowing: boolean
  sinceMs: number
  rejoinedMs: number
}

/** Who is in one room, and who holds which slot. */
export class VideoRoom {
  readonly id: string
  readonly kind: JoinClaims['kind']
  /** Where all of a call is, and the host of an event. */
  readonly worker: WorkerProcess
  /** Other workers, which were instructed to get the event's streams for their viewers. */
  readonly relays = new Set<WorkerProcess>()
  /** The owner's last mute of a guest in this room. */
  readonly muted = new Map<string, boolean>()
  readonly participants = new Map<string, Participant>()
  #holders = new Map<string, string>()

  constructor(claims: JoinClaims, worker: WorkerProcess) {
    this.id = claims.roomId
    this.kind = claims.kind
    this.worker = worker
  }

  get slots(): readonly string[] {
    return SLOTS
  }

  /**
   * The slot of an identity that may publish: its old slot, a free one, or one whose holder is absent; null when all
   * are taken.
   */
  #slotFor(claims: JoinClaims): string | null {
    const { identity } = claims
    const slots = slotsOf(claims)
    const own = slots.find(slot => this.#holders.get(slot) === identity)
    const free = slots.find(slot => !this.#holders.has(slot))
    // A guest who stepped down watches on, without the slot.
    const absent = slots.find(slot => this.participants.get(this.#holders.get(slot) ?? '')?.slot !== slot)
    const slot = own ?? free ?? absent ?? null
    if (slot !== null) this.#holders.set(slot, identity)
    return slot
  }

  /** Adds a participant; null if they may publish and no slot is free. */
  enter(claims: JoinClaims, sizes: Sizes, nowMs: number): Participant | null {
    const slot = claims.canPublish ? this.#slotFor(claims) : null
    if (claims.canPublish && slot === null) return null
    const participant: Participant = {
      room: this,
      claims,
      slot,
      sizes: this.kind === 'broadcast' ? sizes : 'one',
      small: new Set(),
      socket: null,
      worker: null,
      peer: null,
      generation: 0,
      isEarly: claims.isEarly ?? false,
      // A token from before the mute does not have it.
      isMuted: this.muted.get(claims.identity) ?? claims.isMuted ?? false,
      announced: false,
      connected: false,
      flowing: false,
      sinceMs: nowMs,
      rejoinedMs: Number.NEGATIVE_INFINITY,
    }
    this.participants.set(claims.identity, participant)
    return participant
  }

  /** The slots a participant sees: all but their own. */
  seen({ claims, slot }: Participant): string[] {
    return claims.canSubscribe ? SLOTS.filter(other => other !== slot) : []
  }

  /** Informs those who see a slot about its holder; viewers are never informed of each other. */
  notifyAbout(participant: Participant, state: 'live' | 'stalled' | 'left'): void {
    const { slot, claims } = participant
    if (slot === null) return
    const message: MediaServerMessage = { type: 'media.peer', seat: slot, identity: claims.identity, state }
    for (const other of this.participants.values())
      if (!other.isEarly && this.seen(other).includes(slot)) other.socket?.send(message)
  }

  /** Sends a newcomer who publishes in which slot. */
  notifyNewcomer(newcomer: Participant): void {
    const seen = this.seen(newcomer)
    for (const { slot, claims, flowing, isEarly } of this.participants.values()) {
      if (slot === null || isEarly || !seen.includes(slot)) continue
      newcomer.socket?.send({
        type: 'media.peer',
        seat: slot,
        identity: claims.identity,
        state: flowing ? 'live' : 'stalled',
      })
    }
  }

  /** How many are connected and see the owner of this broadcast, by size. */
  sizesWatched(): { large: number; small: number } {
    const watching = [...this.participants.values()].filter(
      each => each.connected && this.seen(each).includes(OWN_SLOT),
    )
    const small = watching.filter(each => each.small.has(OWN_SLOT)).length
    return { large: watching.length - small, small }
  }

  media(): ParticipantMedia[] {
    const there = [...this.participants.values()].filter(({ isEarly }) => !isEarly)
    return there.map(({ claims, connected, flowing, sinceMs }) => ({
      identity: claims.identity,
      joined: connected,
      mediaFlowing: flowing,
      sinceMs,
    }))
  }
}
