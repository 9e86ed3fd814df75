import type { Seconds } from '@parley/contract'
import { refuse } from '../../core/refusal.ts'

const LATEST_START_MS = 366 * 24 * 3600_000
const LONGEST_RANGE_MS = 7 * 24 * 3600_000

/** A dated request's agreed time: in the future, and long enough for what is bought. Throws a field refusal. */
export function checkedTimeRange(
  range: { start: string; end: string } | null,
  against: { durationSeconds: Seconds; now: Date },
): { start: Date; end: Date } | null {
  if (!range) return null
  const start = new Date(range.start)
  const end = new Date(range.end)
  const lengthMs = end.getTime() - start.getTime()
  const problem = (message: string) => refuse.fields({ timeRange: [message] })
  if (!(start > against.now)) throw problem('Please choose a start in the future')
  if (start.getTime() - against.now.getTime() > LATEST_START_MS)
    throw problem('Please choose a start within a year')
  if (lengthMs < against.durationSeconds * 1000) throw problem('The time is too short for this session')
  if (lengthMs > LONGEST_RANGE_MS) throw problem('Please choose an end within a week of the start')
  return { start, end }
}
