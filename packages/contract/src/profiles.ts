import * as z from 'zod/mini'
import { CATEGORY_CODES } from './categories.ts'
import {
  amountField,
  amountOut,
  descriptionField,
  durationField,
  durationUnitField,
  durationUnitOut,
  idField,
  usernameField,
} from './fields.ts'
import { liveEventSchema, virtualEventPatchSchema } from './live-events.ts'
import { MONEY_BACK_POLICIES } from './rules/money-back.ts'
import { AVAILABILITY_MODES } from './schedule.ts'

/** A stored image: one address a width; the browser picks the format by `<picture>`. */
export const imageFieldSchema = z.nullable(z.string())

export const mainSessionSchema = z.object({
  amount: amountOut,
  duration: z.int(),
  duration_display: durationUnitOut,
  description: z.string(),
})
export type MainSession = z.infer<typeof mainSessionSchema>

/** An influencer's public details. */
export const influencerSchema = z.object({
  user: z.object({
    id: idField,
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    /** Of a person who exposes it. */
    email: z.optional(z.string()),
  }),
  profile: z.object({ picture: imageFieldSchema }),
  /** The category; null until the influencer chooses one. */
  category: z.nullable(z.enum(CATEGORY_CODES)),
  main_session: mainSessionSchema,
  main_live_event: z.object({ amount: z.nullable(amountOut) }),
  /** Whether a buyer can pick a time, and whether they must. */
  booking_mode: z.enum(AVAILABILITY_MODES),
  virtual_events: z.array(liveEventSchema),
  /** A counter, not a time: each change that a visitor can see increments it. Page caches use it in their keys. */
  version: z.int(),
  is_demo: z.boolean(),
  fee_percent: z.number(),
  money_back_rule: z.string(),
  /** The refund when the buyer of a dated call cancels it; `until` is a time before the start, as `PT24H`. */
  money_back: z.object({
    policy: z.enum(MONEY_BACK_POLICIES),
    sentence: z.string(),
    steps: z.array(z.object({ until: z.string(), percent: z.int() })),
  }),
})
export type Influencer = z.infer<typeof influencerSchema>

/** Profile edit: only the changed fields; nested names in brackets in the multipart form. */
export const profilePatchSchema = z.object({
  user__username: z.optional(usernameField),
  /** Empty takes it away. */
  category: z.optional(z.enum([...CATEGORY_CODES, ''])),
  main_session: z.optional(
    z.object({
      amount: z.optional(amountField),
      duration: z.optional(durationField),
      duration_display: z.optional(durationUnitField),
      description: z.optional(descriptionField),
      money_back: z.optional(z.enum(MONEY_BACK_POLICIES)),
    }),
  ),
  main_live_event: z.optional(z.object({ amount: z.optional(amountField) })),
  virtual_event: z.optional(virtualEventPatchSchema),
})
export type ProfilePatch = z.infer<typeof profilePatchSchema>
