import type { AvailabilityException } from '@parley/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '../../language/formats.ts'
import { t } from '../../language/text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/field.tsx'
import css from './exceptions.module.css'
import { Windows } from './week-rows.tsx'

interface ExceptionsProps {
  exceptions: readonly AvailabilityException[]
  onChange: (exceptions: AvailabilityException[]) => void
}

/** A date field may have a year of six digits, which no time is in. */
const LAST_DATE = '9999-12-31'
const isDate = (date: string) => /^\d{4}-\d{2}-\d{2}$/.test(date)

const nameOf = (date: string) =>
  dateText(new Date(`${date}T12:00:00Z`), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })

/** Dates with hours of their own; a date without hours is closed. */
export function Exceptions({ exceptions, onChange }: ExceptionsProps) {
  const [date, setDate] = useState('')
  const isThere = exceptions.some(each => each.date === date)
  const add = () => {
    const all = [...exceptions, { date, windows: [] }]
    onChange(all.sort((a, b) => (a.date < b.date ? -1 : 1)))
    setDate('')
  }
  return (
    <div className={css.exceptions}>
      {exceptions.map((exception, at) => (
        <div key={exception.date} className={css.row}>
          <h3 className={css.date}>{nameOf(exception.date)}</h3>
          <Windows
            name={nameOf(exception.date)}
            windows={exception.windows}
            onChange={windows =>
              onChange(exceptions.map((each, nth) => (nth === at ? { ...each, windows } : each)))
            }
          />
          <IconButton
            label={t('Remove {date}', { date: nameOf(exception.date) })}
            onClick={() => onChange(exceptions.filter((_, nth) => nth !== at))}
          >
            <X size={18} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div className={css.add}>
        <TextField
          type="date"
          label={t('A date')}
          hint={t('It is closed until you add a time to it.')}
          max={LAST_DATE}
          value={date}
          onChange={event => setDate(event.target.value)}
        />
        <Button
          icon={<Plus size={16} aria-hidden="true" />}
          disabled={!isDate(date) || isThere}
          onClick={add}
        >
          {t('Add this date')}
        </Button>
      </div>
    </div>
  )
}
