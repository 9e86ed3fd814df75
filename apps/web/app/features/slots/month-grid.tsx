import { ChevronLeft, ChevronRight } from 'lucide-react'
import { t } from '../../language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { addMonths, blanksBefore, datesOf, monthOf } from './month.ts'
import css from './month-grid.module.css'
import { dayText } from './slot-text.ts'

export interface MonthGridProps {
  /** `YYYY-MM`. */
  month: string
  today: string
  chosen: string | null
  isFree: (date: string) => boolean
  isLoading: boolean
  onMonth: (month: string) => void
  onDate: (date: string) => void
}

/** No influencer sells slots further ahead. */
const MONTHS_AHEAD = 12
/** A Monday, with which the names of the weekdays are formatted. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const WEEK = Array.from({ length: 7 }, (_, day) =>
  new Date(MONDAY + day * 86_400_000).toISOString().slice(0, 10),
)

/** The days of a month; those with a free slot can be pressed. */
export function MonthGrid({ month, today, chosen, isFree, isLoading, onMonth, onDate }: MonthGridProps) {
  const name = dayText(`${month}-01`, { month: 'long', year: 'numeric' })
  return (
    <div className={css.month} aria-busy={isLoading}>
      <div className={css.head}>
        <IconButton
          label={t('Month before')}
          disabled={month <= monthOf(today)}
          onClick={() => onMonth(addMonths(month, -1))}
        >
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <h3 className={css.name} aria-live="polite">
          {name}
        </h3>
        <IconButton
          label={t('Month after')}
          disabled={month >= addMonths(monthOf(today), MONTHS_AHEAD)}
          onClick={() => onMonth(addMonths(month, 1))}
        >
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={css.grid}>
        {WEEK.map(day => (
          <span key={day} className={css.weekday} aria-hidden="true">
            {dayText(day, { weekday: 'short' })}
          </span>
        ))}
        {datesOf(month).map((date, at) => (
          <button
            key={date}
            type="button"
            className={classes(css.date, date === chosen && css.chosen)}
            style={at === 0 ? { gridColumnStart: blanksBefore(month) + 1 } : undefined}
            disabled={date < today || !isFree(date)}
            aria-pressed={date === chosen}
            aria-label={dayText(date, { weekday: 'long', day: 'numeric', month: 'long' })}
            onClick={() => onDate(date)}
          >
            {Number(date.slice(8))}
          </button>
        ))}
      </div>
    </div>
  )
}
