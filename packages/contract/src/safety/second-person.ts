import * as z from 'zod/mini'
import { amountOut, givenBackField, idField, timeField } from '../fields.ts'
import { staffActSchema, staffPersonLineSchema } from './reports.ts'
import { STAFF_ROLES } from './staff.ts'

/** Acts that a second member of staff confirms before anything happens. */
export const PENDING_KINDS = [
  'give_back',
  'decide_problem',
  'concede_dispute',
  'restore',
  'grant_role',
  'revoke_role',
] as const
export type PendingKind = (typeof PENDING_KINDS)[number]

/** 202 of an act that needs a second member of staff. */
export const waitsForSchema = z.object({ waits_for: z.literal('second_person') })

/** POST /api/staff/requests/{id}/give-back/; `version` is that of the request. */
export const staffGiveBackSchema = z.extend(staffActSchema, {
  amount: givenBackField,
})
export type StaffGiveBack = z.infer<typeof staffGiveBackSchema>
/** What a caller sends of it. */
export type StaffGiveBackBody = z.input<typeof staffGiveBackSchema>

/** POST /api/staff/people/{id}/roles/; `version` is that of the person. */
export const changeRoleSchema = z.extend(staffActSchema, {
  role: z.enum(STAFF_ROLES),
  change: z.enum(['grant', 'revoke']),
})
export type ChangeRole = z.infer<typeof changeRoleSchema>

/** GET /api/staff/pending/: one act that waits for a second member of staff. */
export const staffPendingSchema = z.object({
  id: idField,
  version: z.int(),
  kind: z.enum(PENDING_KINDS),
  at: timeField,
  /** Who asked for it, and why. */
  by: z.string(),
  reason: z.string(),
  /** Whether the reader requested it, and so can only withdraw it. */
  is_own: z.boolean(),
  /** Whether the act is about the reader, who then may not decide. */
  is_party: z.boolean(),
  person: z.nullable(staffPersonLineSchema),
  request_id: z.nullable(idField),
  amount: z.nullable(amountOut),
  role: z.nullable(z.enum(STAFF_ROLES)),
})
export type StaffPending = z.infer<typeof staffPendingSchema>
