import * as z from 'zod/mini'
import { REJECT_REASON_MAX } from './constants.ts'
import {
  amountField,
  amountOut,
  backField,
  descriptionField,
  durationField,
  durationUnitField,
  durationUnitOut,
  idField,
  noteField,
  slotField,
  textAtMost,
  uuidKeyField,
} from './fields.ts'
import { turnShownSchema } from './live/queue.ts'
import { ABSENT_RULES, EVENT_FORMATS, LINE_ORDERS } from './live-events.ts'
import { mainSessionSchema } from './profiles.ts'
import { SHOWN_SETTLED_BY } from './rules/call-money.ts'
import { MONEY_BACK_POLICIES } from './rules/money-back.ts'
import { shownProblemSchema } from './safety/reported-problem.ts'
import { ACCEPTING_WAYS } from './schedule.ts'

export const REQUEST_TYPES = ['private', 'prepaid', 'broadcast'] as const
export type RequestType = (typeof REQUEST_TYPES)[number]
export const REQUEST_STATES = [
  'offered',
  'accepted',
  'completed',
  'rejected',
  'cancelled',
  'expired',
] as const
export type RequestState = (typeof REQUEST_STATES)[number]
export const REQUEST_OUTCOMES = [
  'served',
  'part_served',
  'buyer_absent',
  /** The fan left the line before their turn, and the sale stays paid. */
  'left_line',
  /** A bank's dispute took the place out of the line before its turn, and the sale stays paid. */
  'disputed_in_line',
  'influencer_absent',
  /** The turn did not come: not reached, passed over by hand, or removed. */
  'turn_not_reached',
  'unclaimed',
  'unpaid',
  'rejected',
  'cancelled',
  /** The buyer cancelled so late that a part or all of the price stays paid. */
  'cancelled_late',
  'charged_back',
  /** The influencer had to accept the booked time, and did not in time. */
  'unanswered',
] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
export const PAYMENT_STATUSES = [
  'unpaid',
  'processing',
  'failed',
  'paid',
  'partly_refunded',
  'refunded',
  /** The buyer's bank sent a refund back: the platform owes the money, and the buyer must choose another way. */
  'refund_failed',
  'disputed',
  'charged_back',
] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

const partySchema = z.object({ id: idField, username: z.string() })
export const timeRangeSchema = z.object({
  start: z.iso.datetime({ offset: true }),
  end: z.iso.datetime({ offset: true }),
})

/** The slot that the buyer picked; null for a request without one. */
const requestSlotSchema = z.nullable(
  z.object({
    start: z.string(),
    end: z.string(),
    /** Grows with every move. */
    sequence: z.int(),
    /** The end of the hold for the buyer, who has not paid; null once paid. */
    hold_expires_at: z.nullable(z.string()),
    moves_left: z.int(),
    /** Until when the buyer may move it. */
    move_until: z.string(),
    accept: z.enum(ACCEPTING_WAYS),
    /** The deadline for the influencer's answer; null if none is needed. */
    answer_by: z.nullable(z.string()),
    /** Other times that the influencer suggests, and the deadline for the buyer's answer; null if there are none. */
    proposal: z.nullable(
      z.object({
        slots: z.array(z.object({ start: z.string(), end: z.string() })),
        message: z.nullable(z.string()),
        answer_by: z.string(),
      }),
    ),
  }),
)

/** The refund of a cancellation, now and later; null for a reader who may not see the price. */
export const requestMoneyBackSchema = z.object({
  /** Null for an undated call, a link and a place: all of the price, until it begins. */
  policy: z.nullable(z.enum(MONEY_BACK_POLICIES)),
  sentence: z.string(),
  /** The refund before each moment; `until` is null for the begin of the call. */
  steps: z.array(z.object({ until: z.nullable(z.string()), percent: z.int() })),
  /** The refund of a cancellation now; null if nobody can cancel. */
  now: z.nullable(z.object({ amount: amountOut, cause: z.enum(['cancelled', 'cancelled_late']) })),
  /** When this refund changes, and to what; null if it does not. */
  next: z.nullable(z.object({ at: z.string(), amount: amountOut })),
})
export type RequestMoneyBack = z.infer<typeof requestMoneyBackSchema>

/** A session request as its parties see it. `stripe_intent_secret` is null for everyone but the payer. */
export const sessionRequestSchema = z.object({
  id: idField,
  slug: z.string(),
  uuid: z.string(),
  request_type: z.enum(REQUEST_TYPES),
  state: z.enum(REQUEST_STATES),
  outcome: z.nullable(z.enum(REQUEST_OUTCOMES)),
  /** Why its money went back, or stayed; null while it is open, and if nobody paid. */
  settled_by: z.nullable(z.enum(SHOWN_SETTLED_BY)),
  description: z.string(),
  /** Null for the person who attends in the buyer's place: the price is not theirs to see. */
  amount: z.nullable(amountOut),
  /** The platform's share of the amount, in percent, as it was when the request was made. */
  fee_percent: z.number(),
  duration: z.int(),
  duration_display: durationUnitOut,
  timeRange: z.nullable(z.object({ start: z.string(), end: z.string() })),
  slot: requestSlotSchema,
  /**
   * The end of the hold of an agreed time without a slot, for its buyer, who has not paid; null for any other reader
   * and request, and when the hold has ended.
   */
  hold_expires_at: z.nullable(z.string()),
  /**
   * What its influencer has sold within the requested time range, only for the influencer while they may answer; null
   * if nothing, and for a request with a slot.
   */
  sold_beside: z.nullable(z.object({ count: z.int(), start: z.string(), user: partySchema })),
  user: partySchema,
  /** Who is paid and performs; `picture` is null where they have none. */
  influencer: z.nullable(
    z.object({ user: partySchema, profile: z.object({ picture: z.nullable(z.string()) }) }),
  ),
  /** Whether the profile of its influencer opens to the person who booked or attends it; not given in lists. */
  profile_opens: z.optional(z.boolean()),
  live_event: z.nullable(
    z.object({
      slug: z.string(),
      title: z.string(),
      format: z.enum(EVENT_FORMATS),
      /** Only for a queue; null for a broadcast. */
      absent: z.nullable(z.enum(ABSENT_RULES)),
      order: z.nullable(z.enum(LINE_ORDERS)),
    }),
  ),
  /** For a paid place in a queue, for its two parties: its number in the line and the estimated start of its turn. */
  turn: z.nullable(turnShownSchema),
  payment: z.object({
    stripe_intent_confirmed: z.boolean(),
    stripe_intent_secret: z.nullable(z.string()),
    status: z.enum(PAYMENT_STATUSES),
    refunded_amount: z.nullable(amountOut),
    /** The part of it that the buyer's bank sent back: the platform still owes it to the buyer. */
    returned_amount: amountOut,
    /** What the buyer's bank took of it in a lost dispute; null for the attendee of a gift. */
    charged_back_amount: z.nullable(amountOut),
    /** Where the refund goes, for the payer alone; null without a refund. */
    refund_to: z.nullable(z.enum(['card', 'account'])),
    /** When the newest refund was decided, for the payer alone; left out without a refund. */
    refunded_at: z.optional(z.string()),
    /** The card that paid, for the payer alone; null until one did. */
    card: z.nullable(z.object({ brand: z.string(), last4: z.string() })),
  }),
  total_duration: z.number(),
  used_duration: z.number(),
  callback: z.string(),
  /** The buyer's words on what to talk about, for both parties alone. */
  note: z.nullable(z.string()),
  /** Who attends in the buyer's place; null while the buyer does. */
  attendee: z.nullable(partySchema),
  money_back: z.nullable(requestMoneyBackSchema),
  /** For its two parties alone; null if they know of none. */
  problem: z.nullable(shownProblemSchema),
  /** For the buyer and the influencer; null to a guest. */
  reject_reason: z.nullable(z.string()),
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** When it ended: served, rejected, cancelled or expired. */
  ended_at: z.nullable(z.string()),
})
export type SessionRequest = z.infer<typeof sessionRequestSchema>

/** Booking a private session: what the buyer saw, compared with the profile's own offer. */
export const bookingSchema = z.object({
  amount: amountField,
  duration: durationField,
  duration_display: z.optional(durationUnitField),
  description: z.optional(descriptionField),
  uuid: z.optional(uuidKeyField),
  request_type: z.optional(z.literal('private')),
  timeRange: z.optional(z.nullable(timeRangeSchema)),
  /** The start of one of the times that are offered. */
  slot: z.optional(z.nullable(slotField)),
  note: z.optional(z.nullable(noteField)),
  /** The policy that the buyer saw; 409 if it has changed. */
  money_back: z.optional(z.enum(MONEY_BACK_POLICIES)),
  /** The sentence about the begin of an undated call that the buyer confirmed. */
  terms_version: z.optional(z.string().check(z.maxLength(40))),
  callback: z.optional(z.string().check(z.maxLength(2000))),
})
export type BookingInput = z.input<typeof bookingSchema>
export type Booking = z.infer<typeof bookingSchema>

/** 409 of a booking whose price, length or text differs from the profile's offer. */
export const offerChangedSchema = z.object({ detail: z.string(), offer: mainSessionSchema })

/** The new destination of a returned refund: the card once more, or the buyer's own account at the provider. */
export const refundAgainSchema = z.object({ to: z.enum(['card', 'account']) })
export type RefundAgain = z.infer<typeof refundAgainSchema>

/** 409 if it cannot go there; `needs` if the buyer must first create an account. */
export const refundAgainRefusedSchema = z.object({
  detail: z.string(),
  needs: z.optional(z.literal('payout_account')),
})

export const rejectSchema = z.object({
  reason: z.nullish(textAtMost(REJECT_REASON_MAX)),
})

/** The refund that the buyer saw; if it has changed, the answer is 409 and nothing changes. */
export const cancelSchema = z.object({ expect: z.optional(backField) })
export const cancelRefusedSchema = z.object({
  detail: z.string(),
  /** What cancelling would give back now. */
  money_back: z.optional(requestMoneyBackSchema),
})
