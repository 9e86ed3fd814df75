import type { EndedCall } from '../../features/call/screens/ended-call.ts'
import { mayReport } from '../../features/requests/problems/may-report.ts'
import { SomethingWrong } from '../../features/requests/problems/something-wrong.tsx'

/** The report of a problem with a call that has ended, for as long as the server accepts one. */
export function callProblem({ sale, ...parties }: EndedCall) {
  return mayReport(sale, Date.now()) && <SomethingWrong {...parties} isPlace={false} />
}
