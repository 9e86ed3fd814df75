import { type MonitoredParticipant, PARTICIPANT_ATTRIBUTES, type SightState } from '@parley/media'
import type { Role } from './options.ts'
import type { Permission } from './rooms-api.ts'

/** A participation in a LiveKit room as this process knows it. */
export interface Person {
  seen: MonitoredParticipant
  /** Whether the monitor saw them itself; before, a webhook alone told of them. */
  isWitnessed: boolean
  isAdmitted: boolean
  isAnnounced: boolean
  /** Whether packets of theirs arrive; it counts once they are let in. */
  isHeard: boolean
  /** Whether this process ever heard them. */
  wasHeard: boolean
  /** Whether this process ever asked LiveKit to let them see. */
  wasLetSee: boolean
  isFlowing: boolean
  /** Whether they may be given the other's media, by the monitor's report. */
  sight: SightState
  /** Since when they send and LiveKit does not let them see; null while it does, or they owe that. */
  blindSinceMs: number | null
  sinceMs: number
  cameMs: number
  /** The permission last asked for, so that it is asked for once. */
  asked: string
  askedMs: number
  /** Since when LiveKit says of each permission that they are not there; null when it took the last one. */
  unknownSinceMs: number | null
  /** The process whose ticket they came by, where it is not this one. */
  issuer: string | null
  /** Whether the database is being asked who counts this call. */
  isLookedUp: boolean
}

export function newPerson(seen: MonitoredParticipant, nowMs: number): Person {
  return {
    seen,
    isWitnessed: false,
    isAdmitted: false,
    isAnnounced: false,
    isHeard: false,
    wasHeard: false,
    wasLetSee: false,
    isFlowing: false,
    sight: 'silent',
    blindSinceMs: null,
    sinceMs: nowMs,
    cameMs: nowMs,
    asked: '',
    askedMs: nowMs,
    unknownSinceMs: null,
    issuer: null,
    isLookedUp: false,
  }
}

export function isParty({ seen }: Person): boolean {
  return seen.attributes[PARTICIPANT_ATTRIBUTES.role] === 'party'
}

/** Whether they see, or owe that they do not; only a party of a call has to see in order to count. */
export function sees(person: Person): boolean {
  return !isParty(person) || person.seen.canSubscribe || person.sight === 'held'
}

/** Takes note of since when they send and are not let see; a moment of silence changes nothing in that. */
export function noteBlindness(person: Person, nowMs: number): void {
  if (sees(person) || !person.isHeard) person.blindSinceMs = null
  else if (person.sight === 'open') person.blindSinceMs ??= nowMs
}

/** For how long a party who was let in sends and is not let see. */
export function blindMsOf({ isAdmitted, isHeard, blindSinceMs }: Person, nowMs: number): number {
  return isAdmitted && isHeard && blindSinceMs !== null ? nowMs - blindSinceMs : 0
}

/** What somebody may do once they are let in. */
export const firstPermission: Record<Role, Permission> = {
  party: { canPublish: true, canSubscribe: false },
  host: { canPublish: true, canSubscribe: true },
  guest: { canPublish: true, canSubscribe: true },
  viewer: { canPublish: false, canSubscribe: true },
}
