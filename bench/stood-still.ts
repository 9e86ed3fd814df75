/**
 * How long the video of a person in a call stops after their browser stood still for some seconds, as when a device
 * sleeps or a phone shows another program: from its return to the last stop of more than half a second.
 */
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { meet, notedBy, openBenchCall } from './support/bench-call.ts'
import { inMs, quantile } from './support/quantiles.ts'

const STOOD_STILL_MS = (process.env.BENCH_STOOD_STILL_MS ?? '3000,5000,8000').split(',').map(Number)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const ROUND_TRIP_MS = 50
/** Chromium shows a frame again after three seconds at the latest. */
const LIMIT_MS = 2_000
const STEADY_MS = 12_000
const WATCHED_MS = 6_000
const STOP_MS = 500

interface Listed {
  pid: number
  parent: number
  command: string
}

function listProcesses(): Listed[] {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).trim().split('\n').slice(1)
  return lines.map(line => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return { pid: Number(pid), parent: Number(parent), command: command.join(' ') }
  })
}

/** A process with all that it started. */
function treeOf(root: number, all: readonly Listed[]): number[] {
  return [root, ...all.filter(({ parent }) => parent === root).flatMap(({ pid }) => treeOf(pid, all))]
}

const benchCall = await openBenchCall({ fan: ROUND_TRIP_MS, influencer: ROUND_TRIP_MS })
const { fan } = await meet(benchCall)
const processes = listProcesses()
// The fan's browser was started first.
const browser = processes.find(
  ({ parent, command }) => parent === process.pid && command.includes('--host-resolver'),
)
if (!browser) throw new Error('The fan has no browser.')
const tree = treeOf(browser.pid, processes)
const signal = (name: NodeJS.Signals) => {
  for (const pid of tree) process.kill(pid, name)
}

const rows: Record<string, string | number>[] = []
let worstMs = 0
for (const stoodMs of STOOD_STILL_MS) {
  const waits: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await delay(STEADY_MS)
    signal('SIGSTOP')
    await delay(stoodMs)
    signal('SIGCONT')
    const returnMs = Date.now()
    await delay(WATCHED_MS)
    const shown = [returnMs, ...(await notedBy(fan)).framesMs.filter(atMs => atMs >= returnMs), Date.now()]
    const stops = shown.map((atMs, index) => ({ atMs, ms: atMs - (shown[index - 1] ?? atMs) }))
    waits.push((stops.findLast(({ ms }) => ms > STOP_MS)?.atMs ?? returnMs) - returnMs)
  }
  worstMs = Math.max(worstMs, ...waits)
  rows.push({
    'stood still': inMs(stoodMs),
    rounds: ROUNDS,
    'video runs after, p50': inMs(quantile(waits, 0.5)),
    worst: inMs(quantile(waits, 1)),
  })
}
await benchCall.close()
console.table(rows)
console.log(`Limit: ${LIMIT_MS} ms in every round; Chromium alone needs up to three seconds.`)
process.exit(worstMs > LIMIT_MS ? 1 : 0)
