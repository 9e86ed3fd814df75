import type { ReactNode } from 'react'
import css from './action-bar.module.css'

/** The main action of a page: in the layout on a desktop, always visible at the bottom on a phone. */
export function ActionBar({ children, before }: { children: ReactNode; before?: ReactNode }) {
  return (
    <div className={css.bar}>
      {before && <div className={css.before}>{before}</div>}
      <div className={css.action}>{children}</div>
    </div>
  )
}
