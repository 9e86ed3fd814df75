/**
 * The peer of the socket bench: one room on Socket.IO that sends the messages of an event's presence channel, to the
 * same people as often.
 */
import { createServer } from 'node:http'
import { HEARTBEAT_MS, HEARTBEATS_MISSED_UNTIL_LOST } from '@parley/contract'
import { Server, type Socket } from 'socket.io'
import { Paced } from '../../../apps/server/src/domains/calls/clock/paced.ts'

const PING_EVERY_MS = 20_000
const STATS_EVERY_MS = 5_000
const SEND_EVERY_MS = 300
const LINES_EVERY_MS = 250
const SENT_PER_SECOND_MAX = 2_000

const server = createServer((_request, response) => response.end('ok'))
const io = new Server(server, {
  transports: ['websocket'],
  pingInterval: PING_EVERY_MS,
  pingTimeout: HEARTBEAT_MS * HEARTBEATS_MISSED_UNTIL_LOST,
})
const there = new Set<Socket>()

async function sendViewers(): Promise<void> {
  for (const socket of there)
    socket.emit('presence', { lurkers: there.size, users: ['owner', socket.data.username] })
}
const viewerSending = new Paced(sendViewers, () =>
  Math.max(SEND_EVERY_MS, (there.size / SENT_PER_SECOND_MAX) * 1000),
)

interface Line {
  id: string
  from: string
  role: 'member'
  text: string
  at: string
}
/** Lines are sent in batches, as our server does: every reader gets each line. */
let waiting: Line[] = []
const lineSending = new Paced(
  async () => {
    const lines = waiting
    waiting = []
    io.emit('chat', { lines })
  },
  () => LINES_EVERY_MS,
)

io.on('connection', socket => {
  let missed = 0
  socket.data.username = String(socket.handshake.auth.token)
  there.add(socket)
  viewerSending.request()
  const heartbeats = setInterval(() => {
    if (missed++ >= HEARTBEATS_MISSED_UNTIL_LOST) socket.disconnect(true)
  }, HEARTBEAT_MS)
  socket.on('heartbeat', () => {
    missed = 0
  })
  socket.on('chat', ({ id, text }: { id: string; text: string }) => {
    const from = String(socket.data.username)
    waiting.push({ id, from, role: 'member', text, at: new Date().toISOString() })
    lineSending.request()
  })
  socket.on('disconnect', () => {
    clearInterval(heartbeats)
    there.delete(socket)
    viewerSending.request()
  })
})
let used = 0
setInterval(() => {
  used += STATS_EVERY_MS / 1000
  for (const socket of there)
    socket.emit('stats', { total_duration: 3_600, used_duration: used, is_live: true })
}, STATS_EVERY_MS)
server.listen(Number(process.env.PORT), '127.0.0.1')
process.on('SIGTERM', () => process.exit(0))
