import { arrivalsRead, type Clock } from '../../../core/clock.ts'
import type { JoinGrant, JoinTicket, ParticipantMedia, VideoEvent, VideoProvider } from '../video-provider.ts'

/**
 * A video provider without media: a test says who joins, flows and stalls, and it answers and reports as a real one
 * does.
 */
export interface ScriptedVideo extends VideoProvider {
  /** Joins with a ticket, media flowing; throws when the ticket is void. */
  join(ticket: JoinTicket): void
  /** Somebody comes whom another process let in, with media flowing. */
  joinElsewhere(roomId: string, person: { identity: string; loginId: string }): void
  /** Media of these people flows from now on; they are in the room. */
  flow(roomId: string, ...identities: string[]): void
  /** From now on `flow` reports media that began so many ms ago, as a report does that waited. */
  flowsSince(agoMs: number): void
  /** The last packet came so many ms ago. */
  stall(roomId: string, identity: string, agoMs?: number): void
  leave(roomId: string, identity: string): void
  /** The process that carries the media dies: all media stops at once. */
  die(): void
  /** From now on it fails to answer, or answers again. */
  answers(state: 'works' | 'fails'): void
  /** What a ticket allows; undefined when it is void. */
  grantOf(ticket: JoinTicket): JoinGrant | undefined
  closedRooms: string[]
  /** Who waits in a room for their turn. */
  waiting(roomId: string): string[]
}

export function createScriptedVideo(clock: Clock): ScriptedVideo {
  const rooms = new Map<string, Map<string, ParticipantMedia>>()
  const grants = new Map<string, JoinGrant>()
  /** Who came early, by room. */
  const waiting = new Map<string, Set<string>>()
  const listeners = new Set<(event: VideoEvent) => void>()
  const closedRooms: string[] = []
  let tokens = 0
  let waitedMs = 0
  let state: 'works' | 'fails' = 'works'
  const nowMs = () => clock.now().getTime()
  const emit = (event: VideoEvent) => {
    for (const listener of listeners) listener(event)
  }

  function setFlow(
    roomId: string,
    identity: string,
    flow: { is: boolean; sinceMs: number; loginId?: string },
  ): void {
    const room = rooms.get(roomId) ?? new Map<string, ParticipantMedia>()
    rooms.set(roomId, room)
    const isNew = !room.has(identity)
    room.set(identity, { identity, joined: true, mediaFlowing: flow.is, sinceMs: flow.sinceMs })
    const { sinceMs: atMs, loginId } = flow
    if (isNew) emit({ type: 'participant-joined', roomId, identity, atMs, ...(loginId ? { loginId } : {}) })
    emit({ type: flow.is ? 'media-live' : 'media-stalled', roomId, identity, atMs })
  }

  function leave(roomId: string, identity: string): void {
    if (!rooms.get(roomId)?.delete(identity)) return
    const atMs = nowMs()
    emit({ type: 'media-stalled', roomId, identity, atMs })
    emit({ type: 'participant-left', roomId, identity, atMs })
  }

  function voidTokens(isVoid: (grant: JoinGrant) => boolean): void {
    for (const [token, grant] of grants) if (isVoid(grant)) grants.delete(token)
  }

  return {
    name: 'embedded',
    closedRooms,
    grantOf: ({ token }) => grants.get(token),
    waiting: roomId => [...(waiting.get(roomId) ?? [])].sort(),
    async issueJoin(grant) {
      const token = `token-${++tokens}`
      grants.set(token, { ...grant })
      return { provider: 'embedded', url: 'ws://localhost/video/', token, room: grant.roomId }
    },
    async admitEarly(roomId, identities) {
      for (const grant of grants.values())
        if (grant.roomId === roomId && identities.includes(grant.identity)) grant.isEarly = false
      for (const identity of identities)
        if (waiting.get(roomId)?.delete(identity)) setFlow(roomId, identity, { is: true, sinceMs: nowMs() })
    },
    setMuted: async () => undefined,
    async removeParticipant(roomId, identity) {
      voidTokens(grant => grant.roomId === roomId && grant.identity === identity)
      waiting.get(roomId)?.delete(identity)
      leave(roomId, identity)
    },
    async closeRoom(roomId) {
      closedRooms.push(roomId)
      voidTokens(grant => grant.roomId === roomId)
      waiting.delete(roomId)
      for (const identity of [...(rooms.get(roomId)?.keys() ?? [])]) leave(roomId, identity)
    },
    async roomMedia(roomId) {
      await arrivalsRead()
      if (state === 'fails') throw new Error('the provider does not answer')
      return [...(rooms.get(roomId)?.values() ?? [])]
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    health: async () => ({ ok: true, figures: {} }),
    close: async () => undefined,
    join({ token }) {
      const grant = grants.get(token)
      if (!grant) throw new Error('this ticket is void')
      grants.delete(token)
      const { roomId, identity, isEarly } = grant
      if (isEarly) {
        leave(roomId, identity)
        waiting.set(roomId, (waiting.get(roomId) ?? new Set()).add(identity))
        return
      }
      setFlow(grant.roomId, grant.identity, { is: true, sinceMs: nowMs() })
    },
    joinElsewhere(roomId, { identity, loginId }) {
      setFlow(roomId, identity, { is: true, sinceMs: nowMs(), loginId })
    },
    flow(roomId, ...identities) {
      for (const identity of identities) setFlow(roomId, identity, { is: true, sinceMs: nowMs() - waitedMs })
    },
    flowsSince(agoMs) {
      waitedMs = agoMs
    },
    stall: (roomId, identity, agoMs = 0) =>
      setFlow(roomId, identity, { is: false, sinceMs: nowMs() - agoMs }),
    leave,
    die() {
      const sinceMs = nowMs()
      for (const [roomId, room] of rooms) {
        for (const identity of room.keys()) setFlow(roomId, identity, { is: false, sinceMs })
      }
    },
    answers: now => {
      state = now
    },
  }
}
