import type { ReactNode } from 'react'
import { dateText } from '../../language/formats.ts'
import { plural, t } from '../../language/text.ts'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/waiting/skeleton.tsx'
import type { CalendarDay, CalendarLine } from './calendar-days.ts'
import css from './day-list.module.css'

const DATE = { weekday: 'long', day: 'numeric', month: 'long' } as const
const TIME = { hour: '2-digit', minute: '2-digit' } as const

/** How the page shows a line: its text, and its actions. */
export interface LineShown {
  what: ReactNode
  more?: ReactNode
}

/** Days with sold calls, events and the gaps between. */
export function DayList({
  days,
  isLoading,
  show,
}: {
  days: readonly CalendarDay[]
  /** What is known of them so far is of other days. */
  isLoading: boolean
  show: (line: CalendarLine) => LineShown
}) {
  return (
    <div className={css.days} aria-busy={isLoading}>
      {days.map(({ start, lines }, index) => (
        <section
          key={start.toISOString()}
          className={classes(css.day, lines.length === 0 && css.empty)}
          aria-label={dateText(start, DATE)}
        >
          <h3 className={css.date}>{dateText(start, DATE)}</h3>
          {lines.length === 0 ? (
            <p className={css.none}>{isLoading ? <Skeleton width="4em" height="1em" /> : t('Nothing')}</p>
          ) : (
            <ul className={css.lines}>
              {lines.map(line => (
                <Line
                  key={`${line.kind} ${line.start.toISOString()}`}
                  line={line}
                  show={show}
                  goesOn={index > 0 && line.start < start}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  )
}

interface LineProps {
  line: CalendarLine
  show: (line: CalendarLine) => LineShown
  /** It began on the day before, which is shown too and has its actions. */
  goesOn: boolean
}

function Line({ line, show, goesOn }: LineProps) {
  const { kind, start, end } = line
  const time = (
    <span className={css.time}>
      {dateText(start, TIME)}–{dateText(end, TIME)}
    </span>
  )
  if (kind === 'gap') {
    return (
      <li className={css.gap}>
        {time}
        <span>{t('{length} free', { length: lengthText(end.getTime() - start.getTime()) })}</span>
      </li>
    )
  }
  const { what, more } = show(line)
  return (
    <li className={css.line}>
      {time}
      <div className={css.what}>{what}</div>
      {more && !goesOn && <div className={css.more}>{more}</div>}
    </li>
  )
}

function lengthText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return plural(minutes, { one: '{count} minute', other: '{count} minutes' })
  return t('{hours} h {minutes} min', {
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60),
  })
}
