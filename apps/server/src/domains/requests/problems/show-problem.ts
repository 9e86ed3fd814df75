import { formatAmount, type ShownProblem } from '@parley/contract'
import { isConfirmed } from '../request.ts'
import type { RequestRow } from '../store.ts'
import { isForStaff, reportableUntil } from './problem-rules.ts'
import type { ProblemRow } from './problem-store.ts'

interface Reading {
  /** A party of the request. */
  readerId: string
  now: Date
}

/**
 * The last problem with a request that one of its parties knows of; `all` are in the order in which they were reported.
 * A party does not read that the other one reported something about which our record changed nothing. Attack: the
 * reported person of a call that was ended and reported reads whose problem it is; so it is nobody's, for both of them.
 */
export function showProblem(
  row: RequestRow,
  all: readonly ProblemRow[],
  { readerId, now }: Reading,
): ShownProblem | null {
  const shown = all.findLast(
    ({ reporterId, state, settledBy, backPence }) =>
      reporterId === readerId || state === 'open' || settledBy !== null || backPence > 0,
  )
  if (!shown) return null
  const { state, reporterId, createdAt, settledAt, settledBy, backPence } = shown
  // Such a problem is the first of its request: a report ends no call about which there is one.
  const isOfReport = row.settledBy === 'reported' && shown === all[0]
  return {
    ...{ state, is_own: !isOfReport && reporterId === readerId, at: createdAt.toISOString() },
    decision: settledAt && {
      by: settledBy ? 'staff' : 'record',
      ...{ back: formatAmount(backPence), at: settledAt.toISOString() },
    },
    again: againOf(row, all, { readerId, now }),
  }
}

function againOf(
  row: RequestRow,
  all: readonly ProblemRow[],
  { readerId, now }: Reading,
): ShownProblem['again'] {
  const isAtBank = row.paymentStatus === 'disputed' || row.paymentStatus === 'charged_back'
  if (isAtBank || !isConfirmed(row) || all.some(({ state }) => state === 'open')) return null
  const until = reportableUntil(row, all, readerId)
  if (!until || until <= now) return null
  return { until: until.toISOString(), by_staff: isForStaff(row, all, readerId) }
}
