import { createServer, type Socket } from 'node:net'
import { Client, type QueryArrayResult } from 'pg'

/** What a pooler does with the limits that a connection asks for when it is made. */
type OfLimits = 'refuse' | 'ignore'

const READY = message('Z', Buffer.from('I'))
const STARTED = Buffer.concat([message('R', Buffer.from([0, 0, 0, 0])), READY])

/** A message of Postgres's protocol: a letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

function refusal(code: string, text: string): Buffer {
  return message('E', Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`))
}

function answerOf({ fields, rows, command }: QueryArrayResult<string[]>): Buffer {
  const count = Buffer.alloc(2)
  count.writeInt16BE(fields.length)
  const columns = fields.map(({ name, dataTypeID }) => {
    const about = Buffer.alloc(18)
    about.writeInt32BE(dataTypeID, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), about])
  })
  const values = rows.map(row => {
    const cells = row.map(text => {
      const size = Buffer.alloc(4)
      size.writeInt32BE(Buffer.byteLength(text))
      return Buffer.concat([size, Buffer.from(text)])
    })
    return message('D', Buffer.concat([count, ...cells]))
  })
  const end = message('C', Buffer.from(`${command} ${rows.length}\0`))
  return Buffer.concat([message('T', Buffer.concat([count, ...columns])), ...values, end, READY])
}

/**
 * A pooler as PgBouncer is in transaction mode, with one connection to Postgres: every statement of every client runs
 * on it. It knows statements without values.
 */
export async function openSharingPooler(
  connectionString: string,
  limits: OfLimits,
): Promise<{ url: string; close(): Promise<void> }> {
  const shared = new Client({ connectionString })
  await shared.connect()
  const clients = new Set<Socket>()

  async function run(socket: Socket, text: string): Promise<void> {
    const types = { getTypeParser: () => (value: string) => value }
    socket.write(answerOf(await shared.query<string[]>({ text, rowMode: 'array', types })))
  }

  const server = createServer(socket => {
    clients.add(socket)
    socket.on('close', () => clients.delete(socket))
    socket.once('data', startup => {
      if (limits === 'refuse' && startup.includes('statement_timeout'))
        return socket.end(refusal('08P01', 'unsupported startup parameter: statement_timeout'))
      socket.write(STARTED)
      socket.on('data', sent => {
        if (sent.subarray(0, 1).toString() === 'Q') void run(socket, sent.subarray(5, -1).toString())
        else socket.end()
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the pooler has no port')
  return {
    url: `postgres://parley@127.0.0.1:${address.port}/parley`,
    async close() {
      for (const each of clients) each.destroy()
      await new Promise(resolve => server.close(resolve))
      await shared.end()
    },
  }
}
