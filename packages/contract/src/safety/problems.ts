import * as z from 'zod/mini'
import { PROBLEM_KINDS } from '../attendance.ts'
import { amountOut, idField } from '../fields.ts'
import { messages } from '../messages.ts'
import { parsePounds, pence } from '../rules/money.ts'
import { staffActSchema } from './reports.ts'

/** A problem with a call that waits for the decision of a person. */
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
})
export type StaffProblem = z.infer<typeof staffProblemSchema>

/** POST /api/staff/problems/{id}/decide/: what goes back to the buyer, if anything, and why. */
export const decideProblemSchema = z.extend(staffActSchema, {
  back: z.pipe(
    z
      .union([z.string(), z.number()], { error: messages.amountInvalid })
      .check(z.refine(value => parsePounds(value) !== null, messages.amountInvalid)),
    z.transform(value => parsePounds(value) ?? pence(0)),
  ),
})
export type DecideProblem = z.infer<typeof decideProblemSchema>
export const decidedProblemSchema = z.object({ id: idField, back: amountOut })
