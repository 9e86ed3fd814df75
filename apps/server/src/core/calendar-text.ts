import ical, {
  ICalAlarmType,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'

/** A date in somebody's calendar. */
export interface CalendarEntry {
  /** Constant for ever: a later text with this UID replaces the earlier one. */
  uid: string
  /** Rises with each change of the date (RFC 5546). */
  sequence: number
  title: string
  description: string
  url: string
  startsAt: Date
  endsAt: Date
  /** Whether it blocks the time; a window in which a call fits anywhere leaves the reader free. */
  blocks: 'all' | 'nothing'
  /** Whether the other person has not said yes yet. */
  isTentative?: boolean
  /** Who invites whom, as mail addresses; a published calendar names neither. */
  parties?: { organizer: string; attendee: string }
}

interface CalendarText {
  method: 'REQUEST' | 'CANCEL' | 'PUBLISH'
  entries: readonly CalendarEntry[]
  now: Date
  name?: string
}

const REMINDER_SECONDS = 600
const PRODUCT = { company: 'Parley', product: 'Parley', language: 'EN' }

/** Entries as iCalendar text (RFC 5545), all in UTC, with a reminder ten minutes before each. */
export function calendarText({ method, entries, now, name }: CalendarText): string {
  const calendar = ical({ prodId: PRODUCT, method: ICalCalendarMethod[method], ...(name ? { name } : {}) })
  for (const entry of entries) {
    const event = calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: now,
      start: entry.startsAt,
      end: entry.endsAt,
      summary: plain(entry.title),
      description: `${plain(entry.description)}\n${entry.url}`,
      location: entry.url,
      url: entry.url,
      status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : certaintyOf(entry),
      transparency: entry.blocks === 'all' ? ICalEventTransparency.OPAQUE : ICalEventTransparency.TRANSPARENT,
    })
    if (entry.parties) invite(event, entry.parties)
    if (method !== 'CANCEL') {
      event.createAlarm({
        type: ICalAlarmType.display,
        trigger: REMINDER_SECONDS,
        description: plain(entry.title),
      })
    }
  }
  return calendar.toString()
}

const certaintyOf = ({ isTentative }: CalendarEntry) =>
  isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED

type Event = ReturnType<ReturnType<typeof ical>['createEvent']>

function invite(event: Event, { organizer, attendee }: { organizer: string; attendee: string }): void {
  const [, name, address] = /^(.*?)\s*<([^<>]+)>$/.exec(organizer) ?? [null, null, organizer]
  event.organizer({ name: name || 'Parley', email: address ?? organizer })
  // The attendee has already agreed to the time, so calendars must not ask for an answer.
  event.createAttendee({ email: attendee, rsvp: false, status: ICalAttendeeStatus.ACCEPTED })
}

/** Attack: a title that ends its line and writes properties of its own. */
const plain = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
