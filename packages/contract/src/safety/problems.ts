import * as z from 'zod/mini'
import { amountOut, backField, idField, timeField } from '../fields.ts'
import { requestPageQuerySchema } from '../lists.ts'
import { PROBLEM_KINDS } from './reported-problem.ts'
import { staffActSchema } from './reports.ts'

/** GET /api/staff/problems/: the open ones, the oldest first; or the closed ones, the last decided first. */
export const staffProblemQuerySchema = z.extend(requestPageQuerySchema, {
  state: z._default(z.enum(['open', 'closed']), 'open'),
})

/** A problem with a call that a party reported. */
export const staffProblemSchema = z.object({
  id: idField,
  version: z.int(),
  kind: z.enum(PROBLEM_KINDS),
  text: z.nullable(z.string()),
  /** The username of the person who said so. */
  reporter: z.string(),
  request_id: idField,
  request_slug: z.string(),
  at: z.string(),
  /** How it was settled; only a closed one has it. */
  decision: z.optional(
    z.object({
      /** `by_record`: at once, by our record of the call. `by_staff`: by a member of staff. */
      decision: z.enum(['by_record', 'by_staff']),
      /** What went back to the buyer. */
      back: amountOut,
      /** What staff wrote; null if the record decided, or if it was decided before reasons were stored here. */
      reason: z.nullable(z.string()),
      at: timeField,
    }),
  ),
})
export type StaffProblem = z.infer<typeof staffProblemSchema>

/** POST /api/staff/problems/{id}/decide/: what goes back to the buyer, if anything, and why. */
export const decideProblemSchema = z.extend(staffActSchema, {
  back: backField,
})
export type DecideProblem = z.infer<typeof decideProblemSchema>
export const decidedProblemSchema = z.object({ id: idField, back: amountOut })
