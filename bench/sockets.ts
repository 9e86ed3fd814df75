/**
 * An event's presence sockets on our server beside Socket.IO that sends the same messages to the same people as often:
 * memory for each socket, CPU for each minute, and how long it takes until all are connected. Only ours also checks in
 * the database who each person is and whether the place is paid, records attendance and checks for revoked logins; the
 * peer trusts everybody and has no database. The third row is the least: the same messages, written and nothing else.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { enter, type Subject, startOurs, startPeer } from './support/sockets/socket-subjects.ts'

const COUNTS = [1_000, 5_000]
const CALM_MS = 10_000
const MEASURE_MS = 30_000
const WARM_UP = 200

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
  `open files a process may have: ${limit}; a ping and a heartbeat every 20 s, call stats every 5 s`,
)
const rows: object[] = []
for (const count of COUNTS) {
  for (const start of [() => startOurs(count), () => startPeer(), () => startPeer('bare writes')]) {
    const subject = await start()
    const row = await measure(subject, count)
    console.log(JSON.stringify(row))
    rows.push(row)
    await subject.close()
  }
}
console.table(rows)
// The owner’s native camera would keep this process alive.
process.exit(0)
