import type { AgeState, QueueShown } from '@parley/contract'
import * as z from 'zod/mini'
import type { ProcessClock } from '../../core/clock.ts'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { ImageMaker } from '../profiles/public.ts'
import type { PlacePaid } from '../requests/public.ts'
import type { Bus } from './bus.ts'
import type { RoomKey, RoomSubject } from './room-subject.ts'
import type { VideoProvider } from './video-provider.ts'

/**
 * What calls need of requests and events; `begin` and `complete` are transactions of their own and can be repeated.
 */
export interface RoomSubjects {
  find(key: RoomKey): Promise<RoomSubject | null>
  /** Whether a person has a place at an event, and whether it is paid and valid. */
  placeOf(eventId: string, personId: string): Promise<PlacePaid | 'none'>
  /**
   * At an event that has begun, begins the place of a viewer who paid since: before they see anything, so that nobody
   * watches at a place that would be refunded as not begun.
   */
  beginLate(eventId: string, personId: string): Promise<void>
  /** The turn to which this person is called, or the host's current turn; null while there is none. */
  turnOf(eventId: string, personId: string): Promise<string | null>
  /** The turn after the current one, for its two people; null for everybody else, and while there is none. */
  nextTurn(eventId: string, personId: string): Promise<RoomSubject | null>
  /** End Call in a turn: the host continues with the next fan, a fan leaves. */
  endTurn(eventId: string, personId: string): Promise<void>
  /** A line as each of its people sees it. */
  queueFor(eventId: string): Promise<(personId: string) => QueueShown | null>
  /** Whether a person is an usher of a queue; ushers join no room. */
  isUsher(eventId: string, personId: string): Promise<boolean>
  /** Who moderates the chat of an event beside its owner: usernames, by person. */
  moderatorsOf(eventId: string): Promise<Map<string, string>>
  /** Makes somebody a moderator; false where the event has as many as it may. */
  addModerator(eventId: string, personId: string): Promise<boolean>
  dropModerator(eventId: string, personId: string): Promise<void>
  begin(roomId: string): Promise<void>
  complete(roomId: string): Promise<void>
  /** An event's owner removes a viewer; the time that they have not seen is refunded. */
  removeViewer(who: { eventId: string; viewerId: string; ownerId: string }): Promise<void>
}

export interface CallsDeps extends Core {
  /** Paid time does not follow its jumps. */
  clock: ProcessClock
  /** Encodes the image of a keepsake again. */
  makeKeepsake: ImageMaker
  video: VideoProvider
  subjects: RoomSubjects
  bus: Bus
  /** Whether a person is old enough for a call, by their declared age. */
  ageStateOf(userId: string): Promise<AgeState>
  /** Everybody whom a person has blocked or is blocked by, from the safety domain. */
  apartFrom(personId: string): Promise<ReadonlySet<string>>
  /** Those of some logins that are still valid, each with the present username of its person. */
  activeLogins(loginIds: readonly string[]): Promise<ReadonlyMap<string, string>>
}

/** Topics of work that this domain leaves in the outbox. */
export const CALL_TOPICS = {
  timeUsed: defineTopic('calls.time-used', z.object({ requestId: z.string() })),
} as const
