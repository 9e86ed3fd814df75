import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface TakenMail {
  from: string
  to: string[]
  source: string
  /** Whether it came over TLS, and who was logged in. */
  secure: boolean
  user: string | undefined
}

/** A real SMTP server on this machine that keeps what it takes. */
export interface MailServer {
  port: number
  taken: TakenMail[]
  /** What clients asked for, so that a test can count tries. */
  offers: string[]
  /** Answers the next recipients with this reply instead of taking them. */
  refuseRecipients(reply: { code: number; words: string } | null): void
  connections(): number
  stop(): Promise<void>
}

export const LOGIN = { user: 'parley', pass: 'its pass/word' }

const replied = ({ code, words }: { code: number; words: string }) =>
  Object.assign(new Error(words), { responseCode: code })

export async function mailServer(options: SMTPServerOptions & { port?: number }): Promise<MailServer> {
  const taken: TakenMail[] = []
  const offers: string[] = []
  let refusal: { code: number; words: string } | null = null
  let connections = 0
  const { port = 0, ...rest } = options
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    onConnect(_session, done) {
      connections++
      done()
    },
    onAuth({ username, password }, _session, done) {
      const isGood = username === LOGIN.user && password === LOGIN.pass
      if (isGood) done(null, { user: username })
      else done(replied({ code: 535, words: 'wrong' }))
    },
    onRcptTo({ address }, _session, done) {
      offers.push(address)
      if (refusal) done(replied({ ...refusal, words: `<${address}>: ${refusal.words}` }))
      else done()
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      text(stream).then(source => {
        taken.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(each => each.address),
          source,
          secure: session.secure,
          user: session.user,
        })
        done()
      }, done)
    },
    ...rest,
  })
  // A client that leaves in the middle is part of the tests.
  server.on('error', () => undefined)
  const listening = once(server.server, 'listening')
  server.listen(port, '127.0.0.1')
  await listening
  const address = server.server.address() as AddressInfo
  return {
    port: address.port,
    taken,
    offers,
    refuseRecipients(reply) {
      refusal = reply
    },
    connections: () => connections,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
}
