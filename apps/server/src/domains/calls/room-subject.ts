import { isUuid } from '../../core/ids.ts'
import { refuse } from '../../core/refusal.ts'
import type { EventSubject } from '../live-events/public.ts'
import type { CallSubject } from '../requests/public.ts'

/**
 * What a video room is for: a call between two, or an event that one broadcasts. Its clock and its presence are the
 * same.
 */
export type RoomSubject = CallSubject | EventSubject

export type RoomKey =
  /** A private or prepaid request, by its slug. */
  | { slug: string }
  /** An event, by its slug. */
  | { eventSlug: string }
  /** Any request, by its id: of a place at an event, the event. */
  | { requestId: string }
  /** An event, by its id. */
  | { eventId: string }
  /** A private or prepaid request, or an event, by its id. */
  | { roomId: string }

/** Asks for a room again. */
export const keyOfRoom = ({ kind, roomId }: RoomSubject): RoomKey =>
  kind === 'broadcast' ? { eventId: roomId } : { roomId }

/** Whether a person has a side in a call. */
export function isParty(subject: CallSubject, personId: string): boolean {
  return personId === subject.buyer.id || personId === subject.influencer?.id
}

/** Whether a person performs here: the one side that a call and an event have in common. */
export function isPerformer(subject: RoomSubject, personId: string): boolean {
  return subject.kind === 'call' ? personId !== subject.buyer.id : personId === subject.influencer.id
}

/** The event of whose line this is a turn; null where it is no turn. */
export const turnLineOf = (subject: RoomSubject): string | null =>
  subject.kind === 'call' ? (subject.lineId ?? null) : null

/** Names a turn in the messages of the line's sockets; nothing elsewhere. */
export const sessionOf = (subject: RoomSubject): { session?: string } =>
  turnLineOf(subject) === null ? {} : { session: subject.roomId }

/**
 * The call that a page of its two people names: by the slug of its request, or by the id of a place, whose call is a
 * turn. Attack: probing names. Only its two people learn that a call exists; 404 for everybody else.
 */
export async function findOwnCall(
  { subjects }: { subjects: { find(key: RoomKey): Promise<RoomSubject | null> } },
  { name, personId }: { name: string; personId: string },
): Promise<CallSubject> {
  const subject = await subjects.find(isUuid(name) ? { roomId: name } : { slug: name })
  if (subject?.kind !== 'call' || !isParty(subject, personId)) throw refuse.notFound('There is no such call')
  return subject
}
