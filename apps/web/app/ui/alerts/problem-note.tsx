import css from './problem-note.module.css'

/** The error of a whole form; screen readers read it when it appears. */
export function ProblemNote({ children }: { children: string }) {
  return (
    <p role="alert" className={css.note}>
      {children}
    </p>
  )
}
