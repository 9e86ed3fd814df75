import { MESSAGE_PRESENCE_STATS, type PresenceStats } from '@parley/contract'
import type { Attendance, Glance } from '../bus.ts'
import { isPerformer, type RoomSubject } from '../room-subject.ts'

/** An event's owner is sent the names of so many, the first to arrive; `lurkers` always counts everyone. */
export const USERS_SHOWN_MAX = 100

/** What has to be known of a room to tell these people who is there: of a call everything, of an event little. */
export function glanceFor(subject: RoomSubject, personIds: Iterable<string>): Glance | undefined {
  if (subject.kind === 'call') return undefined
  const ownerId = subject.influencer.id
  // Only the owner is told names: where the owner's socket is not, none need be fetched.
  const isOwnerAsking = [...personIds].some(personId => isPerformer(subject, personId))
  return { atMost: isOwnerAsking ? USERS_SHOWN_MAX : 0, always: [ownerId] }
}

/**
 * Who is there, as one of them sees it. In a call both see both. At an event the number is that of the viewers; their
 * names are for the owner alone, and a viewer sees the owner's and their own.
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
 * The message that each viewer of an event is sent, as text, by their own name: all else is the same for everybody and made
 * into text once.
 */
export function viewersText(subject: RoomSubject, attendance: Attendance): (username: string) => string {
  const { lurkers, users } = presenceFor(subject, attendance, { id: '', username: '' })
  const others = users.slice(0, -1).map(name => `${JSON.stringify(name)},`)
  const begin = `{"handler":"${MESSAGE_PRESENCE_STATS}","payload":{"lurkers":${lurkers},"users":[${others.join('')}`
  return username => `${begin}${JSON.stringify(username)}]}}`
}
