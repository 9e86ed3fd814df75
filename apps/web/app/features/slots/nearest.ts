import type { Slot } from '@parley/contract'
import { slotTakenSchema } from '@parley/contract/errors'
import { ApiError } from '../../api/errors.ts'

/** The free times nearest to one that somebody else took in between; null where a refusal has another reason. */
export function nearestIn(error: unknown): readonly Slot[] | null {
  if (!(error instanceof ApiError)) return null
  return slotTakenSchema.safeParse(error.body).data?.slots ?? null
}
