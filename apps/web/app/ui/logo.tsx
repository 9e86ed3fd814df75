import css from './logo.module.css'

/** The mark: a ring with a gap. */
export function LogoMark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" className={css.mark} aria-hidden="true">
      <circle
        cx="16"
        cy="16"
        r="12"
        fill="none"
        strokeWidth="5"
        strokeLinecap="round"
        strokeDasharray="61 76"
        transform="rotate(-62 16 16)"
      />
    </svg>
  )
}
