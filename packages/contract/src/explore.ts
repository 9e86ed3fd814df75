import * as z from 'zod/mini'
import { CATEGORY_CODES } from './categories.ts'
import { EXPLORE_KINDS, EXPLORE_WORDS_MAX } from './constants.ts'
import { amountOut, durationUnitOut, idField } from './fields.ts'
import { pageQuerySchema } from './lists.ts'
import { EVENT_STATES, liveEventSchema } from './live-events.ts'

/** A search: words (each may be the beginning of one), a category, people or events. */
export const exploreQuerySchema = z.extend(pageQuerySchema, {
  q: z._default(z.string().check(z.trim(), z.maxLength(EXPLORE_WORDS_MAX)), ''),
  category: z.optional(z.enum(CATEGORY_CODES)),
  kind: z._default(z.enum(EXPLORE_KINDS), 'influencers'),
})
export type ExploreQuery = z.infer<typeof exploreQuerySchema>

const nextEventSchema = z.object({
  slug: z.string(),
  title: z.string(),
  state: z.enum(EVENT_STATES),
  starts_at: z.nullable(z.string()),
})

/** An influencer as found: enough for a card. */
export const influencerCardSchema = z.object({
  kind: z.literal('influencer'),
  user: z.object({ id: idField, username: z.string(), first_name: z.string(), last_name: z.string() }),
  profile: z.object({ picture: z.nullable(z.string()) }),
  category: z.nullable(z.enum(CATEGORY_CODES)),
  description: z.string(),
  amount: amountOut,
  duration: z.int(),
  duration_display: durationUnitOut,
  next_event: z.nullable(nextEventSchema),
  /** The next free time of an influencer who offers times, when it is within a week. */
  next_free: z.nullable(z.string()),
  is_demo: z.boolean(),
})
export type InfluencerCard = z.infer<typeof influencerCardSchema>

/** A live event as found. */
export const eventCardSchema = z.object({ kind: z.literal('event'), event: liveEventSchema })
export type EventCard = z.infer<typeof eventCardSchema>

export const exploreCardSchema = z.union([influencerCardSchema, eventCardSchema])
export type ExploreCard = z.infer<typeof exploreCardSchema>
