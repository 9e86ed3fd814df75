import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './page.module.css'

/** The width and spacing of a page: `narrow` for forms, `text` for reading, `wide` for everything else. */
export function PageBody({
  width,
  children,
  className,
}: {
  width: 'narrow' | 'text' | 'wide'
  children: ReactNode
  className?: string | undefined
}) {
  return <div className={classes(css.body, css[width], className)}>{children}</div>
}
