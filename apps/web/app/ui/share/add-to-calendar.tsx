import { CalendarPlus } from 'lucide-react'
import { t } from '../../language/text.ts'
import { Button } from '../button.tsx'
import { type CalendarEntry, calendarFile } from './calendar-file.ts'
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
