import { type CalendarEntry, utc } from './calendar-file.ts'

/**
 * The address at which Google Calendar offers an entry to be saved: for the browser inside another app, which saves no
 * files.
 */
export function googleCalendarUrl({ title, description, url, startsAt, endsAt }: CalendarEntry): string {
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${utc(startsAt)}/${utc(endsAt)}`,
    details: `${description}\n${url}`,
    location: url,
  })
  return `https://calendar.google.com/calendar/render?${query}`
}
