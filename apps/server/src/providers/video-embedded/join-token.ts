import { createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { JOIN_TTL_MAX_MS, type JoinGrant } from '../../domains/calls/video-provider.ts'

export interface JoinClaims {
  roomId: string
  identity: string
  kind: JoinGrant['kind']
  canPublish: boolean
  canSubscribe: boolean
  isGuest?: boolean
  isEarly?: boolean
  isMuted?: boolean
}

interface Issued extends JoinClaims {
  expiresAtMs: number
  number: number
}

interface JoinTokenDeps {
  /** The keys of now: the first one signs, all verify. */
  keys: () => readonly KeyObject[]
  now: () => number
}

/**
 * Join tokens: signed, bound to room, identity and grants, good for one join. Signed for this process alone, so that a
 * restart, which forgets who was removed, voids every token issued before it.
 */
export class JoinTokens {
  readonly #keys: JoinTokenDeps['keys']
  readonly #process = randomBytes(32)
  #now: () => number
  #issued = 0
  #used = new Map<number, number>()
  #letInUpTo = new Map<string, { number: number; untilMs: number }>()
  #voidUpTo = new Map<string, { number: number; untilMs: number }>()
  #mutedUpTo = new Map<string, { number: number; untilMs: number; isMuted: boolean }>()

  constructor({ keys, now }: JoinTokenDeps) {
    this.#keys = keys
    this.#now = now
  }

  issue(grant: JoinGrant): string {
    const { expiresInMs, ...claims } = grant
    const lifeMs = Math.min(Math.max(0, expiresInMs), JOIN_TTL_MAX_MS)
    const issued: Issued = { ...claims, expiresAtMs: this.#now() + lifeMs, number: ++this.#issued }
    const body = Buffer.from(JSON.stringify(issued)).toString('base64url')
    const [key] = this.#keys()
    if (!key) throw new Error('there is a key of join tokens')
    return `${body}.${this.#sign(body, key).toString('base64url')}`
  }

  /** The claims of a token that is genuine, in time, unused and not void, which thereby is used; else null. */
  redeem(token: string): JoinClaims | null {
    this.#removeExpired()
    const issued = this.#open(token)
    if (!issued || issued.expiresAtMs <= this.#now() || this.#used.has(issued.number)) return null
    for (const key of [issued.roomId, personKey(issued.roomId, issued.identity)]) {
      if (issued.number <= (this.#voidUpTo.get(key)?.number ?? 0)) return null
    }
    this.#used.set(issued.number, issued.expiresAtMs)
    const { roomId, identity, kind, canPublish, canSubscribe, isGuest } = issued
    const isEarly =
      issued.isEarly && issued.number > (this.#letInUpTo.get(personKey(roomId, identity))?.number ?? 0)
    const mute = this.#mutedUpTo.get(personKey(roomId, identity))
    const isMuted = mute && issued.number <= mute.number ? mute.isMuted : issued.isMuted
    const more = {
      ...(isGuest ? { isGuest } : {}),
      ...(isEarly ? { isEarly } : {}),
      ...(isMuted ? { isMuted } : {}),
    }
    return { roomId, identity, kind, canPublish, canSubscribe, ...more }
  }

  /** The tickets of a person who waited become valid for the room. */
  admitEarly(roomId: string, identity: string): void {
    const until = { number: this.#issued, untilMs: this.#now() + JOIN_TTL_MAX_MS }
    this.#letInUpTo.set(personKey(roomId, identity), until)
  }

  /**
   * The owner mutes a guest, or lets them be heard. Attack: a muted guest who comes by a token from before, when nobody
   * else is in the room.
   */
  setMuted(roomId: string, identity: string, isMuted: boolean): void {
    const until = { number: this.#issued, untilMs: this.#now() + JOIN_TTL_MAX_MS }
    this.#mutedUpTo.set(personKey(roomId, identity), { ...until, isMuted })
  }

  voidRoom(roomId: string): void {
    this.#voidUpTo.set(roomId, { number: this.#issued, untilMs: this.#now() + JOIN_TTL_MAX_MS })
  }

  voidPerson(roomId: string, identity: string): void {
    this.#voidUpTo.set(personKey(roomId, identity), {
      number: this.#issued,
      untilMs: this.#now() + JOIN_TTL_MAX_MS,
    })
  }

  #sign(body: string, key: KeyObject): Buffer {
    return createHmac('sha256', key).update(this.#process).update(body).digest()
  }

  #open(token: string): Issued | null {
    const [body = '', signature = ''] = token.split('.')
    const given = Buffer.from(signature, 'base64url')
    const isGenuine = this.#keys().some(key => {
      const expected = this.#sign(body, key)
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
    if (!isGenuine) return null
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Issued
  }

  #removeExpired(): void {
    const nowMs = this.#now()
    for (const [number, expiresAtMs] of this.#used) if (expiresAtMs <= nowMs) this.#used.delete(number)
    for (const marks of [this.#voidUpTo, this.#letInUpTo, this.#mutedUpTo])
      for (const [key, { untilMs }] of marks) if (untilMs <= nowMs) marks.delete(key)
  }
}

function personKey(roomId: string, identity: string): string {
  return JSON.stringify([roomId, identity])
}
