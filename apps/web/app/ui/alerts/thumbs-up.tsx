import { ThumbsUp as Icon } from 'lucide-react'
import css from './thumbs-up.module.css'

/** A success: a thumbs up and a text, which screen readers read. */
export function ThumbsUp({ children }: { children: string }) {
  return (
    <p role="status" className={css.done}>
      <Icon size={20} aria-hidden="true" /> {children}
    </p>
  )
}
