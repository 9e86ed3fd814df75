import * as z from 'zod/mini'
import { USERNAME_MAX } from '../constants.ts'
import { amountOut, idField, timeField } from '../fields.ts'
import { boundedPageQuerySchema } from '../lists.ts'
import { EVENT_FORMATS } from '../live-events.ts'
import { REQUEST_TYPES } from '../requests.ts'
import { DAY_MS } from '../rules/time-units.ts'
import { USERNAME_PATTERN } from '../usernames.ts'

/**
 * What a block does to one open request between two people. `rejected`, `cancelled`: it ends, and all of it goes
 * back. `place_ended`: the viewer is out, and the seconds not yet shown go back, or of a turn in a line the seconds
 * not used. `left`: the blocker leaves the call that has begun, and it is over. `cancelled_late`: it ends, and what
 * late cancelling gives goes back, because the buyer blocked instead of cancelling late before. `stays_paid`: the
 * influencer is there already and waits, or leaving the line would give nothing, so the price stays paid.
 * `not_attending`: who attends in the buyer's place does not any more.
 */
export const BLOCK_EFFECTS = [
  'rejected',
  'cancelled',
  'cancelled_late',
  'place_ended',
  'left',
  'stays_paid',
  'not_attending',
] as const
export type BlockEffect = (typeof BLOCK_EFFECTS)[number]

/**
 * The most people whom a buyer may block in 90 days with a full refund; from the next one on the ladder of the call
 * applies.
 */
export const BLOCKS_PAST_THE_LADDER_MAX = 2
export const BLOCKS_PAST_THE_LADDER_WITHIN_MS = 90 * DAY_MS

/** What a block would do now, for the person who is about to press it. */
export const blockPreviewSchema = z.object({
  user: z.object({ id: idField, username: z.string() }),
  blocked: z.boolean(),
  ends: z.array(
    z.object({
      slug: z.string(),
      request_type: z.enum(REQUEST_TYPES),
      /** Of a place, the format of its event; null of a call. A server of the version before leaves it out. */
      format: z.optional(z.nullable(z.enum(EVENT_FORMATS))),
      description: z.string(),
      starts_at: z.nullable(timeField),
      effect: z.enum(BLOCK_EFFECTS),
      /** On which side the reader is. */
      side: z.enum(['buyer', 'influencer']),
      /** Who paid, where the reader blocks somebody else. A server of the version before leaves it out. */
      buyer: z.optional(z.string()),
      /** The immediate refund of the buyer; null if it is decided later, or the reader may not see it. */
      back: z.nullable(amountOut),
    }),
  ),
})
export type BlockPreview = z.infer<typeof blockPreviewSchema>

/** Somebody whom the reader has blocked. */
export const blockedPersonSchema = z.object({ id: idField, username: z.string(), since: timeField })
export type BlockedPerson = z.infer<typeof blockedPersonSchema>

/** The whole list, a page of it, or only one person, whom the reader has blocked or not. */
export const blockedPeopleQuerySchema = z.extend(boundedPageQuerySchema, {
  username: z.optional(z.string().check(z.maxLength(USERNAME_MAX), z.regex(USERNAME_PATTERN))),
})
