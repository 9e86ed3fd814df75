import { ProblemNote } from './problem-note.tsx'
import css from './problem-place.module.css'

/** Where a form says why something was refused: the place is kept, so that nothing moves under a finger. */
export function ProblemPlace({ problem }: { problem: string | null }) {
  return <div className={css.place}>{problem !== null && <ProblemNote>{problem}</ProblemNote>}</div>
}
