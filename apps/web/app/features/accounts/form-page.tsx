import type { ReactNode } from 'react'
import { Card } from '../../ui/card.tsx'
import { PageBody } from '../../ui/page.tsx'
import css from './form-page.module.css'

export interface FormPageProps {
  title: string
  lead?: ReactNode
  /** Above the card: the purpose of the form. */
  before?: ReactNode
  children: ReactNode
  /** Links below the card. */
  after?: ReactNode
}

/** A page with one form on a card. */
export function FormPage({ title, lead, before, children, after }: FormPageProps) {
  return (
    <PageBody width="narrow">
      <div className={css.head}>
        <h1>{title}</h1>
        {lead && <p className={css.lead}>{lead}</p>}
      </div>
      {before && <div className={css.before}>{before}</div>}
      <Card>{children}</Card>
      {after && <div className={css.after}>{after}</div>}
    </PageBody>
  )
}
