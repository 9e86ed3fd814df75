import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { MailSender } from '../domains/notifications/mail-sender.ts'
import { type MailOutbox, openMailOutbox } from '../providers/mail-outbox/mail-outbox.ts'

/** The mail sender that the configuration names; `outbox` is there when mails are only kept. */
export async function openMail(config: Config): Promise<{ sender: MailSender; outbox: MailOutbox | null }> {
  switch (config.mail.provider) {
    case 'outbox': {
      const { from } = config.mail
      const outbox = await openMailOutbox({ directory: join(config.dataDir, 'outbox'), from })
      return { sender: outbox, outbox }
    }
    case 'smtp':
      throw new Error('SMTP_URL: SMTP is not supported yet')
  }
}
