import { randomBytes } from 'node:crypto'
import type { JoinGrant } from '../../domains/calls/video-provider.ts'
import type { Role } from './options.ts'

interface Ticket {
  number: number
  roomId: string
  identity: string
  role: Role
  expiresAtMs: number
  /** Whether somebody came by it. */
  isUsed: boolean
}

/** What a ticket is worth to whoever shows it. */
export type Verdict = { is: 'good'; role: Role } | { is: 'void' } | { is: 'foreign'; issuer: string }

/**
 * The tickets this process gave out. LiveKit's own tokens cannot be taken back and are renewed by LiveKit for everyone who is in, so a
 * token grants nothing but a place to wait; who holds a ticket of this book that stands is let in. A process that ends takes its book with
 * it, and with it every ticket that was not used.
 */
export class TicketBook {
  readonly issuer = randomBytes(9).toString('base64url')
  #now: () => number
  #issued = 0
  #tickets = new Map<number, Ticket>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The name of a new ticket. */
  issue(grant: JoinGrant, lifeMs: number): string {
    this.#forgetExpired()
    const { roomId, identity } = grant
    const number = ++this.#issued
    const expiresAtMs = this.#now() + lifeMs
    this.#tickets.set(number, { number, roomId, identity, role: roleOf(grant), expiresAtMs, isUsed: false })
    return `${this.issuer}.${number}`
  }

  /** Judges a ticket that somebody came with; older ones of theirs are void once it is used. */
  judge(shown: { ticket: string | undefined; roomId: string; identity: string }): Verdict {
    const [issuer = '', number = ''] = (shown.ticket ?? '').split('.')
    if (issuer !== this.issuer) return { is: 'foreign', issuer }
    const ticket = this.#tickets.get(Number(number))
    const isTheirs = ticket?.roomId === shown.roomId && ticket.identity === shown.identity
    if (!ticket || !isTheirs || (!ticket.isUsed && ticket.expiresAtMs <= this.#now())) return { is: 'void' }
    ticket.isUsed = true
    this.#strike(each => each.number < ticket.number && isOf(each, shown.roomId, shown.identity))
    return { is: 'good', role: ticket.role }
  }

  /** Voids what was given to one person for a room, or to everyone. */
  void(roomId: string, identity: string | 'everyone'): void {
    this.#strike(each => (identity === 'everyone' ? each.roomId === roomId : isOf(each, roomId, identity)))
  }

  /** Whether somebody may yet come to the room by a ticket that was not used. */
  isAwaited(roomId: string): boolean {
    this.#forgetExpired()
    return [...this.#tickets.values()].some(ticket => ticket.roomId === roomId && !ticket.isUsed)
  }

  #strike(isStruck: (ticket: Ticket) => boolean): void {
    for (const ticket of this.#tickets.values()) if (isStruck(ticket)) this.#tickets.delete(ticket.number)
  }

  /** Those in use stand for as long as their room is attended. */
  #forgetExpired(): void {
    const nowMs = this.#now()
    this.#strike(ticket => !ticket.isUsed && ticket.expiresAtMs <= nowMs)
  }
}

function isOf(ticket: Ticket, roomId: string, identity: string): boolean {
  return ticket.roomId === roomId && ticket.identity === identity
}

function roleOf({ kind, canPublish }: JoinGrant): Role {
  if (kind === 'call') return 'party'
  return canPublish ? 'host' : 'viewer'
}
