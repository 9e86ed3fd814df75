/** Adds or changes an entry of the reader's calendar, or removes it (RFC 5546). */
export type CalendarMethod = 'REQUEST' | 'CANCEL'

/** A mail as it leaves the server, complete but for the sender's address. */
export interface OutgoingMail {
  /** Names the message for ever: the same id twice is the same mail. */
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Where the reader changes which mails come; null for a person who has no account any more. */
  settingsUrl: string | null
  /** The calendar message for the reader, as iCalendar text; omitted without one. */
  calendar?: { method: CalendarMethod; text: string } | undefined
  at: Date
}

/** Hands mails to the server that delivers them. */
export interface MailSender {
  /**
   * Takes over a mail; when it resolves the mail is safe. Once for each id, as far as the transport knows.
   * Throws an outage; one that may not be tried again says that this mail was refused for good.
   */
  send(mail: OutgoingMail): Promise<void>
  /** Takes away mails that are still kept here; missing where a mail server has them. */
  remove?(ids: readonly string[]): Promise<void>
  /**
   * Takes away mails to anybody that are kept here and name one of these usernames; missing where a mail server has
   * them.
   */
  removeNaming?(usernames: readonly string[]): Promise<void>
}
