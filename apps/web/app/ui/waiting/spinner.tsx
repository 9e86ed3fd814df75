import css from './spinner.module.css'

/** A small spinning ring, beside a text that says what is running. */
export function Spinner() {
  return (
    <svg className={css.spinner} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <circle cx="10" cy="10" r="8" className={css.arc} />
    </svg>
  )
}

/** A loading state of a whole area; screen readers read the text. */
export function Waiting({ children }: { children: string }) {
  return (
    <p className={css.waiting} role="status">
      <Spinner /> {children}
    </p>
  )
}
