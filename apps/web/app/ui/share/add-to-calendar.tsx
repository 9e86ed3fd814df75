import { CalendarPlus } from 'lucide-react'
import { t } from '../../language/text.ts'
import { Button, ButtonLink } from '../button.tsx'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
import { googleCalendarUrl } from './google-calendar.ts'
import { saveFile } from './save-file.ts'

/** Downloads a calendar file, which phones and computers open in their own calendar. */
export function AddToCalendar({ entry }: { entry: CalendarEntry }) {
  const save = () => saveFile('parley.ics', calendarFile(entry, new Date()), 'text/calendar;charset=utf-8')
  return (
    <Button icon={<CalendarPlus size={18} aria-hidden="true" />} onClick={save}>
      {t('Add to calendar')}
    </Button>
  )
}

/** The same, and a link for those whose browser saves no files. */
export function AddToCalendars({ entry }: { entry: CalendarEntry }) {
  return (
    <>
      <AddToCalendar entry={entry} />
      <ButtonLink variant="quiet" to={googleCalendarUrl(entry)} target="_blank" rel="noreferrer">
        {t('Add to Google Calendar')}
      </ButtonLink>
    </>
  )
}
