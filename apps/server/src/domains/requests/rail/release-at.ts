import { HOUR_MS } from '@parley/contract'

/**
 * When the money of a call becomes its influencer's. The hours that were shown before the sale stay, whatever the
 * operator sets later; sales from before they were stored follow the operator's present setting.
 */
export function releaseAt(
  { releaseAfterHours }: { releaseAfterHours?: number | null },
  endedAt: Date,
  { releaseAfterMs }: { releaseAfterMs: number },
): Date {
  const afterMs = releaseAfterHours == null ? releaseAfterMs : releaseAfterHours * HOUR_MS
  return new Date(endedAt.getTime() + afterMs)
}
