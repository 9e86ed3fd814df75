import { refusedBookingSchema, type WayOn } from '@parley/contract/errors'
import { ApiError } from './errors.ts'

/** What the server offers to do about its no; null where there is nothing but to read it. */
export function wayOnOf(error: unknown): WayOn | null {
  if (!(error instanceof ApiError)) return null
  return refusedBookingSchema.safeParse(error.body).data?.way_on ?? null
}
