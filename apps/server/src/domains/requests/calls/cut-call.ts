import { callEnding } from '@parley/contract'
import { type Decided, endByRule, isOpen, type RequestFacts } from '../request.ts'
import { evidenceOf } from '../time-rules.ts'
import type { Attendance } from './call-time.ts'

/** Ends a running call now: the media until this moment decides about the rest. */
export function cutCall(request: RequestFacts, attendance: Attendance, now: Date): Decided {
  if (!isOpen(request)) return null
  const evidence = evidenceOf(request, attendance)
  const cause = callEnding(evidence)
  const outcome = cause === 'used_up' ? 'served' : 'part_served'
  return endByRule(request, { state: 'completed', outcome, cause, usedMs: evidence.usedMs, now })
}
