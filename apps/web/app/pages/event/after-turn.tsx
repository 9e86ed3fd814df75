import { type ComponentType, lazy, Suspense } from 'react'
import type { TurnProblemProps } from './turn-problem.tsx'

// Without it the page is whole: the same button is on the ticket and in the bookings.
const TurnProblem = lazy<ComponentType<TurnProblemProps>>(() =>
  import('./turn-problem.tsx')
    .then(({ TurnProblem }) => ({ default: TurnProblem }))
    .catch(() => ({ default: () => null })),
)

/** What became of a problem with a turn that is over, and its report for as long as the server accepts one. */
export function turnProblem(turn: TurnProblemProps) {
  return (
    <Suspense>
      <TurnProblem {...turn} />
    </Suspense>
  )
}
