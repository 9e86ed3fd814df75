import type { Weekly } from '@parley/contract'
import { type TimeWindow, WEEKDAYS, type Weekday, WINDOWS_A_DAY_MAX } from '@parley/contract/time-windows'
import { Copy, Plus, X } from 'lucide-react'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { endOfField, fieldOfEnd, isDayGood, oneMore } from './week.ts'
import css from './week-rows.module.css'

/** A Monday, with which the names of the weekdays are formatted. */
const MONDAY = Date.UTC(2024, 0, 1, 12)
const dayName = (day: Weekday): string =>
  dateText(new Date(MONDAY + WEEKDAYS.indexOf(day) * 86_400_000), { weekday: 'long', timeZone: 'UTC' })

interface WindowsProps {
  /** Of the day, for screen readers. */
  name: string
  windows: readonly TimeWindow[]
  onChange: (windows: TimeWindow[]) => void
}

/** The windows of one day, each with a start and an end; a day without windows is closed. */
export function Windows({ name, windows, onChange }: WindowsProps) {
  const more = windows.length < WINDOWS_A_DAY_MAX ? oneMore(windows) : null
  const change = (at: number, part: Partial<TimeWindow>) =>
    onChange(windows.map((window, nth) => (nth === at ? { ...window, ...part } : window)))
  return (
    <div className={css.windows}>
      {windows.length === 0 && <p className={css.closed}>{t('Closed')}</p>}
      {windows.map((window, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a window has no identity but its position.
        <div key={at} className={css.window}>
          <input
            type="time"
            className={css.time}
            aria-label={t('{day}, from', { day: name })}
            value={window.from}
            required
            onChange={event => change(at, { from: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            className={css.time}
            aria-label={t('{day}, to', { day: name })}
            value={fieldOfEnd(window.to)}
            required
            onChange={event => change(at, { to: endOfField(event.target.value) })}
          />
          <IconButton
            label={t('Remove this time of {day}', { day: name })}
            onClick={() => onChange(windows.filter((_, nth) => nth !== at))}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {!isDayGood(windows) && (
        <p className={css.problem} role="alert">
          {t('Each time must end after it begins, and none may overlap another')}
        </p>
      )}
      {more && (
        <Button
          variant="quiet"
          icon={<Plus size={16} aria-hidden="true" />}
          aria-label={t('Add a time on {day}', { day: name })}
          onClick={() => onChange([...windows, more])}
        >
          {t('Add a time')}
        </Button>
      )}
    </div>
  )
}

interface WeekRowsProps {
  weekly: Weekly
  onDay: (day: Weekday, windows: TimeWindow[]) => void
  onCopy: (copy: { from: Weekday; to: readonly Weekday[] }) => void
}

const WORKDAYS: readonly Weekday[] = WEEKDAYS.slice(0, 5)

/** The week as rows; the hours of a day can be copied to other days. */
export function WeekRows({ weekly, onDay, onCopy }: WeekRowsProps) {
  return (
    <ul className={css.rows}>
      {WEEKDAYS.map(day => {
        const name = dayName(day)
        const isWorkday = WORKDAYS.includes(day)
        return (
          <li key={day} className={css.row}>
            <h3 className={css.day}>{name}</h3>
            <Windows name={name} windows={weekly[day]} onChange={windows => onDay(day, windows)} />
            {weekly[day].length > 0 && (
              <Button
                variant="quiet"
                className={css.copy ?? ''}
                icon={<Copy size={16} aria-hidden="true" />}
                aria-label={
                  isWorkday
                    ? t('Copy to Mon–Fri: the times of {day}', { day: name })
                    : t('Copy to every day: the times of {day}', { day: name })
                }
                onClick={() => onCopy({ from: day, to: isWorkday ? WORKDAYS : WEEKDAYS })}
              >
                {isWorkday ? t('Copy to Mon–Fri') : t('Copy to every day')}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
