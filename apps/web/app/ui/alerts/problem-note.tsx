import css from './problem-note.module.css'

/** What went wrong with a form as a whole, read out as it appears. */
export function ProblemNote({ children }: { children: string }) {
  return (
    <p role="alert" className={css.note}>
      {children}
    </p>
  )
}
