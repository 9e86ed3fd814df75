import type { SendMailOptions } from 'nodemailer'
import type { OutgoingMail } from '../../domains/notifications/mail-sender.ts'

const ONE_ADDRESS = /^[^\s,;:<>()[\]"\\]+@[^\s,;:<>()[\]"\\@]+$/

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
            filename: 'invitation.ics',
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
