import css from './spinner.module.css'

/** A small turning ring beside words that say what is going on. */
export function Spinner() {
  return (
    <svg className={css.spinner} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <circle cx="10" cy="10" r="8" className={css.arc} />
    </svg>
  )
}

/** A wait that takes a whole area; the words are read out. */
export function Waiting({ children }: { children: string }) {
  return (
    <p className={css.waiting} role="status">
      <Spinner /> {children}
    </p>
  )
}
