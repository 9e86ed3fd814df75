import ICAL from 'ical.js'
import type { TestPerson, TestServer } from '../../../testing/test-server.ts'
import { mailboxOf } from './mailbox.ts'

const addressOf = (value: unknown) => String(value).replace(/^mailto:/i, '')

/** An invitation as another library reads it. */
export function readInvitation(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const [component, ...more] = calendar.getAllSubcomponents('vevent')
  if (!component || more.length > 0) throw new Error('an invitation is about one date')
  const event = new ICAL.Event(component)
  const attendee = component.getFirstProperty('attendee')
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    zone: event.startDate.zone?.tzid,
    summary: event.summary,
    status: String(component.getFirstPropertyValue('status')),
    shows: String(component.getFirstPropertyValue('transp')),
    organizer: addressOf(component.getFirstPropertyValue('organizer')),
    attendees: component.getAllProperties('attendee').map(each => addressOf(each.getFirstValue())),
    rsvp: attendee?.getFirstParameter('rsvp'),
    text,
  }
}

/** The calendar entries that a person received, oldest first. */
export async function calendarEntries(t: TestServer, person: TestPerson) {
  await t.server.doDueWork()
  const mails = await mailboxOf(t).mailsOf(person)
  return mails.flatMap(({ attachments, kind, subject }) =>
    attachments.map(({ content }) => ({ ...readInvitation(content), kind, subject })),
  )
}
