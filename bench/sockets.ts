/**
 * An event's presence sockets on our server beside Socket.IO saying the same to the same people as often: memory a socket, CPU
 * a minute, and how long it takes until all are in. Ours also asks the database who each is and whether the place is
 * paid, keeps attendance and looks for revoked logins; the peer believes everybody and has no database.
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { broadcast, createEvent, fillEvent, untilMailsAreOut } from './support/event-crowd.ts'
import { type MeasuredProcess, startMeasured } from './support/measured-process.ts'
import type { Crowd, Joined } from './support/socket-crowd.ts'

const COUNTS = [1_000, 5_000]
const CALM_MS = 10_000
const MEASURE_MS = 30_000
const WARM_UP = 200

interface Subject {
  name: string
  process: MeasuredProcess
  crowd(count: number): Crowd
  close(): Promise<void>
}

async function untilAnswers(url: string, { child }: MeasuredProcess): Promise<void> {
  while (!(await fetch(url).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`nothing answers at ${url}`)
    await pause(50)
  }
}

/** Our whole server, with an event that its owner broadcasts. */
async function startOurs(count: number): Promise<Subject> {
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: dataDir, NODE_ENV: 'test', LOG_LEVEL: 'warn' }
  const server = startMeasured(new URL('../apps/server/src/main.ts', import.meta.url), env)
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

async function startPeer(): Promise<Subject> {
  const port = await freePort()
  const peer = startMeasured(new URL('support/socket-io-peer.ts', import.meta.url), { PORT: String(port) })
  const url = `http://localhost:${port}`
  await untilAnswers(url, peer)
  const names = (some: number) => Array.from({ length: some }, (_, i) => `viewer${i}`)
  return {
    name: 'Socket.IO',
    process: peer,
    crowd: some => ({ kind: 'socket.io', url, tokens: names(some) }),
    close: () => peer.stop(),
  }
}

async function enter(crowd: Crowd): Promise<{ joined: Joined; leave(): Promise<void> }> {
  const child = fork(fileURLToPath(new URL('support/socket-crowd.ts', import.meta.url)))
  const left = once(child, 'exit')
  child.send(crowd)
  const [joined] = (await Promise.race([
    once(child, 'message'),
    left.then(() => Promise.reject(new Error('the crowd broke up'))),
  ])) as [Joined]
  return {
    joined,
    async leave() {
      child.kill('SIGTERM')
      await left
    },
  }
}

async function measure(subject: Subject, count: number) {
  const { process: server } = subject
  await (await enter(subject.crowd(WARM_UP))).leave()
  const perMinute = (seconds: number) => Number(((seconds * 60_000) / MEASURE_MS).toFixed(2))
  await pause(CALM_MS / 2)
  const cpuEmpty = server.cpuSeconds()
  await pause(MEASURE_MS)
  const emptySeconds = server.cpuSeconds() - cpuEmpty
  const [bytesBefore, cpuBefore] = [server.residentBytes(), server.cpuSeconds()]
  const { joined, leave } = await enter(subject.crowd(count))
  const joinCpuSeconds = server.cpuSeconds() - cpuBefore
  await pause(CALM_MS)
  const cpuAtRest = server.cpuSeconds()
  await pause(MEASURE_MS)
  const cpuSeconds = server.cpuSeconds() - cpuAtRest
  const bytes = server.residentBytes() - bytesBefore
  await leave()
  return {
    sockets: count,
    of: subject.name,
    'KiB a socket': Number((bytes / 1024 / count).toFixed(1)),
    'CPU s a minute': perMinute(cpuSeconds),
    'the same, empty': perMinute(emptySeconds),
    'all in, s': Number((joined.allInMs / 1000).toFixed(1)),
    'CPU s to join': Number(joinCpuSeconds.toFixed(1)),
    'in, p50 ms': Math.round(joined.p50Ms),
    'in, p95 ms': Math.round(joined.p95Ms),
    'messages while joining': joined.messages,
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const limit = execFileSync('sh', ['-c', 'ulimit -Hn']).toString().trim()
console.log(
  `open files a process may have: ${limit}; a ping every 5 s, a heartbeat every 20 s, call stats every 5 s`,
)
const rows: object[] = []
for (const count of COUNTS) {
  for (const start of [() => startOurs(count), startPeer]) {
    const subject = await start()
    const row = await measure(subject, count)
    console.log(JSON.stringify(row))
    rows.push(row)
    await subject.close()
  }
}
console.table(rows)
