import { Client, type ClientConfig } from 'pg'

/** What answers at the socket: nobody, a Postgres that cannot serve yet or any more, or one that serves. */
export type Answer = { state: 'absent' } | { state: 'busy' } | { state: 'serving'; client: Client }

const ABSENT = new Set(['ENOENT', 'ECONNREFUSED'])
/** Starting up or shutting down; too many clients; a reset while the server goes away. */
const BUSY = new Set(['57P03', '53300', 'ECONNRESET', 'EPIPE', 'EAGAIN'])

/** Tries once to connect; throws on an answer that waiting cannot change. */
export async function connectOnce(config: ClientConfig): Promise<Answer> {
  const client = new Client(config)
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { state: 'serving', client }
  } catch (error) {
    await client.end().catch(() => undefined)
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const message = error instanceof Error ? error.message : ''
    if (ABSENT.has(code)) return { state: 'absent' }
    if (BUSY.has(code) || /terminated|timeout/i.test(message)) return { state: 'busy' }
    throw error
  }
}
