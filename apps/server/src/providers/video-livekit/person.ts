import { type MonitoredParticipant, PARTICIPANT_ATTRIBUTES, type SightState } from '@parley/media'
import type { ParticipantMedia } from '../../domains/calls/video-provider.ts'
import type { Role } from './options.ts'
import type { Permission } from './rooms-api.ts'

/** A participant whom another process should have admitted is removed after this: that process has died. */
export const STRANGER_FOR_MS = 3_000
/** The same while that process lives: it may be slow, and nobody sees or is seen before the admission. */
const AWAITS_ADMISSION_MS = 30_000

/** A participation in a LiveKit room as this process knows it. */
export interface Person {
  seen: MonitoredParticipant
  /** Whether the monitor saw them; before that only a webhook reported them. */
  isWitnessed: boolean
  isAdmitted: boolean
  isAnnounced: boolean
  /** Whether their packets arrive; counts once they are admitted. */
  isReceived: boolean
  /** Whether this process ever received their media. */
  wasReceived: boolean
  /** Whether this process ever asked LiveKit for their permission to see. */
  wasLetSee: boolean
  isFlowing: boolean
  /** Whether they may be given the other's media, by the monitor's report. */
  sight: SightState
  /**
   * Since when they send without LiveKit's permission to see; null with the permission, or while they owe a time
   * without media.
   */
  blindSinceMs: number | null
  sinceMs: number
  cameMs: number
  /** The last requested permission, so that it is requested once. */
  requested: string
  requestedMs: number
  /** Since when LiveKit answers that it does not know them; null after a permission that had effect. */
  unknownSinceMs: number | null
  /** The process that issued their ticket, if it is not this one. */
  issuer: string | null
  /** When LiveKit was last asked to remove them for a track whose name does not say what it is; null before. */
  misnamedMs: number | null
  /** Whether the database is being asked who counts this call. */
  isBeingRequested: boolean
}

export function newPerson(seen: MonitoredParticipant, nowMs: number): Person {
  return {
    seen,
    isWitnessed: false,
    isAdmitted: false,
    isAnnounced: false,
    isReceived: false,
    wasReceived: false,
    wasLetSee: false,
    isFlowing: false,
    sight: 'silent',
    blindSinceMs: null,
    sinceMs: nowMs,
    cameMs: nowMs,
    requested: '',
    requestedMs: nowMs,
    unknownSinceMs: null,
    issuer: null,
    misnamedMs: null,
    isBeingRequested: false,
  }
}

export function isParty({ seen }: Person): boolean {
  return seen.attributes[PARTICIPANT_ATTRIBUTES.role] === 'party'
}

/** Whether they see, or owe that they do not; only a party of a call has to see in order to count. */
export function sees(person: Person): boolean {
  return !isParty(person) || person.seen.canSubscribe || person.sight === 'held'
}

/** Records since when they send without the permission to see; a moment of silence does not change it. */
export function noteBlindness(person: Person, nowMs: number): void {
  if (sees(person) || !person.isReceived) person.blindSinceMs = null
  else if (person.sight === 'open') person.blindSinceMs ??= nowMs
}

/** For how long a party who was let in sends and is not let see. */
export function blindMsOf({ isAdmitted, isReceived, blindSinceMs }: Person, nowMs: number): number {
  return isAdmitted && isReceived && blindSinceMs !== null ? nowMs - blindSinceMs : 0
}

/** The permissions of an admitted participant. */
export const firstPermission: Record<Role, Permission> = {
  party: { canPublish: true, canSubscribe: false },
  host: { canPublish: true, canSubscribe: true },
  guest: { canPublish: true, canSubscribe: true },
  viewer: { canPublish: false, canSubscribe: true },
}

/** Whether somebody was in the room for too long without being let in. */
export function isStranger(
  { seen, isAdmitted, requested, issuer, cameMs }: Person,
  { isAlive, nowMs }: { isAlive(issuer: string): boolean; nowMs: number },
): boolean {
  if (isAdmitted || requested !== '') return false
  // A viewer and a guest see from the join on, so nobody waits for their admission longer.
  const role = seen.attributes[PARTICIPANT_ATTRIBUTES.role]
  const mayWait = issuer !== null && role !== 'viewer' && role !== 'guest'
  // A participant who waits for their turn stays while the process that issued the ticket lives.
  if (seen.attributes[PARTICIPANT_ATTRIBUTES.early] && mayWait && isAlive(issuer)) return false
  const patienceMs = mayWait && isAlive(issuer) ? AWAITS_ADMISSION_MS : STRANGER_FOR_MS
  return nowMs - cameMs > patienceMs
}

export function mediaOf({ seen, isFlowing, sinceMs }: Person): ParticipantMedia {
  return { identity: seen.identity, joined: seen.isConnected, mediaFlowing: isFlowing, sinceMs }
}
