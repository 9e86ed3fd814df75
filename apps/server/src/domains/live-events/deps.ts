import * as z from 'zod/mini'
import { defineTopic } from '../../core/topic.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import type { AgeDeps } from '../accounts/public.ts'
import type { ProfilesDeps } from '../profiles/public.ts'
import type { CheckHolds } from '../schedule/public.ts'
import type { Airtime } from './event.ts'

/** The dependencies of this domain, beside those of the profile that an event belongs to. */
export interface LiveEventsDeps extends ProfilesDeps, AgeDeps {
  /** How many places of each event are taken, paid or not yet paid, from the requests domain. */
  placesHeld(db: DbOrTx, eventIds: readonly string[]): Promise<Map<string, number>>
  /**
   * Deletes the fixed order of a queue, so that it is fixed again, from the queue domain: called while nobody has a
   * place.
   */
  dropLine(tx: Tx, eventId: string): Promise<void>
  /** Asks the provider whether a slot was paid, before its time goes to an event, from the requests domain. */
  checkHolds: CheckHolds
  /** The broadcast time of an event, from the calls domain. */
  airtime(db: DbOrTx, eventId: string): Promise<Airtime>
}

/** Topics of outbox work of this domain, which higher domains do. */
export const LIVE_EVENT_TOPICS = {
  changed: defineTopic('live-events.changed', z.object({ eventId: z.string() })),
} as const
