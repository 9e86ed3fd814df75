/** The messages between the server and its monitor process: the process that listens in LiveKit's rooms for whether media flows. */

import type { SightState } from '../sight.ts'

export const MONITOR_PROTOCOL_VERSION = 5

/** What the server writes into a token, and LiveKit shows of each participant. */
export const PARTICIPANT_ATTRIBUTES = {
  /** Which ticket of which process this participation came by. */
  ticket: 'ticket',
  /** 'party', 'host', 'guest' or 'viewer'. */
  role: 'role',
  /** Set where somebody came before their turn: they wait until the process that gave the ticket lets them in. */
  early: 'early',
  /** The participation that the server let in: that participant's own sid. */
  admitted: 'admitted',
  /** Why the server takes this participant out. */
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
  /** Whether their media connection stands. */
  isConnected: boolean
  /** Whether they send sound under the name of a picture, or a picture under the name of sound. */
  isMisnaming: boolean
}

export type MonitorCommand =
  | { type: 'init'; version: number }
  /**
   * Joins a room and listens there until told to leave it or until the connection is lost. Of a call that has begun another may have heard
   * what this one did not.
   */
  | { type: 'monitor'; room: string; url: string; token: string; isBegun: boolean }
  | { type: 'leave'; room: string }
  | { type: 'ping'; n: number }

export interface MonitorStats {
  roomsMonitored: number
  packetsHeard: number
  callbackErrors: number
  cpuPercent: number
  rssBytes: number
}

export type MonitorReport =
  | { type: 'ready'; version: number }
  | { type: 'unusable'; code: string }
  | { type: 'pong'; n: number; stats: MonitorStats }
  /** The room was joined; LiveKit's name of it, since a later one may bear the same name of ours, and everyone who was there already. */
  | { type: 'monitoring'; room: string; roomSid: string; people: MonitoredParticipant[] }
  | { type: 'person'; room: string; person: MonitoredParticipant }
  | { type: 'person-left'; room: string; identity: string; sid: string }
  /** `silentMs` is how long ago the last packet came. */
  | { type: 'flow'; room: string; sid: string; state: 'live' | 'stalled'; silentMs: number }
  /** What the monitor received of a participation since it was last told. It listens mostly to sound alone. */
  | { type: 'received'; room: string; sid: string; packets: number; bytes: number }
  /** Whether a party of a call may be given the other's media. */
  | { type: 'sight'; room: string; sid: string; state: SightState }
  /** The monitor left the room and receives no media of it any more: somebody deleted it, LiveKit closed it as empty, or something broke. */
  | { type: 'lost'; room: string; why: 'deleted' | 'closed' | 'broke'; cause: string; silentMs: number }

/** A command as it came over the channel; null when it is not one. */
export function parseMonitorCommand(message: unknown): MonitorCommand | null {
  const isCommand = typeof message === 'object' && message !== null && 'type' in message
  return isCommand ? (message as MonitorCommand) : null
}
