import type { ReactNode } from 'react'
import css from './empty-state.module.css'
import { Ring } from './ring.tsx'

/** An empty list or an error: one drawing, one sentence, one action. */
export function EmptyState({
  children,
  action,
  title,
}: {
  children: ReactNode
  action?: ReactNode
  title?: ReactNode
}) {
  return (
    <div className={css.empty}>
      <Ring fraction={0.8} tone="quiet" weight={7} className={css.ring} />
      {title}
      <p className={css.text}>{children}</p>
      {action}
    </div>
  )
}
