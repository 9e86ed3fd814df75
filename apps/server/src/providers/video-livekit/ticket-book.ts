import { randomBytes } from 'node:crypto'
import { DAY_MS } from '@parley/contract'
import type { JoinGrant } from '../../domains/calls/video-provider.ts'
import type { Role } from './options.ts'

interface Ticket {
  number: number
  roomId: string
  identity: string
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
  #tickets = new Map<number, Ticket>()
  /** Guests whom the owner has muted, by room. */
  #muted = new Map<string, Set<string>>()
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
    const given = { number, roomId, identity, role: roleOf(grant), isEarly: grant.isEarly ?? false }
    this.#tickets.set(number, { ...given, expiresAtMs, isUsed: false })
    // This process may have begun after the mute. A grant without one takes none back: it may have been decided
    // before the mute.
    if (grant.isMuted) this.setMuted(roomId, identity, true)
    return `${this.issuer}.${number}`
  }

  /** Checks the ticket of a participant; their older tickets become invalid once it is used. */
  judge(shown: { ticket: string | undefined; roomId: string; identity: string }): Verdict {
    const [issuer = '', number = ''] = (shown.ticket ?? '').split('.')
    if (issuer !== this.issuer) return { is: 'foreign', issuer }
    const ticket = this.#tickets.get(Number(number))
    const isTheirs = ticket?.roomId === shown.roomId && ticket.identity === shown.identity
    if (!ticket || !isTheirs || (!ticket.isUsed && ticket.expiresAtMs <= this.#now())) {
      return { is: 'void', reason: this.#reasons.get(Number(number))?.reason ?? UNKNOWN }
    }
    ticket.isUsed = true
    const isOlder = (each: Ticket) => each.number < ticket.number && isOf(each, shown.roomId, shown.identity)
    this.#strike(isOlder, 'replaced')
    const isMuted = this.isMuted(shown.roomId, shown.identity)
    return ticket.isEarly ? { is: 'early' } : { is: 'good', role: ticket.role, isMuted }
  }

  /** Mutes or unmutes a guest, for every ticket that they use, until the tickets that they hold are void. */
  setMuted(roomId: string, identity: string, isMuted: boolean): void {
    const muted = this.#muted.get(roomId) ?? new Set()
    if (isMuted) this.#muted.set(roomId, muted.add(identity))
    else if (muted.delete(identity) && muted.size === 0) this.#muted.delete(roomId)
  }

  isMuted(roomId: string, identity: string): boolean {
    return this.#muted.get(roomId)?.has(identity) ?? false
  }

  /** Begins the turn of a person: their waiting tickets become valid. */
  admitEarly(roomId: string, identity: string): void {
    for (const ticket of this.#tickets.values()) if (isOf(ticket, roomId, identity)) ticket.isEarly = false
  }

  /** Invalidates the tickets of one person for a room, or of everyone; a mute ends with it. */
  void(roomId: string, identity: string | 'everyone', reason: string): void {
    const isMeant = (each: Ticket) =>
      identity === 'everyone' ? each.roomId === roomId : isOf(each, roomId, identity)
    this.#strike(isMeant, reason)
    if (identity === 'everyone') this.#muted.delete(roomId)
    else this.setMuted(roomId, identity, false)
  }

  /** Whether an unused ticket for the room exists. */
  isAwaited(roomId: string): boolean {
    this.#removeExpired()
    return [...this.#tickets.values()].some(ticket => ticket.roomId === roomId && !ticket.isUsed)
  }

  #strike(isStruck: (ticket: Ticket) => boolean, reason: string): void {
    const untilMs = this.#now() + REMEMBERED_MS
    for (const ticket of this.#tickets.values()) {
      if (!isStruck(ticket)) continue
      this.#tickets.delete(ticket.number)
      this.#reasons.set(ticket.number, { reason, untilMs })
    }
  }

  /** Those in use stand until their room is closed, and those whose holders left a room that nobody closed for days. */
  #removeExpired(): void {
    const nowMs = this.#now()
    const endsAtMs = ({ expiresAtMs, isUsed }: Ticket) => expiresAtMs + (isUsed ? USED_KEPT_MS : 0)
    this.#strike(ticket => endsAtMs(ticket) <= nowMs, UNKNOWN)
    for (const [number, { untilMs }] of this.#reasons) if (untilMs <= nowMs) this.#reasons.delete(number)
  }
}

function isOf(ticket: Ticket, roomId: string, identity: string): boolean {
  return ticket.roomId === roomId && ticket.identity === identity
}

/** The purpose of a ticket. */
export function roleOf({ kind, canPublish, isGuest }: Omit<JoinGrant, 'expiresInMs'>): Role {
  if (kind === 'call') return 'party'
  if (isGuest) return 'guest'
  return canPublish ? 'host' : 'viewer'
}
