import type { AgeState, QueueShown } from '@parley/contract'
import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { PictureMaker } from '../profiles/public.ts'
import type { Bus } from './bus.ts'
import type { RoomKey, RoomSubject } from './room-subject.ts'
import type { VideoProvider } from './video-provider.ts'

/** What calls ask of requests and events; `begin` and `complete` are transactions of their own and may be repeated. */
export interface RoomSubjects {
  find(key: RoomKey): Promise<RoomSubject | null>
  /** Whether someone has a place at an event, and whether it stands paid. */
  placeOf(eventId: string, personId: string): Promise<'paid' | 'unpaid' | 'none'>
  /** The turn of a queue that this person is called to, or that the host's goes on with; null while there is none. */
  turnOf(eventId: string, personId: string): Promise<string | null>
  /** The turn that comes after the one that goes on, for its two people; null for everybody else, and while there is none. */
  nextTurn(eventId: string, personId: string): Promise<RoomSubject | null>
  /** End Call in a turn: the host goes on to the next, a fan leaves. */
  endTurn(eventId: string, personId: string): Promise<void>
  /** A line as each of its people sees it. */
  queueFor(eventId: string): Promise<(personId: string) => QueueShown | null>
  /** Whether somebody orders the line of a queue beside its host; they join no room. */
  isUsher(eventId: string, personId: string): Promise<boolean>
  /** Who moderates the chat of an event beside its owner: usernames, by person. */
  moderatorsOf(eventId: string): Promise<Map<string, string>>
  /** Makes somebody a moderator; false where the event has as many as it may. */
  addModerator(eventId: string, personId: string): Promise<boolean>
  dropModerator(eventId: string, personId: string): Promise<void>
  begin(roomId: string): Promise<void>
  complete(roomId: string): Promise<void>
  /** An event's owner removes a viewer; what they have not seen goes back. */
  removeViewer(who: { eventId: string; viewerId: string; ownerId: string }): Promise<void>
}

export interface CallsDeps extends Core {
  /** Encodes the picture of a keepsake anew. */
  makeKeepsake: PictureMaker
  video: VideoProvider
  subjects: RoomSubjects
  bus: Bus
  /** Whether somebody is old enough for a call, as far as the product was told. */
  ageStateOf(userId: string): Promise<AgeState>
  /** Everybody whom a person has blocked or is blocked by, from the safety domain. */
  apartFrom(personId: string): Promise<ReadonlySet<string>>
  /** Those of some logins that still stand, each with the username its person has now. */
  standingLogins(loginIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Topics of work that this domain leaves in the outbox. */
export const CALL_TOPICS = {
  timeUsed: defineTopic('calls.time-used', z.object({ requestId: z.string() })),
} as const
