import { closeCodes } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import type { CallClock } from '../clock/call-clock.ts'
import type { CallsDeps } from '../deps.ts'
import type { VideoEvent } from '../video-provider.ts'
import type { CallPresence } from './call-presence.ts'

interface Join {
  roomId: string
  personId: string
  loginId: string
  /** Since when they wait for a turn, or for this process to watch the clock; null where it watches it. */
  earlySinceMs: number | null
}

/** Nobody waits for longer. */
const EARLY_KEPT_MS = 3_600_000

interface LoginWatchOptions {
  presence: CallPresence
  callClock: CallClock
}

/**
 * Ends sockets and media of revoked logins; media may outlive the socket through which it was joined. Sockets of
 * people who changed their username continue under the new one.
 */
export class LoginWatch {
  #deps: CallsDeps
  #options: LoginWatchOptions
  #joins = new Map<string, Join>()

  constructor(deps: CallsDeps, options: LoginWatchOptions) {
    this.#deps = deps
    this.#options = options
  }

  /** Remembers by which login someone was let into a video room. */
  noteJoin(roomId: string, person: Person, when: 'now' | 'early' = 'now'): void {
    const { id: personId, loginId } = person
    const earlySinceMs = when === 'early' ? performance.now() : null
    this.#joins.set(`${roomId} ${personId}`, { roomId, personId, loginId, earlySinceMs })
  }

  /** Attack: media by a login that is revoked after the process that admitted the person has ended. */
  handleEvent(event: VideoEvent): void {
    if (event.type !== 'participant-joined' && event.type !== 'participant-left') return
    const { type, roomId, identity: personId, loginId } = event
    if (loginId === undefined) return
    const key = `${roomId} ${personId}`
    if (type === 'participant-joined')
      this.#joins.set(key, { roomId, personId, loginId, earlySinceMs: performance.now() })
    else if (this.#joins.get(key)?.loginId === loginId) this.#joins.delete(key)
  }

  /** Those who waited for a turn are in it. */
  noteBegun(roomId: string): void {
    for (const join of this.#joins.values()) if (join.roomId === roomId) join.earlySinceMs = null
  }

  /** Checks all logins with one query and removes invalid ones. */
  async check(): Promise<void> {
    const { presence, callClock } = this.#options
    for (const [key, join] of this.#joins)
      if (!callClock.room(join.roomId) && !waits(join)) this.#joins.delete(key)
    const members = presence.members()
    const logins = new Set([
      ...members.map(({ socket }) => socket.person.loginId),
      ...[...this.#joins.values()].map(join => join.loginId),
    ])
    const standing = await this.#deps.activeLogins([...logins])
    const revoked = new Set([...logins].filter(loginId => !standing.has(loginId)))
    for (const { socket } of members) {
      if (revoked.has(socket.person.loginId)) socket.close(closeCodes.badToken, 'logged out')
    }
    await presence.handleNames(standing)
    await Promise.all([...this.#joins].map(([key, join]) => this.#remove(key, join, revoked)))
  }

  async #remove(key: string, join: Join, revoked: ReadonlySet<string>): Promise<void> {
    if (!revoked.has(join.loginId)) return
    await this.#deps.video.removeParticipant(join.roomId, join.personId, 'logged out')
    if (this.#joins.get(key) === join) this.#joins.delete(key)
  }
}

const waits = ({ earlySinceMs }: Join) =>
  earlySinceMs !== null && performance.now() - earlySinceMs < EARLY_KEPT_MS
