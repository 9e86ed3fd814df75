import { ListOrdered } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '../../../../language/text.ts'

interface LineLinkProps {
  slug: string
  className: string
  children: ReactNode
}

/** To the page of a line, beside the stage: the stage stays open, or a turn would end. */
export function LineLink({ slug, className, children }: LineLinkProps) {
  return (
    <Link to={`/queue/${slug}`} target="_blank" rel="noreferrer" className={className}>
      <ListOrdered size={18} aria-hidden="true" />
      {children} <span className="visually-hidden">{t('Opens in a new tab')}</span>
    </Link>
  )
}
