import * as z from 'zod/mini'
import { amountOut, givenBackField, uuidKeyField } from './fields.ts'

/** The steps of the money of a sale, in their possible order. */
export const MONEY_LINES = [
  'charged',
  'held',
  'refund_decided',
  'refund_sent',
  'refund_arrived',
  'earned',
  'fee',
  'payout_sent',
  'paid_out',
  'disputed',
  'dispute_won',
  'dispute_lost',
] as const
export type MoneyLineKind = (typeof MONEY_LINES)[number]

/** The places where money can be; `buyer` stands for the buyer's card if the reader may not know the card. */
export const MONEY_PLACES = [
  'card',
  'buyer',
  'provider',
  'held',
  /** The refund is decided, and not sent yet. */
  'returning',
  /** The buyer's bank. */
  'bank',
  'influencer',
  'parley',
  /** The account that somebody named to the provider. */
  'account',
  /** The amount that the buyer's bank took during a dispute. */
  'dispute',
] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

export const moneyLineSchema = z.object({
  /** Null for a future step. */
  at: z.nullable(z.string()),
  what: z.enum(MONEY_LINES),
  amount: amountOut,
  from: z.enum(MONEY_PLACES),
  to: z.enum(MONEY_PLACES),
  /** The latest time at which it happens or becomes visible; null if nobody can say. */
  expected_by: z.nullable(z.string()),
  /** For a refund, the reference by which the buyer's bank finds it. */
  reference: z.nullable(z.string()),
})
export type MoneyLine = z.infer<typeof moneyLineSchema>

/** Where all the money of one sale is, as far as the reader may know it. */
export const moneyRailSchema = z.object({
  lines: z.array(moneyLineSchema),
  /** Steps that are not complete. */
  left: amountOut,
  /** Whether all of `left` is held for a call that has not begun. */
  is_held_for_call: z.boolean(),
  /** Whether the platform takes a fee from what is earned; the buyer sees no line of it. */
  has_fee: z.boolean(),
})
export type MoneyRail = z.infer<typeof moneyRailSchema>

/** One charge of a buyer; what is in the five places is the amount. */
export const ownPaymentSchema = z.object({
  request_slug: z.string(),
  request_type: z.enum(['private', 'prepaid', 'broadcast']),
  /** Who was paid; null while nobody has accepted a prepaid link. */
  influencer: z.nullable(z.string()),
  event_title: z.nullable(z.string()),
  at: z.string(),
  amount: amountOut,
  card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  where: z.object({
    held: amountOut,
    on_its_way_back: amountOut,
    back: amountOut,
    earned: amountOut,
  }),
})
export type OwnPayment = z.infer<typeof ownPaymentSchema>

/** POST /api/influencer/requests/{id}/give-back/: a part of the sale, or all of it; once for each `uuid`. */
export const giveBackSchema = z.object({
  amount: givenBackField,
  uuid: uuidKeyField,
})
