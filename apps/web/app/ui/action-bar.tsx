import type { ReactNode } from 'react'
import css from './action-bar.module.css'

/** The one action of a page: in its place on a desk, always within reach at the bottom of a phone. */
export function ActionBar({ children, before }: { children: ReactNode; before?: ReactNode }) {
  return (
    <div className={css.bar}>
      {before && <div className={css.before}>{before}</div>}
      <div className={css.action}>{children}</div>
    </div>
  )
}
