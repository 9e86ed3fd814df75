import { useState } from 'react'
import css from './stream.module.css'
import { WatchingCount } from './stream-top.tsx'

/** How many watch and, for the owner, who: the names unfold. */
export function ViewerNames({ watching, names }: { watching: number; names: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={css.viewers}>
      <button type="button" className={css.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <WatchingCount watching={watching} />
      </button>
      {isOpen && (
        <ul className={css.names} aria-label="Watching now">
          {names.length === 0 && <li className={css.nobody}>Nobody yet</li>}
          {names.map(name => (
            <li key={name}>@{name}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
