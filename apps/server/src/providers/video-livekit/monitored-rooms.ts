import { type MonitoredParticipant, PARTICIPANT_ATTRIBUTES } from '@parley/media'
import { AccessToken } from 'livekit-server-sdk'
import { arrivalsRead } from '../../core/clock.ts'
import type { VideoEvent } from '../../domains/calls/video-provider.ts'
import { ReportTime } from '../media-process/report-time.ts'
import { MonitorProcess } from './monitor-process.ts'
import { MonitoredRoom } from './monitored-room.ts'
import type { LivekitOptions } from './options.ts'
import type { RoomsApi } from './rooms-api.ts'
import type { SealedLogins } from './sealed-logins.ts'
import type { TicketBook } from './ticket-book.ts'

const TICK_EVERY_MS = 1_000
const AGAIN_FIRST_MS = 150
const AGAIN_MAX_MS = 2_000
/**
 * A room without monitor reports for this long is reported: its people cycle between connected and not, and nobody's
 * time counts.
 */
export const UNMONITORED_AFTER_MS = 10_000
const MONITOR_TOKEN_S = 60
/** How long a left room is kept, because the monitor's last reports arrive later. */
const LEFT_KEPT_MS = 30_000
const MONITOR_PREFIX = 'monitor-'

interface RoomEntry {
  room: MonitoredRoom
  kind: 'call' | 'broadcast'
  /** Whether time may have been used of which the monitor did not receive the media. */
  isBegun: boolean
  state: 'joining' | 'in' | 'out'
  /** LiveKit's id of the room that the monitor is in; a later room of the same name has another id. */
  sid: string
  againMs: number
  /** Since when there are no reports about the room, by the process's own clock; null while there are. */
  unmonitoredSinceMs: number | null
  isUnmonitoredLogged: boolean
  /** The error of the last try to monitor. */
  cause: string
  timer: NodeJS.Timeout | undefined
}

interface MonitoredRoomsDeps extends LivekitOptions {
  api: RoomsApi
  tickets: TicketBook
  logins: SealedLogins
  isAlive(issuer: string): boolean
  emit(event: VideoEvent): void
}

/**
 * The rooms that this process monitors: every room for which it issued a ticket, until the room is empty and nobody
 * is expected.
 */
export class MonitoredRooms {
  #deps: MonitoredRoomsDeps
  #rooms = new Map<string, RoomEntry>()
  #left = new Map<string, { room: MonitoredRoom; leftMs: number }>()
  #monitor: MonitorProcess
  #time: ReportTime
  #ticks: NodeJS.Timeout

  constructor(deps: MonitoredRoomsDeps) {
    this.#deps = deps
    this.#time = new ReportTime(deps.now)
    this.#monitor = new MonitorProcess({
      log: deps.log,
      onReport: (report, waitedMs) => this.#time.handle(waitedMs, () => this.#handle(report)),
      onUp: () => {
        for (const roomId of this.#rooms.keys()) this.#join(roomId)
      },
      onDown: silentMs => {
        for (const roomId of this.#rooms.keys()) this.#handleLost(roomId, silentMs)
      },
    })
    // When this process was the one that stood still, the monitor's reports wait unread.
    this.#ticks = setInterval(() => void arrivalsRead().then(() => this.#tick()), TICK_EVERY_MS)
    this.#ticks.unref()
  }

  room(roomId: string): MonitoredRoom | null {
    return this.#rooms.get(roomId)?.room ?? null
  }

  /** Whether the monitor is in this very room, not merely in one of its name. */
  isIn({ roomId, roomSid }: { roomId: string; roomSid: string }): boolean {
    const entry = this.#rooms.get(roomId)
    return entry?.state === 'in' && entry.sid === roomSid
  }

  get figures(): Record<string, number> {
    const rooms = [...this.#rooms.values()]
    return {
      rooms: rooms.length,
      roomsUnmonitored: rooms.filter(isUnmonitored).length,
      roomsMonitored: rooms.filter(({ state }) => state === 'in').length,
      connections: rooms.reduce((sum, { room }) => sum + room.media().length, 0),
      monitorUp: this.#monitor.isUp ? 1 : 0,
      monitorDeaths: this.#monitor.deaths,
      ...this.#monitor.stats,
    }
  }

  get isUp(): boolean {
    return this.#monitor.isUp
  }

  /** Sends the monitor process a signal, for drills. */
  signalMonitor(signal: NodeJS.Signals): void {
    this.#monitor.signal(signal)
  }

  /**
   * Opens a room at LiveKit and monitors it from now on; resolves when it can be joined, or LiveKit did not answer.
   */
  async monitor(roomId: string, { kind, isBegun }: Pick<RoomEntry, 'kind' | 'isBegun'>): Promise<void> {
    if (this.#rooms.has(roomId)) return
    const { api, tickets, isCounted, isAlive, log } = this.#deps
    const { now } = this.#time
    const emit = (event: VideoEvent, seen?: MonitoredParticipant) => this.#emit(event, seen)
    const room = new MonitoredRoom({ roomId, api, tickets, isCounted, isAlive, now, log, emit })
    this.#rooms.set(roomId, {
      ...{ room, kind, isBegun, state: 'out', sid: '', againMs: AGAIN_FIRST_MS, timer: undefined },
      ...{ unmonitoredSinceMs: performance.now(), isUnmonitoredLogged: false, cause: '' },
    })
    await this.#open(roomId, kind)
    this.#join(roomId)
  }

  /** Adds the login of who came or left: the process that gave them the ticket may have died. */
  #emit(event: VideoEvent, seen?: MonitoredParticipant): void {
    const { logins, emit } = this.#deps
    const isMove = event.type === 'participant-joined' || event.type === 'participant-left'
    const sealed = seen?.attributes[PARTICIPANT_ATTRIBUTES.login]
    const loginId = isMove && sealed !== undefined ? logins.open(sealed) : null
    emit(isMove && loginId !== null ? { ...event, loginId } : event)
  }

  /** A room that could not be opened is opened by the first participant, without our limits. */
  async #open(roomId: string, kind: 'call' | 'broadcast'): Promise<void> {
    await this.#deps.api
      .openRoom(roomId, kind)
      .catch(error => this.#deps.log.warn({ err: error, roomId }, 'LiveKit did not open a room'))
  }

  #join(roomId: string): void {
    const entry = this.#rooms.get(roomId)
    if (entry?.state !== 'out' || !this.#monitor.isUp) return
    entry.state = 'joining'
    const { isBegun } = entry
    // A monitor that died lost its state; a living one knows more than this message says.
    entry.isBegun = true
    const { url } = this.#deps
    // A room may be left while the token is made: nobody would take a monitor out again that enters it then.
    const whileThere = (act: () => void) => this.#rooms.get(roomId) === entry && act()
    this.#monitorToken(roomId).then(
      token => whileThere(() => this.#monitor.send({ type: 'monitor', room: roomId, url, token, isBegun })),
      () => whileThere(() => this.#handleLost(roomId, 0)),
    )
  }

  /** An agent's grant keeps it out of the count of participants; LiveKit informs nobody of hidden participants. */
  #monitorToken(roomId: string): Promise<string> {
    const { apiKey, apiSecret, tickets } = this.#deps
    const identity = `${MONITOR_PREFIX}${tickets.issuer}`
    const token = new AccessToken(apiKey, apiSecret, { identity, ttl: MONITOR_TOKEN_S })
    const grant = { roomJoin: true, room: roomId, hidden: true, agent: true }
    token.addGrant({ ...grant, canSubscribe: true, canPublish: false, canPublishData: false })
    return token.toJwt()
  }

  #handle(report: Parameters<ConstructorParameters<typeof MonitorProcess>[0]['onReport']>[0]): void {
    const entry = this.#rooms.get(report.room)
    if (report.type === 'received') {
      // LiveKit's answer that it deleted a room may arrive before the monitor's last report about it.
      for (const room of [entry?.room, this.#left.get(report.room)?.room])
        if (room?.handleReceived(report.sid, report) === 'known') return
    }
    if (!entry) return
    const { room } = entry
    if (report.type === 'monitoring') {
      entry.state = 'in'
      entry.sid = report.roomSid
      entry.againMs = AGAIN_FIRST_MS
      entry.unmonitoredSinceMs = null
      entry.isUnmonitoredLogged = false
      room.handleAll(report.people)
    }
    if (report.type === 'person') room.handle(report.person)
    if (report.type === 'person-left') room.handleLeft(report)
    if (report.type === 'flow') room.handleFlow(report.sid, report.state, report.silentMs)
    if (report.type === 'sight') room.handleSight(report.sid, report.state)
    if (report.type !== 'lost') return
    entry.cause = report.cause
    if (report.why === 'broke') this.#handleLost(report.room, report.silentMs)
    else this.handleClosed(report.room, report.why)
  }

  #handleLost(roomId: string, silentMs: number): void {
    const entry = this.#rooms.get(roomId)
    if (!entry) return
    const { room, kind, againMs } = entry
    if (entry.state === 'in') room.handleLost(silentMs)
    entry.state = 'out'
    entry.unmonitoredSinceMs ??= performance.now()
    entry.againMs = Math.min(AGAIN_MAX_MS, againMs * 2)
    clearTimeout(entry.timer)
    entry.timer = setTimeout(() => {
      void this.#open(roomId, kind).then(() => this.#join(roomId))
    }, againMs)
  }

  /**
   * A deleted room invalidates its tickets; a room that LiveKit found empty can be joined again. A participant who
   * lost the connection just before may join by an old ticket, while LiveKit deletes the room, into a new room of
   * this name: look for them there.
   */
  handleClosed(roomId: string, why: 'deleted' | 'closed'): void {
    const entry = this.#rooms.get(roomId)
    const hasStrangers = entry?.room.hasStrangers ?? false
    entry?.room.handleClosed()
    if (why === 'closed') {
      this.#handleLost(roomId, 0)
      return
    }
    this.#deps.tickets.void(roomId, 'everyone', 'over')
    this.#leave(roomId)
    if (entry && hasStrangers) void this.monitor(roomId, { kind: entry.kind, isBegun: true })
  }

  #leave(roomId: string): void {
    const entry = this.#rooms.get(roomId)
    clearTimeout(entry?.timer)
    this.#rooms.delete(roomId)
    if (entry) this.#left.set(roomId, { room: entry.room, leftMs: performance.now() })
    this.#monitor.send({ type: 'leave', room: roomId })
  }

  #tick(): void {
    for (const [roomId, { leftMs }] of this.#left)
      if (performance.now() - leftMs > LEFT_KEPT_MS) this.#left.delete(roomId)
    for (const [roomId, entry] of this.#rooms) {
      const { room, cause } = entry
      room.tick()
      if (isUnmonitored(entry) && !entry.isUnmonitoredLogged) {
        entry.isUnmonitoredLogged = true
        this.#deps.log.error({ roomId, cause }, 'nothing is heard of a room: no call in it can go on')
      }
      // Somebody may be in a room that the monitor is still on its way into.
      const wasMonitored = entry.state === 'in' || isUnmonitored(entry)
      if (wasMonitored && room.isEmpty && !this.#deps.tickets.isAwaited(roomId)) this.#leave(roomId)
    }
  }

  close(): Promise<void> {
    clearInterval(this.#ticks)
    for (const { timer } of this.#rooms.values()) clearTimeout(timer)
    return this.#monitor.close()
  }
}

function isUnmonitored({ unmonitoredSinceMs }: RoomEntry): boolean {
  return unmonitoredSinceMs !== null && performance.now() - unmonitoredSinceMs > UNMONITORED_AFTER_MS
}

/** Which process gave the ticket by which somebody came. */
export function issuerOf(attributes: Readonly<Record<string, string>>): string {
  return attributes[PARTICIPANT_ATTRIBUTES.ticket]?.split('.')[0] ?? ''
}
