import { createTransport, type NodemailerError } from 'nodemailer'
import { Outage } from '../../core/outage.ts'
import type { MailSender } from '../../domains/notifications/mail-sender.ts'
import { messageOptions } from '../mail-message/message-options.ts'
import { parseSmtpUrl } from './smtp-url.ts'

export interface SmtpSettings {
  url: string
  from: string
  /** Who signed the server's certificate, besides those that Node trusts. */
  ca?: string
}

export interface SmtpMail extends MailSender {
  /** Rejects with an outage when the server does not take this login. */
  check(): Promise<void>
  close(): void
}

const CONNECT_TIMEOUT_MS = 5_000
/** The longest silence of the server, well below the minute for which a mail is claimed. */
const SILENCE_TIMEOUT_MS = 10_000
const CONNECTIONS_MAX = 4
const MAILS_PER_CONNECTION_MAX = 100

/** Hands mails to a mail server by SMTP, over a few connections that stay open. */
export function openSmtpMail({ url, from, ca }: SmtpSettings): SmtpMail {
  const { host, port, auth, tls } = parseSmtpUrl(url)
  const transport = createTransport({
    ...{ host, port, pool: true },
    ...(auth ? { auth } : {}),
    maxConnections: CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION_MAX,
    secure: tls === 'implicit',
    // Attack: somebody on the way who strikes STARTTLS out of the server's greeting, to read login and mails.
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    connectionTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: SILENCE_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  })

  return {
    async send(mail) {
      const options = messageOptions(mail, from)
      try {
        await transport.sendMail(options)
      } catch (error) {
        throw mailOutage(error)
      }
    },
    async check() {
      try {
        await transport.verify()
      } catch (error) {
        throw mailOutage(error)
      }
    },
    close: () => transport.close(),
  }
}

/**
 * Replies to a recipient or to the mail itself that are for good: 55x (RFC 5321, 4.2.3), as opposed to 53x, our login.
 */
const isForGood = (code: number) => code >= 550 && code < 560
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** What the server said without its words, which quote addresses. */
function mailOutage(error: unknown): Outage {
  const { code, responseCode, command } = error as NodemailerError
  const isRefused = responseCode !== undefined && isForGood(responseCode) && ABOUT_THE_MAIL.has(command ?? '')
  const said = [code, responseCode, command].filter(each => each !== undefined).join(' ')
  return new Outage('mail', isRefused ? 'no' : 'yes', new Error(`SMTP: ${said || 'no answer'}`))
}
