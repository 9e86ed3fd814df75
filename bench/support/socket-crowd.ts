/** The clients of the socket bench, in a process of their own; told by their parent whom to be. */
import { HEARTBEAT_MS } from '@parley/contract'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'

const AT_ONCE = 100

export interface Crowd {
  kind: 'parley' | 'socket.io'
  url: string
  tokens: string[]
}

export interface Joined {
  /** From the first connection to when everyone knows that all are there. */
  allInMs: number
  /** From a connection's begin to when the server has let it in. */
  p50Ms: number
  p95Ms: number
  messages: number
}

interface Client {
  heartbeat(): void
  leave(): void
}

interface SocketEvents {
  onIn(): void
  onPresence(lurkers: number): void
  onMessage(): void
  onClosed(why: number | string): void
}

type Connect = (url: string, token: string, events: SocketEvents) => Client

const connectParley: Connect = (url, token, events) => {
  const address = new URL(url)
  address.searchParams.set('t', `Bearer ${token}`)
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as { handler: string; payload: { lurkers: number } }
    events.onMessage()
    events.onIn()
    if (message.handler === 'MESSAGE_PRESENCE_STATS') events.onPresence(message.payload.lurkers)
  })
  socket.on('close', code => events.onClosed(code))
  socket.on('error', () => undefined) // `close` follows.
  return { heartbeat: () => socket.send('{"type":"heartbeat"}'), leave: () => socket.terminate() }
}

const connectSocketIo: Connect = (url, token, events) => {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  socket.on('connect', events.onIn)
  socket.on('presence', (payload: { lurkers: number }) => {
    events.onMessage()
    events.onPresence(payload.lurkers)
  })
  socket.on('stats', events.onMessage)
  socket.on('disconnect', events.onClosed)
  socket.on('connect_error', error => events.onClosed(error.message))
  return { heartbeat: () => void socket.emit('heartbeat'), leave: () => void socket.disconnect() }
}

const clients: Client[] = []
let messages = 0
let isLeaving = false

async function join({ kind, url, tokens }: Crowd): Promise<Joined> {
  const connect = kind === 'parley' ? connectParley : connectSocketIo
  const waits: number[] = []
  const beganAtMs = performance.now()
  const { promise: allIn, resolve: everyoneKnows } = Promise.withResolvers<void>()
  let knowing = 0
  const left = tokens.values()
  async function enterOneByOne(): Promise<void> {
    for (const token of left) {
      const connectAtMs = performance.now()
      let knows = false
      await new Promise<void>(resolve => {
        const client = connect(url, token, {
          onIn: resolve,
          onMessage: () => void messages++,
          onPresence(lurkers) {
            if (knows || lurkers < tokens.length) return
            knows = true
            if (++knowing === tokens.length) everyoneKnows()
          },
          onClosed(why) {
            if (!isLeaving) fail(`a socket was closed: ${why}`)
          },
        })
        clients.push(client)
        setInterval(client.heartbeat, HEARTBEAT_MS)
      })
      waits.push(performance.now() - connectAtMs)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, enterOneByOne))
  await allIn
  const allInMs = performance.now() - beganAtMs
  waits.sort((a, b) => a - b)
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))] ?? 0
  return { allInMs, p50Ms: at(0.5), p95Ms: at(0.95), messages }
}

function fail(why: string): void {
  console.error(why)
  process.exit(1)
}

process.on('message', (crowd: Crowd) => {
  join(crowd).then(
    joined => process.send?.(joined),
    error => fail(String(error)),
  )
})
process.on('SIGTERM', () => {
  isLeaving = true
  for (const client of clients) client.leave()
  setTimeout(() => process.exit(0), 500)
})
