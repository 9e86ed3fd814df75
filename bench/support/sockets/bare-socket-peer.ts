/**
 * The least that the messages of the socket bench cost: `ws` accepts the connections, and each message is framed once
 * and written to every connection. It knows nobody and decides nothing.
 */
import { createServer } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { Paced } from '../../../apps/server/src/domains/calls/clock/paced.ts'

const STATS_EVERY_MS = 5_000
const SEND_EVERY_MS = 300
const SENT_PER_SECOND_MAX = 2_000

/** One text frame of a server, shorter than 126 bytes (RFC 6455, section 5.2). */
function frameOf(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  if (payload.length > 125) throw new Error('too long for a short frame')
  return Buffer.concat([Buffer.from([0x81, payload.length]), payload])
}

const there = new Set<Duplex>()
const sendAll = (frame: Buffer) => {
  for (const socket of there) socket.write(frame)
}
const viewerSending = new Paced(
  async () =>
    sendAll(frameOf({ handler: 'MESSAGE_PRESENCE_STATS', payload: { lurkers: there.size, users: [] } })),
  () => Math.max(SEND_EVERY_MS, (there.size / SENT_PER_SECOND_MAX) * 1000),
)
const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
const server = createServer((_request, response) => response.end('ok'))
server.on('upgrade', (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, accepted => {
    there.add(socket)
    viewerSending.request()
    accepted.on('message', () => undefined)
    accepted.on('close', () => {
      there.delete(socket)
      viewerSending.request()
    })
  }),
)
let used = 0
setInterval(() => {
  used += STATS_EVERY_MS / 1000
  sendAll(
    frameOf({
      handler: 'MESSAGE_CALL_STATS',
      payload: { total_duration: 3_600, used_duration: used, is_live: true },
    }),
  )
}, STATS_EVERY_MS)
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
