import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../core/refusal.ts'

/** What Node says about a request that it could not read, as a status and a sentence of the contract. */
const UNREADABLE: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of this request are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'This request took too long'],
}

/** Answers a request that never becomes one, for example because its headers are too large, and ends the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return void socket.destroy()
  const [status, detail] = UNREADABLE[error.code ?? ''] ?? [400, 'The request could not be read']
  const body = JSON.stringify({ detail })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** No body is unpacked here, so a packed one is a kind of content that no route takes. */
export function refusePackedBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async request => {
    const packing = request.headers['content-encoding']
    if (packing !== undefined && packing.toLowerCase() !== 'identity')
      throw refuse.unsupportedMedia('This kind of content is not taken here')
  })
}
