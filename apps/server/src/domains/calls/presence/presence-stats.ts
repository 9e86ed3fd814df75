import { MESSAGE_PRESENCE_STATS, type PresenceStats } from '@parley/contract'
import type { Attendance, Glance } from '../bus.ts'
import { isPerformer, type RoomSubject } from '../room-subject.ts'

/** The most names for an event's owner, the first to arrive; `lurkers` always counts everyone. */
export const USERS_SHOWN_MAX = 100

/** The presence data for these people: everything of a call, little of an event. */
export function glanceFor(subject: RoomSubject, personIds: Iterable<string>): Glance | undefined {
  if (subject.kind === 'call') return undefined
  const ownerId = subject.influencer.id
  // Only the owner gets names: without a socket of the owner here no names are fetched.
  const isForOwner = [...personIds].some(personId => isPerformer(subject, personId))
  return { atMost: isForOwner ? USERS_SHOWN_MAX : 0, always: [ownerId] }
}

/**
 * Presence as one person sees it. In a call both see both. At an event the number counts the viewers; only the owner
 * gets their names, and a viewer gets the owner's name and their own.
 */
export function presenceFor(
  subject: RoomSubject,
  { total, entries }: Attendance,
  person: { id: string; username: string },
): PresenceStats {
  if (subject.kind === 'call') return { lurkers: total, users: entries.map(entry => entry.username) }
  const owner = entries.find(entry => isPerformer(subject, entry.personId))
  const lurkers = total - (owner ? 1 : 0)
  if (isPerformer(subject, person.id)) return { lurkers, users: entries.map(entry => entry.username) }
  return { lurkers, users: [...(owner ? [owner.username] : []), person.username] }
}

/**
 * The message for each viewer of an event, as text, by their own name: the rest is the same for everybody and is
 * serialized once.
 */
export function viewersText(subject: RoomSubject, attendance: Attendance): (username: string) => string {
  const { lurkers, users } = presenceFor(subject, attendance, { id: '', username: '' })
  const others = users.slice(0, -1).map(name => `${JSON.stringify(name)},`)
  const begin = `{"handler":"${MESSAGE_PRESENCE_STATS}","payload":{"lurkers":${lurkers},"users":[${others.join('')}`
  return username => `${begin}${JSON.stringify(username)}]}}`
}
