import * as z from 'zod/mini'
import type { Core } from '../../core/core.ts'
import { defineTopic } from '../../core/topic.ts'
import type { LiveEventsDeps } from '../live-events/public.ts'
import type { RequestsDeps } from '../requests/public.ts'

export interface QueueDeps extends Core {
  requests: RequestsDeps
  liveEvents: LiveEventsDeps
  /** Publishes a change of a line to everybody in it, at once; the work in the outbox publishes it again. */
  publishLine?(eventId: string): Promise<void>
  /** The two of a turn wait connected: they are let in at once. */
  admitEarly?(placeId: string): Promise<void>
  /** A turn is over: everybody leaves its room. */
  closeTurn?(placeId: string): Promise<void>
  /** A turn is not the next any more: nobody waits in its room. */
  closeEarlyRoom?(placeId: string): Promise<void>
}

const settled = z.object({
  requestId: z.string(),
  end: z.enum(['served', 'part', 'skipped', 'left', 'unserved']),
  back: z.enum(['all', 'unused', 'none']),
  why: z.nullable(z.enum(['absent', 'not_their_doing'])),
  /** Left out by processes of the version before. */
  isDisputed: z.optional(z.boolean()),
})

const lineChanged = z.object({
  ...{ eventId: z.string(), closed: z.array(z.string()), settled: z.array(settled) },
  /** Until when the end of a count is waited for; a minute from now on where it is left out. */
  waitsUntil: z.optional(z.iso.datetime()),
})
export type LineChanged = z.infer<typeof lineChanged>

/** Topics of work that this domain leaves in the outbox. */
export const QUEUE_TOPICS = {
  /** The order of a line stands: everybody in it gets a mail with their number. */
  stands: defineTopic('queue.stands', z.object({ eventId: z.string() })),
  /** Ushers who are none any more. */
  crewLeft: defineTopic('queue.crew-left', z.object({ eventId: z.string(), personIds: z.array(z.string()) })),
  /** Others moderate the chat of an event by now. */
  moderators: defineTopic('queue.moderators', z.object({ eventId: z.string() })),
  /** Rooms of turns that do not continue any more, and places whose turn is over. */
  changed: defineTopic('queue.changed', lineChanged),
} as const
