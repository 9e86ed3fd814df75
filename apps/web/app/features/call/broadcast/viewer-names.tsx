import { Shield } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '../../../language/text.ts'
import css from './stream.module.css'
import { WatchingCount } from './stream-top.tsx'

interface ViewerNamesProps {
  watching: number
  names: readonly string[]
  /** The owner wants to do something about one of them. */
  onChosen: (name: string) => void
}

/** The number of viewers and, for the owner, a list of their names, each with its shield. */
export function ViewerNames({ watching, names, onChosen }: ViewerNamesProps) {
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
            <li key={name}>
              <button
                type="button"
                className={css.viewer}
                aria-label={t('Safety: @{name}', { name })}
                onClick={() => onChosen(name)}
              >
                <span>@{name}</span>
                <Shield size={18} aria-hidden="true" />
              </button>
            </li>
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
