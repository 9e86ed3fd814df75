import { ThumbsUp as Icon } from 'lucide-react'
import css from './thumbs-up.module.css'

/** Something went through: a thumbs up and its words, read out. */
export function ThumbsUp({ children }: { children: string }) {
  return (
    <p role="status" className={css.done}>
      <Icon size={20} aria-hidden="true" /> {children}
    </p>
  )
}
