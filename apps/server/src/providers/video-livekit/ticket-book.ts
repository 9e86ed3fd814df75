import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@parley/contract'
import type { JoinGrant } from '../../domains/calls/video-provider.ts'
import type { Role } from './options.ts'

interface Ticket {
  number: number
  role: Role
  expiresAtMs: number
  /** Its holder waits until they are let in. */
  isEarly: boolean
  /** Whether somebody came by it. */
  isUsed: boolean
}

/** Whether a ticket is valid. */
export type Verdict =
  | { is: 'good'; role: Role; isMuted: boolean }
  | { is: 'early' }
  /** `reason` says why, for a participant who did not get it at the time. */
  | { is: 'void'; reason: string }
  | { is: 'foreign'; issuer: string }

/** LiveKit's renewed tokens live for ten minutes. */
const REMEMBERED_MS = 600_000
/** No call has more time than a day, and who comes before it begins does not wait that long. */
const USED_KEPT_MS = 2 * DAY_MS
/** What has expired is looked for so often at most: each search looks at every ticket. */
const SEARCHED_EVERY_MS = 60_000
const UNKNOWN = 'refused'

/**
 * The tickets that this process issued. Nobody can revoke LiveKit's own tokens, and LiveKit renews them for every
 * participant, so a token grants nothing but a place to wait; the holder of a valid ticket of this book is admitted.
 * The book ends with its process, and with it every unused ticket.
 */
export class TicketBook {
  readonly issuer = randomBytes(9).toString('base64url')
  #now: () => number
  #issued = 0
  /** By room and identity, the older ones first. */
  #rooms = new Map<string, Map<string, Ticket[]>>()
  #searchedAtMs = 0
  /** Guests whom the owner has muted, by room, and when. */
  #muted = new Map<string, Map<string, number>>()
  /** The reasons of invalid tickets that a participant may still use. */
  #reasons = new Map<number, { reason: string; untilMs: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The name of a new ticket. */
  issue(grant: JoinGrant, lifeMs: number): string {
    this.#removeExpired()
    const { roomId, identity } = grant
    const number = ++this.#issued
    const expiresAtMs = this.#now() + lifeMs
    const given = { number, role: roleOf(grant), isEarly: grant.isEarly ?? false }
    const ticket = { ...given, expiresAtMs, isUsed: false }
    const room = this.#rooms.get(roomId) ?? new Map<string, Ticket[]>()
    const held = room.get(identity)
    if (held) held.push(ticket)
    else room.set(identity, [ticket])
    this.#rooms.set(roomId, room)
    // This process may have begun after the mute. A grant without one takes none back: it may have been decided
    // before the mute.
    if (grant.isMuted) this.setMuted(roomId, identity, true)
    return `${this.issuer}.${number}`
  }

  /** Checks the ticket of a participant; their older tickets become invalid once it is used. */
  judge(shown: { ticket: string | undefined; roomId: string; identity: string }): Verdict {
    const [issuer = '', number = ''] = (shown.ticket ?? '').split('.')
    if (issuer !== this.issuer) return { is: 'foreign', issuer }
    const ticket = this.#of(shown.roomId, shown.identity).find(each => String(each.number) === number)
    if (!ticket || (!ticket.isUsed && ticket.expiresAtMs <= this.#now())) {
      return { is: 'void', reason: this.#reasons.get(Number(number))?.reason ?? UNKNOWN }
    }
    ticket.isUsed = true
    this.#strike(shown.roomId, shown.identity, {
      isStruck: each => each.number < ticket.number,
      reason: 'replaced',
    })
    const isMuted = this.isMuted(shown.roomId, shown.identity)
    return ticket.isEarly ? { is: 'early' } : { is: 'good', role: ticket.role, isMuted }
  }

  /** Mutes or unmutes a guest, for every ticket that they use, until the tickets that they hold are void. */
  setMuted(roomId: string, identity: string, isMuted: boolean): void {
    // Other processes tell of mutes too, in rooms for which this one may issue no ticket.
    this.#removeExpired()
    const muted = this.#muted.get(roomId) ?? new Map<string, number>()
    if (isMuted) this.#muted.set(roomId, muted.set(identity, this.#now()))
    else if (muted.delete(identity) && muted.size === 0) this.#muted.delete(roomId)
  }

  isMuted(roomId: string, identity: string): boolean {
    return this.#muted.get(roomId)?.has(identity) ?? false
  }

  /** Begins the turn of a person: their waiting tickets become valid. */
  admitEarly(roomId: string, identity: string): void {
    for (const ticket of this.#of(roomId, identity)) ticket.isEarly = false
  }

  /** Invalidates the tickets of one person for a room, or of everyone; a mute ends with it. */
  void(roomId: string, identity: string | 'everyone', reason: string): void {
    const meant = identity === 'everyone' ? this.#identitiesIn(roomId) : [identity]
    for (const each of meant) this.#strike(roomId, each, { isStruck: () => true, reason })
    if (identity === 'everyone') this.#muted.delete(roomId)
    else this.setMuted(roomId, identity, false)
  }

  /** Whether an unused ticket for the room exists. */
  isAwaited(roomId: string): boolean {
    const nowMs = this.#now()
    const isWaited = (ticket: Ticket) => !ticket.isUsed && ticket.expiresAtMs > nowMs
    return [...(this.#rooms.get(roomId)?.values() ?? [])].some(tickets => tickets.some(isWaited))
  }

  #of(roomId: string, identity: string): readonly Ticket[] {
    return this.#rooms.get(roomId)?.get(identity) ?? []
  }

  #identitiesIn(roomId: string): string[] {
    return [...(this.#rooms.get(roomId)?.keys() ?? [])]
  }

  #strike(
    roomId: string,
    identity: string,
    { isStruck, reason }: { isStruck: (ticket: Ticket) => boolean; reason: string },
  ): void {
    const untilMs = this.#now() + REMEMBERED_MS
    const room = this.#rooms.get(roomId)
    const kept: Ticket[] = []
    for (const ticket of this.#of(roomId, identity)) {
      if (isStruck(ticket)) this.#reasons.set(ticket.number, { reason, untilMs })
      else kept.push(ticket)
    }
    if (kept.length > 0) room?.set(identity, kept)
    else room?.delete(identity)
    if (room?.size === 0) this.#rooms.delete(roomId)
  }

  /** What is in use, and a mute, stand until the room is closed, and in a room that nobody closes for days. */
  #removeExpired(): void {
    const nowMs = this.#now()
    if (nowMs - this.#searchedAtMs < SEARCHED_EVERY_MS) return
    this.#searchedAtMs = nowMs
    const endsAtMs = ({ expiresAtMs, isUsed }: Ticket) => expiresAtMs + (isUsed ? USED_KEPT_MS : 0)
    const over = { isStruck: (ticket: Ticket) => endsAtMs(ticket) <= nowMs, reason: UNKNOWN }
    for (const roomId of [...this.#rooms.keys()])
      for (const identity of this.#identitiesIn(roomId)) this.#strike(roomId, identity, over)
    for (const [number, { untilMs }] of this.#reasons) if (untilMs <= nowMs) this.#reasons.delete(number)
    for (const [roomId, muted] of this.#muted)
      for (const [identity, atMs] of muted)
        if (atMs + USED_KEPT_MS <= nowMs) this.setMuted(roomId, identity, false)
  }
}

/** The purpose of a ticket. */
export function roleOf({ kind, canPublish, isGuest }: Omit<JoinGrant, 'expiresInMs'>): Role {
  if (kind === 'call') return 'party'
  if (isGuest) return 'guest'
  return canPublish ? 'host' : 'viewer'
}
