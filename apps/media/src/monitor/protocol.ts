/** The messages between the server and its monitor process, which watches in LiveKit's rooms whether media flows. */

import type { SightState } from '../sight/sight.ts'

export const MONITOR_PROTOCOL_VERSION = 5

/** The attributes that the server writes into a token, and LiveKit shows of each participant. */
export const PARTICIPANT_ATTRIBUTES = {
  /** The ticket and the process of this participation. */
  ticket: 'ticket',
  /** 'party', 'host', 'guest' or 'viewer'. */
  role: 'role',
  /**
   * Set if the participant came before their turn: they wait until the process that issued the ticket admits them.
   */
  early: 'early',
  /** The login by which they got the ticket, sealed: other participants see it too. */
  login: 'login',
  /** The participation that the server let in: that participant's own sid. */
  admitted: 'admitted',
  /** Why the server removes this participant. */
  removed: 'removed',
} as const

export interface MonitoredParticipant {
  identity: string
  /** LiveKit's name of this participation; a new one for each join. */
  sid: string
  /** Grows with each change within one participation. */
  version: number
  attributes: Readonly<Record<string, string>>
  canPublish: boolean
  canSubscribe: boolean
  /** Whether their media connection is established. */
  isConnected: boolean
  /** Whether they send sound under the name of a video, or a video under the name of sound. */
  isMisnaming: boolean
}

export type MonitorCommand =
  | { type: 'init'; version: number }
  /**
   * Joins a room and monitors it until `leave` or until the connection is lost. If the call has begun, another
   * monitor may have received what this one did not.
   */
  | { type: 'monitor'; room: string; url: string; token: string; isBegun: boolean }
  | { type: 'leave'; room: string }
  | { type: 'ping'; n: number }

export interface MonitorStats {
  roomsMonitored: number
  packetsReceived: number
  callbackErrors: number
  cpuPercent: number
  rssBytes: number
}

export type MonitorReport =
  | { type: 'ready'; version: number }
  | { type: 'unusable'; code: string }
  | { type: 'pong'; n: number; stats: MonitorStats }
  /**
   * The monitor joined the room: LiveKit's id of the room, since a later room may have the same name, and everyone who
   * was there already.
   */
  | { type: 'monitoring'; room: string; roomSid: string; people: MonitoredParticipant[] }
  | { type: 'person'; room: string; person: MonitoredParticipant }
  | { type: 'person-left'; room: string; identity: string; sid: string }
  /** `silentMs` is how long ago the last packet came. */
  | { type: 'flow'; room: string; sid: string; state: 'live' | 'stalled'; silentMs: number }
  /**
   * The media that the monitor received from a participation since the last report. It mostly subscribes only to
   * audio.
   */
  | { type: 'received'; room: string; sid: string; packets: number; bytes: number }
  /** Whether a party of a call may receive the other's media. */
  | { type: 'sight'; room: string; sid: string; state: SightState }
  /**
   * The monitor left the room and receives no media from it any more: the room was deleted, LiveKit closed it as
   * empty, or something broke.
   */
  | { type: 'lost'; room: string; why: 'deleted' | 'closed' | 'broke'; cause: string; silentMs: number }

/** A command as it came over the channel; null when it is not one. */
export function parseMonitorCommand(message: unknown): MonitorCommand | null {
  const isCommand = typeof message === 'object' && message !== null && 'type' in message
  return isCommand ? (message as MonitorCommand) : null
}
