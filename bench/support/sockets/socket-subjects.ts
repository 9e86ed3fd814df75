/** The two servers of the socket benches, each with an event, and the crowd that connects to it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../../apps/server/src/testing/free-port.ts'
import { broadcast, createEvent, fillEvent, untilMailsAreOut } from '../event-crowd.ts'
import { type MeasuredProcess, startMeasured } from '../measured-process.ts'
import { PRODUCTION } from '../production.ts'
import type { ChatRequest, Chatted, Crowd, Joined } from './socket-crowd.ts'

export interface Subject {
  name: string
  process: MeasuredProcess
  crowd(count: number): Crowd
  close(): Promise<void>
}

async function untilAnswers(url: string, { child }: MeasuredProcess): Promise<void> {
  // It does not listen yet.
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nothing answers at ${url}`)
    await pause(50)
  }
}

/** Our whole server, with an event that its owner broadcasts. */
export async function startOurs(count: number): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...PRODUCTION }
  const server = startMeasured(new URL('../../../apps/server/src/main.ts', import.meta.url), env)
  const origin = `http://localhost:${port}`
  await untilAnswers(`${origin}/healthz`, server)
  const { owner, event } = await createEvent(origin)
  const url = `ws://localhost:${port}/stream/${event.slug}/`
  const tokens = await fillEvent(dataDir, { event, owner, count, origin })
  const stopBroadcast = await broadcast(url, owner)
  await untilMailsAreOut(dataDir)
  return {
    name: 'Parley',
    process: server,
    crowd: some => ({ kind: 'parley', url, tokens: tokens.slice(0, some) }),
    async close() {
      stopBroadcast()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const PEERS = {
  'Socket.IO': { file: new URL('socket-io-peer.ts', import.meta.url), kind: 'socket.io', scheme: 'http' },
  'bare writes': { file: new URL('bare-socket-peer.ts', import.meta.url), kind: 'parley', scheme: 'ws' },
} as const

/** Socket.IO, or what the messages cost at least. */
export async function startPeer(name: keyof typeof PEERS = 'Socket.IO'): Promise<Subject> {
  const { file, kind, scheme } = PEERS[name]
  const port = await freePort()
  const peer = startMeasured(file, { PORT: String(port) })
  await untilAnswers(`http://localhost:${port}`, peer)
  const url = `${scheme}://localhost:${port}`
  const names = (some: number) => Array.from({ length: some }, (_, i) => `viewer${i}`)
  return {
    name,
    process: peer,
    crowd: some => ({ kind, url, tokens: names(some) }),
    close: () => peer.stop(),
  }
}

/** A connected crowd. */
export interface Entered {
  joined: Joined
  /** Its people write, one after the other; answers the figures of all readers. */
  chat(request: ChatRequest): Promise<Chatted>
  leave(): Promise<void>
}

export async function enter(crowd: Crowd): Promise<Entered> {
  const child = fork(fileURLToPath(new URL('socket-crowd.ts', import.meta.url)))
  const left = once(child, 'exit')
  child.send(crowd)
  const [joined] = (await Promise.race([
    once(child, 'message'),
    left.then(() => Promise.reject(new Error('the crowd broke up'))),
  ])) as [Joined]
  return {
    joined,
    async chat(request) {
      child.send(request)
      const [chatted] = (await Promise.race([
        once(child, 'message'),
        left.then(() => Promise.reject(new Error('the crowd broke up'))),
      ])) as [Chatted]
      return chatted
    },
    async leave() {
      child.kill('SIGTERM')
      await left
    },
  }
}
