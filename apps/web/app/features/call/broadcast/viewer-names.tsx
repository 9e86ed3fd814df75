import { useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import css from './stream.module.css'
import { WatchingCount } from './stream-top.tsx'

/** How many watch and, for the owner, who: the names unfold. */
export function ViewerNames({ watching, names }: { watching: number; names: readonly string[] }) {
  const [isOpen, setOpen] = useState(false)
  // Of a full event the server names the first to arrive.
  const unnamed = names.length > 0 ? watching - names.length : 0
  return (
    <div className={css.viewers}>
      <button type="button" className={css.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <WatchingCount watching={watching} />
      </button>
      {isOpen && (
        <ul className={css.names} aria-label={t('Watching now')}>
          {names.length === 0 && <li className={css.nobody}>{t('Nobody yet')}</li>}
          {names.map(name => (
            <li key={name}>@{name}</li>
          ))}
          {unnamed > 0 && (
            <li className={css.nobody}>
              {plural(unnamed, { one: 'and {count} more', other: 'and {count} more' })}
            </li>
          )}
        </ul>
      )}
    </div>
  )
}
