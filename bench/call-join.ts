/**
 * From Join in the green room to the other person's first frame, at three delays, in the real application with two
 * Chromiums. Beside it in the same run: two bare RTCPeerConnections over the same network, from createOffer to the
 * first frame.
 */
import { openBareCall } from './support/bare-call.ts'
import { type BenchCall, frameAfter, notedBy, openBenchCall, pressJoin } from './support/bench-call.ts'
import { inMs, quantile } from './support/quantiles.ts'

const ROUND_TRIPS_MS = [0, 50, 150]
const JOINS = Number(process.env.BENCH_JOINS ?? 15)
const AIM_AT_0_MS = 400
/** The next person comes only after the waiting one was alone for so long. */
const WITHIN_MS = 15_000

interface Waits {
  /** Until the person who pressed Join sees the other. */
  sees: number[]
  /** Until the other, who joined before, sees them. */
  isSeen: number[]
}

async function joinCalls(benchCall: BenchCall): Promise<Waits> {
  const waits: Waits = { sees: [], isSeen: [] }
  const waiting = await benchCall.influencer.enter()
  await pressJoin(waiting)
  for (let round = 0; round < JOINS; round++) {
    const page = await benchCall.fan.enter()
    await pressJoin(page)
    const joinMs = (await notedBy(page)).joinMs ?? Number.NaN
    waits.sees.push((await frameAfter(page, joinMs)) - joinMs)
    waits.isSeen.push((await frameAfter(waiting, joinMs)) - joinMs)
    await page.context().close()
    await waiting.getByTestId('remote-video').waitFor({ state: 'detached', timeout: WITHIN_MS })
  }
  await waiting.context().close()
  return waits
}

async function callBare(benchCall: BenchCall): Promise<Waits> {
  const waits: Waits = { sees: [], isSeen: [] }
  for (let round = 0; round < JOINS; round++) {
    const call = await openBareCall(benchCall)
    await call.begin()
    const startedMs = await call.startedMs()
    waits.sees.push((await frameAfter(call.pages[0], startedMs)) - startedMs)
    waits.isSeen.push((await frameAfter(call.pages[1], startedMs)) - startedMs)
    await call.close()
  }
  return waits
}

const rows: Record<string, string>[] = []
function report(roundTripMs: number, name: string, { sees, isSeen }: Waits): number {
  const p50 = quantile(sees, 0.5)
  rows.push({
    'round trip to the site': inMs(roundTripMs),
    '': name,
    'sees p50': inMs(p50),
    'sees p95': inMs(quantile(sees, 0.95)),
    'is seen p50': inMs(quantile(isSeen, 0.5)),
    'is seen p95': inMs(quantile(isSeen, 0.95)),
  })
  return p50
}

for (const roundTripMs of ROUND_TRIPS_MS) {
  const benchCall = await openBenchCall({ fan: roundTripMs, influencer: roundTripMs })
  const p50 = report(roundTripMs, 'Join', await joinCalls(benchCall))
  report(roundTripMs, 'bare RTCPeerConnection', await callBare(benchCall))
  if (roundTripMs === 0 && p50 >= AIM_AT_0_MS) process.exitCode = 1
  await benchCall.close()
}
console.log(
  `Each person's round trip to the site is the figure named, half of it each way; between the two people it is twice that. ${JOINS} joins each.`,
)
console.table(rows)
console.log(`Aim without delay: p50 under ${AIM_AT_0_MS} ms.`)
process.exit()
