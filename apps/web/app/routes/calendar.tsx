import { t } from '../language/text.ts'
import { CalendarPage } from '../pages/calendar/calendar-page.tsx'

export const meta = () => [{ title: `${t('Calendar')} · Parley` }]

export default CalendarPage
