import { ProblemNote } from './problem-note.tsx'
import css from './problem-place.module.css'

/** The place of a form's error: its space is always reserved, so that nothing moves under a finger. */
export function ProblemPlace({ problem }: { problem: string | null }) {
  return <div className={css.place}>{problem !== null && <ProblemNote>{problem}</ProblemNote>}</div>
}
