import { describe, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import type { MailSender, OutgoingMail } from './mail-sender.ts'

/** What a reader finds in a mail that arrived. */
export interface ArrivedMail {
  from: string
  to: string
  subject: string
  messageId: string
  text: string
  html: string
  /** The message as it travelled. */
  source: string
}

export interface MailSenderUnderTest {
  sender: MailSender
  /** The mails that arrived for an address. */
  arrivedFor(address: string): Promise<ArrivedMail[]>
}

const mailTo = (to: string, change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: newId(),
  kind: 'receipt',
  to,
  subject: 'Your receipt: £25.00',
  text: 'Thank you.\n\nYou paid £25.00.\n',
  html: '<p>Thank you.</p><p>You paid <strong>£25.00</strong>.</p>',
  settingsUrl: 'https://parley.example/my-account#notifications',
  at: new Date('2026-03-01T12:00:00Z'),
  ...change,
})

/**
 * What every mail sender must do; `open` gives the sender under test, which sends from Parley <hello@parley.example>.
 */
export function mailSenderContract(name: string, open: () => Promise<MailSenderUnderTest>): void {
  describe(`${name} as a mail sender`, () => {
    test('delivers text and HTML, letter for letter, from the site to the person', async () => {
      const { sender, arrivedFor } = await open()
      const mail = mailTo('letters@example.org')
      await sender.send(mail)
      const [arrived, ...more] = await arrivedFor('letters@example.org')
      expect(more).toEqual([])
      expect(arrived).toMatchObject({
        from: 'Parley <hello@parley.example>',
        to: 'letters@example.org',
        subject: mail.subject,
        messageId: `<${mail.id}@parley.example>`,
      })
      expect(arrived?.text.trim()).toBe(mail.text.trim())
      expect(arrived?.html.trim()).toBe(mail.html.trim())
    })

    test('names the page where mails are switched off, and that a machine wrote it', async () => {
      const { sender, arrivedFor } = await open()
      await sender.send(mailTo('headers@example.org'))
      const [arrived] = await arrivedFor('headers@example.org')
      const source = arrived?.source.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''
      expect(source).toMatch(/^List-Unsubscribe: <https:\/\/parley\.example\/my-account#notifications>\r?$/m)
      expect(source).toMatch(/^Auto-Submitted: auto-generated\r?$/m)
      expect(source).toMatch(/^Content-Type: multipart\/alternative;/m)
    })

    test('carries what a calendar reads as a part of its own, whose header says the method', async () => {
      const { sender, arrivedFor } = await open()
      const text = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nSUMMARY:Żółć\r\nEND:VCALENDAR\r\n'
      await sender.send(mailTo('calendar@example.org', { calendar: { method: 'CANCEL', text } }))
      const [arrived] = await arrivedFor('calendar@example.org')
      const source = arrived?.source.replaceAll(/\r?\n[ \t]+/g, ' ') ?? ''
      expect(source).toMatch(/^Content-Type: text\/calendar; charset=utf-8; method=CANCEL\r?$/im)
      expect(source.replaceAll(/\s/g, '')).toContain(Buffer.from(text).toString('base64'))
    })

    test('lets nobody write headers or further recipients by a subject or an address', async () => {
      const { sender, arrivedFor } = await open()
      const subject = 'Hello\r\nBcc: thief@example.org\r\n\r\nread this'
      await sender.send(mailTo('safe@example.org', { subject }))
      const [arrived] = await arrivedFor('safe@example.org')
      expect(arrived?.source).not.toMatch(/^Bcc:/im)
      expect(await arrivedFor('thief@example.org')).toEqual([])
      const two = sender.send(mailTo('a@example.org, thief@example.org'))
      await expect(two).rejects.toThrow('one address')
    })

    test('sends long lines and letters of every script whole', async () => {
      const { sender, arrivedFor } = await open()
      const text = `${'long '.repeat(400)}\n.\nŻółć 漢字 🎉\n`
      await sender.send(mailTo('scripts@example.org', { text, subject: 'Żółć 🎉' }))
      const [arrived] = await arrivedFor('scripts@example.org')
      expect(arrived?.subject).toBe('Żółć 🎉')
      expect(arrived?.text.trim()).toBe(text.trim())
    })

    test('takes many at once, each once', async () => {
      const { sender, arrivedFor } = await open()
      const mails = Array.from({ length: 20 }, (_, i) => mailTo('many@example.org', { subject: `Mail ${i}` }))
      await Promise.all(mails.map(mail => sender.send(mail)))
      const subjects = (await arrivedFor('many@example.org')).map(mail => mail.subject)
      expect(subjects.sort()).toEqual(mails.map(mail => mail.subject).sort())
    })
  })
}
