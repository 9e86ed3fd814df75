import type { SessionRequest } from '@parley/contract'
import { reporterOf } from './may-report.ts'
import { ProblemState } from './problem-state.tsx'
import type { SomethingWrongProps } from './something-wrong.tsx'

interface ReportProblemProps extends Pick<SomethingWrongProps, 'variant' | 'isListed' | 'onReported'> {
  request: SessionRequest
  viewer: { username: string }
}

/** What its parties read of a problem with an ended call or place, and the button that reports one. */
export function ReportProblem({ request, viewer, ...rest }: ReportProblemProps) {
  const reporter = reporterOf(request, viewer)
  return reporter && <ProblemState sale={request} reporter={reporter} {...rest} />
}
