import * as z from 'zod/mini'

/** The refusals of the product; each code has exactly one HTTP status on the server. */
export const REFUSAL_CODES = [
  'invalid',
  'unauthenticated',
  'unpaid',
  'forbidden',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media',
  'too_many',
  'unavailable',
] as const
export type RefusalCode = (typeof REFUSAL_CODES)[number]

export const detailSchema = z.object({ detail: z.string() })

/**
 * What the person can do after a refusal: open the page of their bookings, or get a link that confirms their email.
 */
export const WAYS_ON = ['bookings', 'confirm_email'] as const
export type WayOn = (typeof WAYS_ON)[number]
export const refusedBookingSchema = z.object({
  detail: z.string(),
  way_on: z.optional(z.enum(WAYS_ON)),
})

/** A slot that somebody else has by now, with the free ones nearest to it. */
export const slotTakenSchema = z.object({
  detail: z.string(),
  slots: z.array(z.object({ start: z.string(), end: z.string() })),
})

export const fieldErrorsSchema = z.record(z.string(), z.array(z.string()))
export type FieldErrors = z.infer<typeof fieldErrorsSchema>

/** Zod issues as `{field: [messages]}`; nested fields are dotted. */
export function fieldErrors(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'detail'
    const list = fields[field] ?? []
    if (!list.includes(issue.message)) list.push(issue.message)
    fields[field] = list
  }
  return fields
}
