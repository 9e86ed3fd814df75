/**
 * A thousand people in the chat of one event beside Socket.IO that sends the same lines to the same people as often:
 * memory, CPU and how long a line takes to reach all readers. Only ours also checks in the database who each person is
 * and whether the place is paid, searches each line for links and numbers, keeps the last lines and drops lines above
 * 20 a second.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { CHAT_LINES_PER_SECOND } from '@parley/contract'
import { enter, type Subject, startOurs, startPeer } from './support/sockets/socket-subjects.ts'

const PEOPLE = 1_000
const CALM_MS = 10_000
const CHAT_SECONDS = 30
const WARM_UP = 100
/** Below the limit, so that both send every line. */
const LINES_PER_SECOND = CHAT_LINES_PER_SECOND / 2

const inMib = (bytes: number) => Math.round(bytes / 1024 / 1024)

async function measure({ name, process: server, crowd }: Subject) {
  await (await enter(crowd(WARM_UP))).leave()
  await pause(CALM_MS)
  const bytesEmpty = server.residentBytes()
  const people = await enter(crowd(PEOPLE))
  await pause(CALM_MS)
  const cpuQuiet = server.cpuSeconds()
  await pause(CHAT_SECONDS * 1000)
  const quietSeconds = server.cpuSeconds() - cpuQuiet
  const [bytesQuiet, cpuBefore] = [server.residentBytes(), server.cpuSeconds()]
  const chatted = await people.chat({ linesPerSecond: LINES_PER_SECOND, seconds: CHAT_SECONDS })
  const chatSeconds = server.cpuSeconds() - cpuBefore
  const bytes = server.residentBytes()
  await people.leave()
  return {
    of: name,
    lines: chatted.said,
    'lines read': chatted.received,
    messages: chatted.messages,
    'CPU s': Number(chatSeconds.toFixed(2)),
    'the same, nobody writes': Number(quietSeconds.toFixed(2)),
    'line to reader, p50 ms': Math.round(chatted.p50Ms),
    'p95 ms': Math.round(chatted.p95Ms),
    // Memory of the whole process: memory from the creation of the event is freed while people arrive, so a difference
    // would be wrong.
    'MiB, nobody there': inMib(bytesEmpty),
    'all there': inMib(bytesQuiet),
    'after the chat': inMib(bytes),
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
console.log(`${PEOPLE} people, ${LINES_PER_SECOND} lines a second for ${CHAT_SECONDS} s, each read by all`)
const rows: object[] = []
for (const start of [() => startOurs(PEOPLE), startPeer]) {
  const subject = await start()
  const row = await measure(subject)
  console.log(JSON.stringify(row))
  rows.push(row)
  await subject.close()
}
console.table(rows)
// The owner's native camera would keep this process alive.
process.exit(0)
