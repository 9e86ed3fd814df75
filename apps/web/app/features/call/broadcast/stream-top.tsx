import { Eye, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { plural } from '../../../language/text.ts'
import { classes } from '../../../ui/classes.ts'
import type { CallClock } from '../connection/call-clock.ts'
import share from '../stage/share.module.css'
import { TimeRing } from '../stage/time-ring.tsx'
import css from './stream.module.css'

export interface StreamTopProps {
  title: string
  clock: CallClock
  watching: number
  leave: { path: string; label: string }
  /** Instead of the plain figure: who watches. */
  viewers?: ReactNode
  children: ReactNode
}

/** "3 watching", also for screen readers. */
export function WatchingCount({ watching }: { watching: number }) {
  return (
    <span className={css.count} data-testid="watching">
      <Eye size={18} aria-hidden="true" />{' '}
      {plural(watching, { one: '{count} watching', other: '{count} watching' })}
    </span>
  )
}

/** Above the video of an event: the way out, the time, what it is, and how many watch. */
export function StreamTop({ title, clock, watching, leave, viewers, children }: StreamTopProps) {
  return (
    <header className={css.top}>
      <Link to={leave.path} className={css.leave} aria-label={leave.label} title={leave.label}>
        <X size={22} aria-hidden="true" />
      </Link>
      <div className={classes(css.middle, share.beside)}>
        <TimeRing clock={clock} />
        <h1 className={css.title}>{title}</h1>
        {children}
      </div>
      <div className={css.side}>{viewers ?? <WatchingCount watching={watching} />}</div>
    </header>
  )
}
