/**
 * Five seconds without network for one of two people in a call, and how soon sound and video are back on both sides
 * once the network has returned. Beside the limit of a second and, in the same run, two bare RTCPeerConnections that
 * lose the same network.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { openBareCall } from './support/bare-call.ts'
import { type BenchCall, frameAfter, meet, notedBy, openBenchCall } from './support/bench-call.ts'
import { firstSoundMs } from './support/page-watch.ts'
import { inMs, quantile } from './support/quantiles.ts'

const ROUND_TRIP_MS = Number(process.env.BENCH_ROUND_TRIP_MS ?? 50)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const WITHOUT_NETWORK_MS = 5_000
const LIMIT_MS = 1_000
const STEADY_MS = 4_000
/** A second loss within this time after the recovery is printed too. */
const AFTERWARDS_MS = 8_000
const SOUND_WITHIN_MS = 20_000

interface Return {
  frameMs: number
  soundMs: number
  /** The longest stop of the video after its recovery. */
  standsMs: number
}

async function soundAfter(page: Page, sinceMs: number): Promise<number> {
  const untilMs = Date.now() + SOUND_WITHIN_MS
  while (Date.now() < untilMs) {
    const atMs = await page.evaluate(firstSoundMs, sinceMs)
    if (atMs !== null) return atMs
    await delay(20)
  }
  return Number.POSITIVE_INFINITY
}

async function comeBack(page: Page, returnMs: number): Promise<Return> {
  const [frameMs, soundMs] = await Promise.all([frameAfter(page, returnMs), soundAfter(page, returnMs)])
  await delay(Math.max(0, frameMs + AFTERWARDS_MS - Date.now()))
  const { framesMs } = await notedBy(page)
  const shown = [...framesMs.filter(atMs => atMs >= frameMs), Date.now()]
  const gaps = shown.map((atMs, index) => atMs - (shown[index - 1] ?? atMs))
  return { frameMs: frameMs - returnMs, soundMs: soundMs - returnMs, standsMs: Math.max(...gaps) }
}

/** The first page belongs to the person whose network is cut. */
async function lose(benchCall: BenchCall, pages: readonly [Page, Page], notice: 'offline' | 'nothing') {
  await delay(STEADY_MS)
  const { line } = benchCall.fan
  const context = pages[0].context()
  line.cut()
  if (notice === 'offline') await context.setOffline(true)
  await delay(WITHOUT_NETWORK_MS)
  line.mend()
  const returnMs = Date.now()
  if (notice === 'offline') await context.setOffline(false)
  return Promise.all(pages.map(page => comeBack(page, returnMs)))
}

const rows: Record<string, string>[] = []
function report(name: string, rounds: Return[][]): void {
  for (const [side, who] of ['who lost it', 'the other'].entries()) {
    const returns = rounds.flatMap(round => round[side] ?? [])
    const frames = returns.map(({ frameMs }) => frameMs)
    const sounds = returns.map(({ soundMs }) => soundMs)
    rows.push({
      '': name,
      'on the screen of': who,
      'picture p50': inMs(quantile(frames, 0.5)),
      'picture worst': inMs(quantile(frames, 1)),
      'sound p50': inMs(quantile(sounds, 0.5)),
      'sound worst': inMs(quantile(sounds, 1)),
      'longest stand-still after': inMs(
        quantile(
          returns.map(({ standsMs }) => standsMs),
          1,
        ),
      ),
    })
  }
}

const benchCall = await openBenchCall({ fan: ROUND_TRIP_MS, influencer: ROUND_TRIP_MS })
const together = await meet(benchCall)
const worst: number[] = []
for (const notice of ['nothing', 'offline'] as const) {
  const rounds: Return[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push(await lose(benchCall, [together.fan, together.influencer], notice))
  }
  worst.push(...rounds.flat().flatMap(({ frameMs, soundMs }) => [frameMs, soundMs]))
  report(
    notice === 'offline'
      ? 'a call, the browser says offline'
      : 'a call, packets vanish, the browser says nothing',
    rounds,
  )
}
for (const page of Object.values(together)) await page.context().close()
const bare = await openBareCall(benchCall)
await bare.begin()
await frameAfter(bare.pages[0], await bare.startedMs())
const rounds: Return[][] = []
for (let round = 0; round < ROUNDS; round++) rounds.push(await lose(benchCall, bare.pages, 'nothing'))
report('bare RTCPeerConnection, the browser says nothing', rounds)
await bare.close()
await benchCall.close()

console.log(
  `Times from the network's return after ${WITHOUT_NETWORK_MS / 1_000} s without it; each person's round trip to the site is ${ROUND_TRIP_MS} ms. ${ROUNDS} rounds each.`,
)
console.table(rows)
console.log(`Limit: ${LIMIT_MS} ms for picture and sound on both sides, in every round.`)
process.exit(Math.max(...worst) > LIMIT_MS ? 1 : 0)
