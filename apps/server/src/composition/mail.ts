import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { MailSender } from '../domains/notifications/mail-sender.ts'
import { type MailOutbox, openMailOutbox } from '../providers/mail-outbox/mail-outbox.ts'
import { openSmtpMail } from '../providers/mail-smtp/smtp-mail.ts'

export interface OpenMail {
  sender: MailSender
  /** There when mails are only kept. */
  outbox: MailOutbox | null
  /** Rejects when the mail server does not work; null where there is none. */
  check: (() => Promise<void>) | null
  close(): void
}

/** The mail sender that the configuration names. */
export async function openMail(config: Config): Promise<OpenMail> {
  switch (config.mail.provider) {
    case 'outbox': {
      const { from } = config.mail
      const outbox = await openMailOutbox({ directory: join(config.dataDir, 'outbox'), from })
      return { sender: outbox, outbox, check: null, close: () => undefined }
    }
    case 'smtp': {
      const smtp = openSmtpMail(config.mail)
      return { sender: smtp, outbox: null, check: () => smtp.check(), close: () => smtp.close() }
    }
  }
}
