import * as z from 'zod/mini'
import { defineTopic } from '../../core/topic.ts'
import type { DbOrTx, Tx } from '../../db/client.ts'
import type { AgeDeps } from '../accounts/public.ts'
import type { ProfilesDeps } from '../profiles/public.ts'
import type { AskAboutHolds } from '../schedule/public.ts'
import type { Airtime } from './event.ts'

/** What the operations of this domain use beside the profile they belong to. */
export interface LiveEventsDeps extends ProfilesDeps, AgeDeps {
  /** How many places of each event are taken, paid or still to be paid, from the requests domain. */
  placesHeld(db: DbOrTx, eventIds: readonly string[]): Promise<Map<string, number>>
  /** Lets the line of a queue stand again, from the queue domain: called while nobody has a place. */
  dropLine(tx: Tx, eventId: string): Promise<void>
  /** Asks the provider who paid for a time before it is given to an event, from the requests domain. */
  askAboutHolds: AskAboutHolds
  /** What was broadcast of an event, from the calls domain. */
  airtime(db: DbOrTx, eventId: string): Promise<Airtime>
}

/** Topics of work that this domain leaves for higher ones. */
export const LIVE_EVENT_TOPICS = {
  changed: defineTopic('live-events.changed', z.object({ eventId: z.string() })),
} as const
