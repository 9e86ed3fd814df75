import * as z from 'zod/mini'
import { GIFT_MESSAGE_MAX } from './constants.ts'
import { durationUnitOut, idField, textAtMost, uuidKeyField } from './fields.ts'
import { REQUEST_TYPES } from './requests.ts'

/** What the buyer writes to the person who will attend in their place. */
export const giftSchema = z.object({
  message: z.optional(z.nullable(textAtMost(GIFT_MESSAGE_MAX))),
  /** The same one answers with the same link, and makes no new one. */
  uuid: z.optional(uuidKeyField),
})

/** The link for the attendee, shown once: the database has only its digest. */
export const giftLinkSchema = z.object({ url: z.string() })

/** The link of a call that nobody has accepted yet, without its address; null: there is none. */
export const openGiftSchema = z.object({
  open: z.nullable(z.object({ message: z.nullable(z.string()), created_at: z.string() })),
})
export type OpenGift = z.infer<typeof openGiftSchema>

export const giftTokenSchema = z.object({ token: z.string().check(z.minLength(1), z.maxLength(100)) })

/** `open`: may be accepted. `yours`: the reader has accepted it. */
export const GIFT_STATES = ['open', 'yours', 'taken', 'withdrawn', 'begun', 'over'] as const

/** A gift as the reader of its link sees it: who invites to what and when, without the price. */
export const giftViewSchema = z.object({
  state: z.enum(GIFT_STATES),
  /** The call's slug, for the person who accepted it. */
  slug: z.nullable(z.string()),
  request_type: z.enum(REQUEST_TYPES),
  from: z.object({ id: idField, username: z.string() }),
  influencer: z.nullable(z.object({ username: z.string() })),
  description: z.string(),
  duration: z.int(),
  duration_display: durationUnitOut,
  timeRange: z.nullable(z.object({ start: z.string(), end: z.string() })),
  message: z.nullable(z.string()),
})
export type GiftView = z.infer<typeof giftViewSchema>
