import { type ReactNode, useId } from 'react'
import css from './page-section.module.css'

/** A part of a page with its heading, by which it is named. */
export function PageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <h2 id={id} className={css.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}
