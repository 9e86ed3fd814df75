import type { EndedCall } from '../../features/call/screens/ended-call.ts'
import { ProblemState } from '../../features/requests/problems/problem-state.tsx'

/** What became of a problem with a call that has ended, and its report for as long as the server accepts one. */
export function callProblem({ sale, ...parties }: EndedCall) {
  return <ProblemState sale={sale} reporter={{ ...parties, isPlace: false, hasRecord: true }} />
}
