import { refusedBookingSchema, type WayOn } from '@parley/contract/errors'
import { ApiError } from './errors.ts'

/** What the server offers after a refusal; null when the person can only read it. */
export function wayOnOf(error: unknown): WayOn | null {
  if (!(error instanceof ApiError)) return null
  return refusedBookingSchema.safeParse(error.body).data?.way_on ?? null
}
