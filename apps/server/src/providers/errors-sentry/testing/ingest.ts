import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

export interface EnvelopeItem {
  type: string
  payload: Record<string, unknown>
}

/** Takes what is meant for Sentry, as Sentry would, and keeps it. */
export interface Ingest {
  dsn: string
  /** Everything that came, as text. */
  everything(): string
  items(type: string): Record<string, unknown>[]
  stop(): Promise<void>
}

export async function openIngest(): Promise<Ingest> {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const isPacked = request.headers['content-encoding'] === 'gzip'
    const headers = JSON.stringify(request.headers)
    bodies.push(`${(isPacked ? gunzipSync(body) : body).toString('utf8')}\n`, `${headers}\n`)
    response
      .writeHead(200, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
      .end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    dsn: `http://0123456789abcdef0123456789abcdef@127.0.0.1:${port}/1`,
    everything: () => bodies.join(''),
    items: type =>
      bodies
        .filter((_body, i) => i % 2 === 0)
        .flatMap(body =>
          itemsOf(body)
            .filter(item => item.type === type)
            .map(item => item.payload),
        ),
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * The items of an envelope that are JSON (Sentry's developer docs, Envelopes); a length says where one that is not
 * ends.
 */
function itemsOf(envelope: string): EnvelopeItem[] {
  const items: EnvelopeItem[] = []
  let rest = Buffer.from(envelope)
  const line = () => {
    const end = rest.indexOf(10)
    const taken = rest.subarray(0, end === -1 ? rest.length : end)
    rest = rest.subarray(taken.length + 1)
    return taken.toString()
  }
  line()
  while (rest.length > 1) {
    const { type, length } = JSON.parse(line()) as { type: string; length?: number }
    if (length === undefined) items.push({ type, payload: JSON.parse(line()) as Record<string, unknown> })
    else rest = rest.subarray(length + 1)
  }
  return items
}
