import type { EventSubject } from '../live-events/public.ts'
import type { CallSubject } from '../requests/public.ts'

/** What a video room is for: a call between two, or an event that one broadcasts. Its clock and its presence are the same. */
export type RoomSubject = CallSubject | EventSubject

export type RoomKey =
  /** A private or prepaid request, by its slug. */
  | { slug: string }
  /** An event, by its slug. */
  | { eventSlug: string }
  /** Any request, by its id: of a place at an event, the event. */
  | { requestId: string }
  /** A private or prepaid request, or an event, by its id. */
  | { roomId: string }

/** Whether a person has a side in a call. */
export function isParty(subject: CallSubject, personId: string): boolean {
  return personId === subject.buyer.id || personId === subject.influencer?.id
}

/** Whether a person performs here: the one side that a call and an event have in common. */
export function isPerformer(subject: RoomSubject, personId: string): boolean {
  return subject.kind === 'call' ? personId !== subject.buyer.id : personId === subject.influencer.id
}
