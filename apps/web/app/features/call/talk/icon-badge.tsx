import type { ReactNode } from 'react'
import css from './icon-badge.module.css'

/** An icon with a number at its corner, or none; the button around it says the number to a screen reader. */
export function IconBadge({ children, badge }: { children: ReactNode; badge: ReactNode }) {
  return (
    <span className={css.icon}>
      {children}
      {badge !== null && (
        <span className={css.badge} aria-hidden="true">
          {badge}
        </span>
      )}
    </span>
  )
}
