/** A mail as it leaves the server, complete but for the sender's address. */
export interface OutgoingMail {
  /** Names the message for ever: the same id twice is the same mail. */
  id: string
  kind: string
  to: string
  subject: string
  text: string
  html: string
  /** Where the reader changes which mails come; null for who has no account any more. */
  settingsUrl: string | null
  at: Date
}

/** Hands mails to the server that delivers them. */
export interface MailSender {
  /**
   * Takes over a mail; when it resolves the mail is safe. Once for each id, as far as the way of sending can tell. Throws
   * an outage; one that may not be tried again says that this mail was refused for good.
   */
  send(mail: OutgoingMail): Promise<void>
}
