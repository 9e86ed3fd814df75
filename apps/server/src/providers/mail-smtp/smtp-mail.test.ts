import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../core/ids.ts'
import { Outage } from '../../core/outage.ts'
import { mailSenderContract } from '../../domains/notifications/mail-sender.contract.ts'
import { freePort } from '../../testing/free-port.ts'
import { openSmtpMail, type SmtpMail, type SmtpSettings } from './smtp-mail.ts'
import { selfSignedCertificate } from './testing/certificate.ts'
import { LOGIN, type MailServer, mailServer } from './testing/mail-server.ts'
import { readMime } from './testing/mime.ts'

const from = 'Parley <hello@parley.example>'
const login = `${LOGIN.user}:${encodeURIComponent(LOGIN.pass)}`
let certificate: { key: string; cert: string }
let server: MailServer
const opened: SmtpMail[] = []
const servers: MailServer[] = []

beforeAll(async () => {
  certificate = await selfSignedCertificate()
  server = await startServer({ ...certificate })
})
afterAll(async () => {
  for (const sender of opened) sender.close()
  for (const each of servers) await each.stop()
})

async function startServer(options: Parameters<typeof mailServer>[0]): Promise<MailServer> {
  const started = await mailServer(options)
  servers.push(started)
  return started
}

function openOn(port: number, change: Partial<SmtpSettings> = {}): SmtpMail {
  const url = `smtp://${login}@127.0.0.1:${port}?tls=required`
  const sender = openSmtpMail({ url, from, ca: certificate.cert, ...change })
  opened.push(sender)
  return sender
}

const mailTo = (to: string, change: { id?: string; text?: string } = {}) => ({
  id: newId(),
  kind: 'receipt',
  to,
  subject: 'Hello',
  text: 'Hello\n',
  html: '<p>Hello</p>',
  settingsUrl: 'https://parley.example/my-account',
  at: new Date('2026-03-01T12:00:00Z'),
  ...change,
})

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => null,
    (error: unknown) => error,
  )
}

mailSenderContract('a mail server', async () => ({
  sender: openOn(server.port),
  async arrivedFor(address) {
    return server.taken
      .filter(mail => mail.to.includes(address))
      .map(({ source }) => {
        const { header, text, html } = readMime(source)
        const [messageId, subject] = [header('Message-ID'), header('Subject')]
        return { from: header('From'), to: header('To'), subject, messageId, text, html, source }
      })
  },
}))

test('login and mails travel encrypted, over connections that are used again', async () => {
  const own = await startServer({ ...certificate })
  const sender = openOn(own.port)
  await sender.check()
  const before = own.connections()
  for (let i = 0; i < 6; i++) await sender.send(mailTo('ann@example.org'))
  expect(own.taken.map(({ secure, user, from }) => [secure, user, from])).toEqual(
    Array(6).fill([true, 'parley', 'hello@parley.example']),
  )
  expect(own.connections() - before).toBe(1)
})

test('a server that offers no encryption gets neither the login nor a mail', async () => {
  const plain = await startServer({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  const sender = openOn(plain.port)
  expect(await failureOf(sender.send(mailTo('ann@example.org')))).toMatchObject({ mayRetry: 'yes' })
  expect(plain.offers).toEqual([])
})

test('a certificate that nobody vouches for is not taken', async () => {
  const url = `smtp://${login}@127.0.0.1:${server.port}?tls=required`
  const sender = openSmtpMail({ url, from })
  opened.push(sender)
  const offered = server.offers.length
  expect(await failureOf(sender.send(mailTo('ann@example.org')))).toBeInstanceOf(Outage)
  expect(server.offers).toHaveLength(offered)
})

test('a server on this machine may be spoken to in the clear', async () => {
  const plain = await startServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  await openOn(plain.port, { url: `smtp://127.0.0.1:${plain.port}` }).send(mailTo('ann@example.org'))
  expect(plain.taken).toHaveLength(1)
})

test.each([
  { code: 450, words: 'mailbox busy', mayRetry: 'yes' },
  { code: 421, words: 'try again later', mayRetry: 'yes' },
  { code: 530, words: 'log in first', mayRetry: 'yes' },
  { code: 550, words: 'no such person', mayRetry: 'no' },
  { code: 554, words: 'unwanted', mayRetry: 'no' },
])('a recipient refused with $code: may it be tried again? $mayRetry', async ({ mayRetry, ...reply }) => {
  const own = await startServer({ ...certificate })
  own.refuseRecipients(reply)
  const error = await failureOf(openOn(own.port).send(mailTo('secret.name@example.org')))
  expect(error).toMatchObject({ name: 'Outage', provider: 'mail', mayRetry })
  expect(String((error as Error).cause)).toContain(String(reply.code))
  // The server's words quote the address, which no log may have.
  expect(String((error as Error).cause)).not.toContain('secret.name')
})

test('a wrong login is an outage that the operator mends, so that no mail is given up for it', async () => {
  const sender = openOn(server.port, { url: `smtp://parley:wrong@127.0.0.1:${server.port}?tls=required` })
  expect(await failureOf(sender.check())).toBeInstanceOf(Outage)
  expect(await failureOf(sender.send(mailTo('ann@example.org')))).toMatchObject({ mayRetry: 'yes' })
})

test('while the server is down a mail is an outage, and the next try delivers the same message', async () => {
  const port = await freePort()
  const sender = openOn(port)
  const mail = mailTo('ann@example.org')
  expect(await failureOf(sender.send(mail))).toMatchObject({ mayRetry: 'yes' })
  const own = await startServer({ ...certificate, port })
  await sender.send(mail)
  await sender.send(mail)
  const ids = own.taken.map(taken => readMime(taken.source).header('Message-ID'))
  expect(ids).toEqual(Array(2).fill(`<${mail.id}@parley.example>`))
})

test('no text ends its mail early and begins another', async () => {
  const ends = ['\r\n.\r\n', '\n.\n', '\r.\r', '\n.\r\n', '\r\n.\n']
  const text = ends.map(end => `a${end}MAIL FROM:<thief@example.org>\r\nRCPT TO:<b@example.org>\r\n`).join('')
  const own = await startServer({ ...certificate })
  await openOn(own.port).send(mailTo('ann@example.org', { text }))
  expect(own.taken).toHaveLength(1)
  expect(own.offers).toEqual(['ann@example.org'])
})
