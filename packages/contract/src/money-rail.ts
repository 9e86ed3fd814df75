import * as z from 'zod/mini'
import { amountOut } from './fields.ts'
import { messages } from './messages.ts'
import { parsePounds, pence } from './rules/money.ts'

/** What happened to the money of a sale, in the order in which it can. */
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

/** Where a penny can be; `buyer` stands for the buyer's card where its reader learns nothing of cards. */
export const MONEY_PLACES = [
  'card',
  'buyer',
  'provider',
  'held',
  /** Decided to go back, and not sent yet. */
  'returning',
  /** The buyer's bank. */
  'bank',
  'influencer',
  'parley',
  /** The account that somebody named to the provider. */
  'account',
  /** What the buyer's bank took while it is disputed. */
  'dispute',
] as const
export type MoneyPlace = (typeof MONEY_PLACES)[number]

export const moneyLineSchema = z.object({
  /** Null for what is still to come. */
  at: z.nullable(z.string()),
  what: z.enum(MONEY_LINES),
  amount: amountOut,
  from: z.enum(MONEY_PLACES),
  to: z.enum(MONEY_PLACES),
  /** When it happens, or is seen at its end, at the latest; null where nobody can say. */
  expected_by: z.nullable(z.string()),
  /** Of a refund the bank's own number, by which the buyer's bank finds it. */
  reference: z.nullable(z.string()),
})
export type MoneyLine = z.infer<typeof moneyLineSchema>

/** Where every penny of one sale is, as its reader may know it. */
export const moneyRailSchema = z.object({
  lines: z.array(moneyLineSchema),
  /** What has not come to its end yet. */
  left: amountOut,
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
  amount: z.pipe(
    z
      .union([z.string(), z.number()], { error: messages.amountInvalid })
      .check(z.refine(value => (parsePounds(value) ?? 0) > 0, messages.amountInvalid)),
    z.transform(value => parsePounds(value) ?? pence(0)),
  ),
  uuid: z.uuid(),
})
