import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../core/core.ts'
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

const NOBODY_GETS_MAILS = 'SMTP_URL is not set: nobody gets a mail, and mails are files in DATA_DIR/outbox'

/** The mail sender that the configuration names; warns in production where mails reach nobody. */
export async function openMail(
  config: Pick<Config, 'mail' | 'dataDir' | 'production'>,
  log: Pick<Log, 'warn'>,
): Promise<OpenMail> {
  switch (config.mail.provider) {
    case 'outbox': {
      const { from } = config.mail
      if (config.production) log.warn({}, NOBODY_GETS_MAILS)
      const outbox = await openMailOutbox({ directory: join(config.dataDir, 'outbox'), from })
      return { sender: outbox, outbox, check: null, close: () => undefined }
    }
    case 'smtp': {
      const smtp = openSmtpMail(config.mail)
      return { sender: smtp, outbox: null, check: () => smtp.check(), close: () => smtp.close() }
    }
  }
}
