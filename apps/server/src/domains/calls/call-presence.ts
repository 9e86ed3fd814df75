import {
  type CallStats,
  closeCodes,
  MESSAGE_CALL_STATS,
  MESSAGE_PRESENCE_STATS,
  type PresenceStats,
} from '@parley/contract'
import type { PersonSocket } from '../../realtime/person-socket.ts'
import type { PresenceEntry } from './bus.ts'
import type { CallsDeps } from './deps.ts'
import type { Side } from './media-flow.ts'
import { hearRoom, type RoomMessage, tellRoom } from './room-messages.ts'
import { isPerformer, type RoomSubject } from './room-subject.ts'
import type { Seen } from './store.ts'

/** An entry outlives the process that made it by at most this. */
const ENTRY_TTL_MS = 30_000

interface Seat {
  socket: PersonSocket
  side: Side
  entry: PresenceEntry
  /** Up to when this person's waiting has been counted. */
  countedMs: number
}

interface LocalRoom {
  subject: RoomSubject
  seats: Map<string, Seat>
  heard: Promise<() => Promise<void>>
}

export interface PresenceListeners {
  /** Somewhere the request changed of a call that people here wait for or are in. */
  onChanged(subject: RoomSubject): void
  /** Someone left, last known to be there at the moment it says. */
  onLeft(seen: Seen): void
}

/** The presence sockets of this process, by call; other processes are reached through the bus. */
export class CallPresence {
  #deps: CallsDeps
  #listeners: PresenceListeners
  #rooms = new Map<string, LocalRoom>()

  constructor(deps: CallsDeps, listeners: PresenceListeners) {
    this.#deps = deps
    this.#listeners = listeners
  }

  /** Everyone with a socket here. */
  seats(): { roomId: string; socket: PersonSocket }[] {
    return [...this.#rooms].flatMap(([roomId, { seats }]) =>
      [...seats.values()].map(({ socket }) => ({ roomId, socket })),
    )
  }

  /** Seats a party's socket; an older one of theirs is told that it was replaced, and its media ends. */
  async enter(subject: RoomSubject, socket: PersonSocket): Promise<void> {
    const { bus, video } = this.#deps
    const roomId = subject.roomId
    const { id: personId, username } = socket.person
    const side: Side = isPerformer(subject, personId) ? 'influencer' : 'buyer'
    const entry = { connectionId: socket.id, personId, username }
    const room = this.#open(subject)
    const seat: Seat = { socket, side, entry, countedMs: socket.heardAt().getTime() }
    room.seats.set(socket.id, seat)
    socket.onClosed(() => this.#leave(room, seat))
    await room.heard
    const older = await bus.enter(roomId, entry, ENTRY_TTL_MS)
    if (!room.seats.has(socket.id)) return bus.leave(roomId, socket.id)
    if (older.length > 0) {
      const connectionIds = older.map(each => each.connectionId)
      await tellRoom(bus, roomId, { kind: 'replaced', connectionIds })
      await video.removeParticipant(roomId, personId, 'replaced')
    }
    await tellRoom(bus, roomId, { kind: 'presence' })
  }

  #open(subject: RoomSubject): LocalRoom {
    const roomId = subject.roomId
    const found = this.#rooms.get(roomId)
    if (found) {
      found.subject = subject
      return found
    }
    const room: LocalRoom = {
      subject,
      seats: new Map(),
      heard: hearRoom(this.#deps.bus, roomId, message => this.#hear(room, message)),
    }
    this.#rooms.set(roomId, room)
    return room
  }

  #leave(room: LocalRoom, seat: Seat): void {
    const { bus } = this.#deps
    const roomId = room.subject.roomId
    room.seats.delete(seat.socket.id)
    const isLast = room.seats.size === 0
    if (isLast) this.#rooms.delete(roomId)
    this.#listeners.onLeft(this.#seenAt(room, seat, 0))
    const left = async () => {
      await bus.leave(roomId, seat.socket.id)
      await tellRoom(bus, roomId, { kind: 'presence' })
      if (isLast) await (await room.heard)()
    }
    left().catch(error => this.#failed(error, roomId))
  }

  #failed(error: unknown, roomId: string): void {
    this.#deps.log.error({ err: error, roomId }, 'presence could not be told')
  }

  #hear(room: LocalRoom, message: RoomMessage): void {
    const seats = [...room.seats.values()]
    const roomId = room.subject.roomId
    if (message.kind === 'presence') this.#tellPresence(room).catch(error => this.#failed(error, roomId))
    if (message.kind === 'changed') this.#listeners.onChanged(room.subject)
    if (message.kind === 'replaced') {
      const replaced = seats.filter(seat => message.connectionIds.includes(seat.socket.id))
      for (const { socket } of replaced) socket.close(closeCodes.replaced, 'replaced by a newer tab')
    }
    if (message.kind === 'unseated') {
      const unseated = seats.filter(seat => seat.entry.personId === message.personId)
      for (const { socket } of unseated)
        socket.close(closeCodes.forbidden, 'this place does not stand any more')
    }
    if (message.kind === 'stats' || message.kind === 'ended') {
      for (const { socket } of seats) sendStats(socket, message.stats)
    }
    if (message.kind === 'ended')
      for (const { socket } of seats) socket.close(message.code, 'this call is over')
  }

  async #tellPresence(room: LocalRoom): Promise<void> {
    const present = await this.#deps.bus.present(room.subject.roomId)
    for (const { socket } of room.seats.values()) {
      const payload = presenceFor(room.subject, present, socket.person.id)
      socket.send({ handler: MESSAGE_PRESENCE_STATS, payload })
    }
  }

  /** Prolongs every entry; a socket whose entry was replaced unheard is closed now. */
  async renew(): Promise<void> {
    for (const [roomId, { seats }] of this.#rooms) {
      for (const { socket, entry } of seats.values()) {
        const state = await this.#deps.bus.renew(roomId, entry, ENTRY_TTL_MS)
        if (state === 'replaced') socket.close(closeCodes.replaced, 'replaced by a newer tab')
      }
    }
  }

  /** When everyone here was last known to be there, and how much longer influencers waited alone. */
  async seen(): Promise<Seen[]> {
    const all: Seen[] = []
    for (const [roomId, room] of this.#rooms) {
      const present = await this.#deps.bus.present(roomId)
      const isAlone = !present.some(entry => !isPerformer(room.subject, entry.personId))
      for (const seat of room.seats.values()) {
        const heardMs = seat.socket.heardAt().getTime()
        const waits = seat.side === 'influencer' && isAlone && room.subject.kind === 'call'
        all.push(this.#seenAt(room, seat, waits ? withinWindowMs(room.subject, seat.countedMs, heardMs) : 0))
        seat.countedMs = heardMs
      }
    }
    return all
  }

  #seenAt({ subject }: LocalRoom, { side, socket }: Seat, waitedMs: number): Seen {
    const at = socket.heardAt()
    return {
      roomId: subject.roomId,
      buyerSeenAt: side === 'buyer' ? at : null,
      influencerSeenAt: side === 'influencer' ? at : null,
      waitedMs,
    }
  }
}

/** How much of a stretch lies within the time in which a dated call may be joined. */
function withinWindowMs(subject: RoomSubject, fromMs: number, toMs: number): number {
  const closesAt = subject.kind === 'call' ? subject.closesAt : null
  const begin = Math.max(fromMs, subject.opensAt?.getTime() ?? fromMs)
  const end = Math.min(toMs, closesAt?.getTime() ?? toMs)
  return Math.max(0, end - begin)
}

/**
 * Who is there, as one of them sees it. In a call both see both. At an event the number is that of the viewers; their
 * names are for the owner alone, and a viewer sees the owner's and their own.
 */
function presenceFor(
  subject: RoomSubject,
  present: readonly PresenceEntry[],
  personId: string,
): PresenceStats {
  const names = (entries: readonly PresenceEntry[]) => [...new Set(entries.map(entry => entry.username))]
  if (subject.kind === 'call') {
    const users = names(present)
    return { lurkers: users.length, users }
  }
  const lurkers = names(present.filter(entry => !isPerformer(subject, entry.personId))).length
  const isShown = (entry: PresenceEntry) =>
    isPerformer(subject, personId) || entry.personId === personId || isPerformer(subject, entry.personId)
  return { lurkers, users: names(present.filter(isShown)) }
}

export function sendStats(socket: PersonSocket, stats: CallStats): void {
  socket.send({ handler: MESSAGE_CALL_STATS, payload: stats })
}
