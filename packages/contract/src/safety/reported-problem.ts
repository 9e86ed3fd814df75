import * as z from 'zod/mini'
import { PROBLEM_TEXT_MAX } from '../constants.ts'
import { amountOut, idField, textAtMost, uuidKeyField } from '../fields.ts'
import { SHOWN_SETTLED_BY } from '../rules/call-money.ts'

/** The problems that a party of a call can report. The server's own records decide at once about the first two. */
export const PROBLEM_KINDS = ['other_absent', 'cut_short', 'quality', 'conduct'] as const
export type ProblemKind = (typeof PROBLEM_KINDS)[number]

/** POST /api/parley/{slug}/problem/ */
export const problemSchema = z.object({
  kind: z.enum(PROBLEM_KINDS),
  text: z.optional(textAtMost(PROBLEM_TEXT_MAX)),
  uuid: z.optional(uuidKeyField),
})
export type Problem = z.infer<typeof problemSchema>

/** `open`: a member of staff must decide, and the sale is not released. */
export const PROBLEM_STATES = ['settled', 'open'] as const
export const problemAnswerSchema = z.object({
  id: idField,
  state: z.enum(PROBLEM_STATES),
  /** The decision from the records; null while the problem is open. */
  decision: z.nullable(
    z.object({
      /** Null where nothing of a call was recorded. */
      rule: z.nullable(z.enum(SHOWN_SETTLED_BY)),
      /** The refund by this decision, beside earlier refunds. */
      refunded: amountOut,
    }),
  ),
})
export type ProblemAnswer = z.infer<typeof problemAnswerSchema>

/**
 * The last problem with a request that its reader knows of. A problem of the other party is among them while staff look
 * at it, when staff decided it, and if our record refunded something by it; what it was about is not.
 */
export const shownProblemSchema = z.object({
  state: z.enum(PROBLEM_STATES),
  /** Whether the reader reported it; of a call that somebody ended and reported false for both parties. */
  is_own: z.boolean(),
  at: z.string(),
  /** Null while staff look at it. */
  decision: z.nullable(
    z.object({
      by: z.enum(['record', 'staff']),
      /** What went back to the buyer by it, beside earlier refunds. */
      back: amountOut,
      at: z.string(),
    }),
  ),
  /**
   * Until when the reader may report another one, and whether staff decide about it in any case, because our record has
   * answered them before or one of the two ended the call and reported the other; null if they may not.
   */
  again: z.nullable(z.object({ until: z.string(), by_staff: z.boolean() })),
})
export type ShownProblem = z.infer<typeof shownProblemSchema>
