import * as z from 'zod/mini'
import { amountOut } from './fields.ts'
import { REQUEST_OUTCOMES } from './requests.ts'
import { SHOWN_SETTLED_BY } from './rules/call-money.ts'

export const LIVE_ENDED_BY = ['buyer', 'influencer', 'platform', 'time'] as const

/** When the media of one party reached the server; open pages and clicks do not count. */
const presenceSchema = z.object({
  first_seen: z.nullable(z.string()),
  last_seen: z.nullable(z.string()),
  /** Seconds that count as waiting alone. */
  waited: z.int(),
})

/** Who was in a call when, as the server's clock stored it, and the decision about the money. */
export const attendanceSchema = z.object({
  agreed: z.nullable(z.object({ start: z.string(), end: z.string() })),
  /** From when on both may join; null for a call without a date. */
  opens_at: z.nullable(z.string()),
  you: presenceSchema,
  other: presenceSchema,
  /** When both were present; the end is null while both are. */
  live: z.array(
    z.object({
      start: z.string(),
      end: z.nullable(z.string()),
      ended_by: z.nullable(z.enum(LIVE_ENDED_BY)),
    }),
  ),
  /** Paid seconds that were used. */
  used: z.number(),
  decision: z.nullable(
    z.object({
      outcome: z.enum(REQUEST_OUTCOMES),
      /** The rule that decided about the money; null where nothing was paid. */
      rule: z.nullable(z.enum(SHOWN_SETTLED_BY)),
      /** Null for the person who attends in the buyer's place. */
      refunded: z.nullable(amountOut),
      at: z.string(),
    }),
  ),
})
export type CallAttendance = z.infer<typeof attendanceSchema>
