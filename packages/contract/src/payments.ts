import * as z from 'zod/mini'
import { cardIntentSchema } from './accounts.ts'
import { mainSessionSchema } from './profiles.ts'

/** The parameters of the payment provider's redirect; only a hint which intent to fetch, never believed. */
export const paymentReturnSchema = z.object({
  paymentIntentId: z.string().check(z.minLength(1), z.maxLength(200)),
  paymentIntentSecret: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  paymentRedirectStatus: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
})
export type PaymentReturn = z.infer<typeof paymentReturnSchema>

export const cardSavedSchema = z.object({
  setupIntentId: z.string().check(z.minLength(1), z.maxLength(200)),
  setupIntentSecret: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  setupIntentRedirectStatus: z.optional(z.nullable(z.string().check(z.maxLength(60)))),
})
export const cardWalletAnswerSchema = z.object({
  client_secret: z.string(),
  publishable_key: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
})

/** One tap with a saved card, or a fresh or reused intent when no card is named. */
export const payRequestSchema = z.object({
  card: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  /** Saves the card after its payment has succeeded; each try says this again. */
  save_card: z.optional(z.boolean()),
})
export const payAnswerSchema = z.object({
  status: z.enum([
    'requires_payment_method',
    'requires_confirmation',
    'requires_action',
    'processing',
    'succeeded',
  ]),
  client_secret: z.nullable(z.string()),
  publishable_key: z.string(),
  provider: z.enum(['sandbox', 'stripe']),
  payment_intent: z.nullable(z.string()),
  next_action_url: z.nullable(z.string()),
  detail: z.nullable(z.string()),
})
export type PayAnswer = z.infer<typeof payAnswerSchema>

export const paymentOptionsSchema = z.object({
  provider: z.enum(['sandbox', 'stripe']),
  publishable_key: z.string(),
  currency: z.string(),
  main_session: mainSessionSchema,
  cards: z.array(cardIntentSchema),
})
export type PaymentOptions = z.infer<typeof paymentOptionsSchema>
