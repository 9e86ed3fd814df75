import { Client, type ClientConfig } from 'pg'

/** The state behind the socket: nobody, a Postgres that cannot serve yet or any more, or one that serves. */
export type Answer = { state: 'absent' } | { state: 'busy' } | { state: 'serving'; client: Client }

const ABSENT = new Set(['ENOENT', 'ECONNREFUSED'])
/** Starting up or shutting down; too many clients; a reset while the server goes away. */
const BUSY = new Set(['57P03', '53300', 'ECONNRESET', 'EPIPE', 'EAGAIN'])

/** Tries once to connect; throws on an answer that waiting cannot change. */
export async function connectOnce(config: ClientConfig): Promise<Answer> {
  const client = new Client(config)
  // An error event without a listener ends the process; the code that uses the client gets the error from its query
  // too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { state: 'serving', client }
  } catch (error) {
    // A client that never connected may fail to end as well; why it did not connect is what is judged below.
    await client.end().catch(() => undefined)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = error instanceof Error ? error.message : ''
    if (ABSENT.has(code)) return { state: 'absent' }
    if (BUSY.has(code) || /terminated|timeout/i.test(message)) return { state: 'busy' }
    throw error
  }
}
