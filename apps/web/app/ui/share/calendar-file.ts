/** A calendar entry: what, when, where. */
export interface CalendarEntry {
  /** Stable: adding the same entry twice makes one, and a changed entry replaces it. */
  uid: string
  /** Grows with each move, as in the mailed invitations. */
  sequence: number
  title: string
  description: string
  url: string
  /** ISO 8601. */
  startsAt: string
  endsAt: string
}

const LINE_MAX_BYTES = 75
const ALARM_BEFORE = '-PT10M'

/** RFC 5545, 3.3.11: special characters of a text are escaped, so that a title cannot add lines to the file. */
function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, character => `\\${character}`)
    .replace(/\r\n?|\n/g, '\\n')
    .replace(/\p{Cc}/gu, ' ')
}

/** RFC 5545, 3.3.5, form 2: "20260303T185000Z". */
export function utc(iso: string): string {
  return new Date(iso).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

/** RFC 5545, 3.1: a line of more than 75 bytes continues in the next one after a space; a character is never split. */
function folded(line: string): string {
  const encoder = new TextEncoder()
  const lines: string[] = []
  let current = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > LINE_MAX_BYTES) {
      lines.push(current)
      current = ' '
      bytes = 1
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n')
}

/** The entry as a calendar file (RFC 5545), in UTC, with a reminder ten minutes before. */
export function calendarFile(entry: CalendarEntry, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Parley//Parley//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${escaped(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${utc(now.toISOString())}`,
    `DTSTART:${utc(entry.startsAt)}`,
    `DTEND:${utc(entry.endsAt)}`,
    `SUMMARY:${escaped(entry.title)}`,
    `DESCRIPTION:${escaped(`${entry.description}\n${entry.url}`)}`,
    `LOCATION:${escaped(entry.url)}`,
    `URL:${encodeURI(decodeURI(entry.url))}`,
    'STATUS:CONFIRMED',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(entry.title)}`,
    `TRIGGER:${ALARM_BEFORE}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
