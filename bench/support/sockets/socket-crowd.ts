/** The clients of the socket bench, in a separate process; the parent sends it the people to play. */

import { setTimeout as pause } from 'node:timers/promises'
import { HEARTBEAT_MS } from '@parley/contract'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'

const AT_ONCE = 100
const READ_WITHIN_MS = 2_000
const WORDS = ['Chess', 'Go', 'Bridge', 'Cello', 'Flute']

export interface Crowd {
  kind: 'parley' | 'socket.io'
  url: string
  tokens: string[]
}

export interface Joined {
  /** From the first connection until everybody knows that all are connected. */
  allInMs: number
  /** From the start of a connection until the server has accepted it. */
  p50Ms: number
  p95Ms: number
  messages: number
}

/** The command to a connected crowd to write. */
export interface ChatRequest {
  linesPerSecond: number
  seconds: number
}

export interface Chatted {
  said: number
  /** Received lines, summed over all people: everybody gets each line. */
  received: number
  messages: number
  /** From writing a line to receiving it, over all readers. */
  p50Ms: number
  p95Ms: number
}

interface Client {
  heartbeat(): void
  say(id: string, text: string): void
  leave(): void
}

interface SocketEvents {
  onIn(): void
  onPresence(lurkers: number): void
  onMessage(): void
  onLines(texts: string[]): void
  onClosed(why: number | string): void
}

type Connect = (url: string, token: string, events: SocketEvents) => Client

const connectParley: Connect = (url, token, events) => {
  const address = new URL(url)
  address.searchParams.set('t', `Bearer ${token}`)
  const socket = new WebSocket(address, { perMessageDeflate: false })
  socket.on('message', data => {
    const message = JSON.parse(String(data)) as {
      handler: string
      payload: { lurkers: number; lines?: { text: string }[]; refused?: { why: string } }
    }
    events.onMessage()
    events.onIn()
    if (message.handler === 'MESSAGE_PRESENCE_STATS') events.onPresence(message.payload.lurkers)
    if (message.payload.refused) fail(`a line was refused: ${message.payload.refused.why}`)
    if (message.payload.lines) events.onLines(message.payload.lines.map(line => line.text))
  })
  socket.on('close', code => events.onClosed(code))
  socket.on('error', () => undefined) // `close` follows.
  return {
    heartbeat: () => socket.send('{"type":"heartbeat"}'),
    say: (id, text) => socket.send(JSON.stringify({ type: 'chat', id, text })),
    leave: () => socket.terminate(),
  }
}

const connectSocketIo: Connect = (url, token, events) => {
  const socket = io(url, { transports: ['websocket'], auth: { token }, forceNew: true, reconnection: false })
  socket.on('connect', events.onIn)
  socket.on('presence', (payload: { lurkers: number }) => {
    events.onMessage()
    events.onPresence(payload.lurkers)
  })
  socket.on('stats', events.onMessage)
  socket.on('chat', ({ lines }: { lines: { text: string }[] }) => {
    events.onMessage()
    events.onLines(lines.map(line => line.text))
  })
  socket.on('disconnect', events.onClosed)
  socket.on('connect_error', error => events.onClosed(error.message))
  return {
    heartbeat: () => void socket.emit('heartbeat'),
    say: (id, text) => void socket.emit('chat', { id, text }),
    leave: () => void socket.disconnect(),
  }
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
          onLines: noteLines,
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

/** When each line was written, by its text; people who join receive older lines first. */
const writtenMs = new Map<string, number>()
const delaysMs: number[] = []

function noteLines(texts: string[]): void {
  for (const text of texts) {
    const atMs = writtenMs.get(text)
    if (atMs !== undefined) delaysMs.push(performance.now() - atMs)
  }
}

/** The people write in turn, at equal intervals; answers once everybody has had time to read the last line. */
async function chat({ linesPerSecond, seconds }: ChatRequest): Promise<Chatted> {
  const [lines, before] = [linesPerSecond * seconds, messages]
  for (let line = 0; line < lines; line++) {
    const text = `What would you play after this, and why? ${WORDS[line % WORDS.length]} ${line}`
    writtenMs.set(text, performance.now())
    clients[line % clients.length]?.say(`line-${line}`, text)
    await pause(1000 / linesPerSecond)
  }
  await pause(READ_WITHIN_MS)
  delaysMs.sort((a, b) => a - b)
  const at = (share: number) => delaysMs[Math.floor(share * (delaysMs.length - 1))] ?? 0
  return {
    said: lines,
    received: delaysMs.length,
    messages: messages - before,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
  }
}

function fail(why: string): void {
  console.error(why)
  process.exit(1)
}

process.on('message', (work: Crowd | ChatRequest) => {
  const answer = 'linesPerSecond' in work ? chat(work) : join(work)
  answer.then(
    done => process.send?.(done),
    error => fail(String(error)),
  )
})
process.on('SIGTERM', () => {
  isLeaving = true
  for (const client of clients) client.leave()
  setTimeout(() => process.exit(0), 500)
})
