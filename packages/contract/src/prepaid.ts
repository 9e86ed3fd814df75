import * as z from 'zod/mini'
import {
  amountField,
  amountInput,
  descriptionField,
  durationField,
  durationInput,
  durationUnitField,
  durationUnitInput,
  noteField,
  uuidKeyField,
} from './fields.ts'
import { listOf } from './lists.ts'
import { sessionRequestSchema } from './requests.ts'

/** A prepaid link with the text and price of its buyer; the person who accepts it performs. */
export const prepaidLinkInput = z.object({
  amount: amountInput,
  duration: durationInput,
  /** Seconds when it is left out. */
  duration_display: z.optional(durationUnitInput),
  description: descriptionField,
  request_type: z.optional(z.literal('prepaid')),
  uuid: z.optional(uuidKeyField),
  note: z.optional(z.nullable(noteField)),
  /** The sentence about the begin of the call that the buyer confirmed. */
  terms_version: z.optional(z.string().check(z.maxLength(40))),
  callback: z.optional(z.string().check(z.maxLength(2000))),
})
export type PrepaidLinkInput = z.infer<typeof prepaidLinkInput>

/** The same as the server reads it. */
export const prepaidLinkSchema = z.extend(prepaidLinkInput, {
  amount: amountField,
  duration: durationField,
  duration_display: z.optional(durationUnitField),
})
export type PrepaidLink = z.infer<typeof prepaidLinkSchema>

/** The prepaid requests a person created or accepted, and the terms of the next one. */
export const prepaidListSchema = z.extend(listOf(sessionRequestSchema), {
  /** The platform's share of payments from now on, in percent. */
  fee_percent: z.number(),
  money_back_rule: z.string(),
})
export type PrepaidList = z.infer<typeof prepaidListSchema>
