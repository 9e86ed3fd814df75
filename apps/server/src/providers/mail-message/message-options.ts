import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from '../../domains/notifications/mail-sender.ts'

const ONE_ADDRESS = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/

const INVITATION_FILE = 'invitation.ics'

/** A part of a mail beside its text: text as it is, anything else in base64. */
export interface MailAttachment {
  filename: string
  content_type: string
  content: string
}

/** What a mail carries beside its text, as `messageOptions` makes nodemailer send it. */
export function attachmentsOf({ calendar }: Pick<OutgoingMail, 'calendar'>): MailAttachment[] {
  if (!calendar) return []
  const contentType = `text/calendar; charset=utf-8; method=${calendar.method}`
  return [{ filename: INVITATION_FILE, content_type: contentType, content: calendar.text }]
}

/** A mail as nodemailer composes it, the same for every way of sending; `from` is "Name <address>" or an address. */
export function messageOptions(mail: OutgoingMail, from: string): SendMailOptions {
  // Attack: an address that is a list, a group or a header.
  if (!ONE_ADDRESS.test(mail.to)) throw new TypeError('a mail goes to one address')
  return {
    from,
    to: mail.to,
    subject: mail.subject.replaceAll(/\s+/g, ' ').trim(),
    text: mail.text,
    html: mail.html,
    date: mail.at,
    messageId: `<${mail.id}@${hostOf(from)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Parley-Kind': mail.kind },
    ...(mail.calendar
      ? {
          icalEvent: {
            method: mail.calendar.method,
            filename: INVITATION_FILE,
            content: mail.calendar.text,
          },
        }
      : {}),
    ...(mail.settingsUrl ? { list: { unsubscribe: { url: mail.settingsUrl, comment: '' } } } : {}),
    // Attack: text that names a file or an address for nodemailer to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function hostOf(from: string): string {
  return /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
