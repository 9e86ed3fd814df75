import type { SessionRequest } from '@parley/contract'
import { mayReport, reporterOf } from './may-report.ts'
import { SomethingWrong, type SomethingWrongProps } from './something-wrong.tsx'

interface ReportProblemProps extends Pick<SomethingWrongProps, 'look' | 'onReported'> {
  request: SessionRequest
  viewer: { username: string }
}

/** The button that reports a problem with an ended call or place, for as long as the server accepts a report. */
export function ReportProblem({ request, viewer, ...rest }: ReportProblemProps) {
  const reporter = reporterOf(request, viewer)
  if (!reporter || !mayReport(request, Date.now())) return null
  return <SomethingWrong {...reporter} {...rest} />
}
