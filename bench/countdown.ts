/**
 * The time between the two screens of a call changing their countdown, with one person near the server and the other
 * far from it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { meet, notedBy, openBenchCall } from './support/bench-call.ts'
import { inMs, quantile } from './support/quantiles.ts'

const SECONDS = Number(process.env.BENCH_COUNTDOWN_SECONDS ?? 600)
const ROUND_TRIPS_MS = { fan: 150, influencer: 0 }
const AIM_MS = 50
/** Both have joined and have received the first messages of the server. */
const WARM_UP_MS = 3_000

const benchCall = await openBenchCall(ROUND_TRIPS_MS)
const pages = await meet(benchCall)
await delay(WARM_UP_MS)
const sinceMs = Date.now()
await delay(SECONDS * 1_000)
const [fan, influencer] = [await notedBy(pages.fan), await notedBy(pages.influencer)]
await benchCall.close()

const shownAt = new Map(influencer.countdown.map(({ text, atMs }) => [text, atMs]))
const differences: number[] = []
let unmatched = 0
for (const { text, atMs } of fan.countdown.filter(change => change.atMs >= sinceMs)) {
  const otherMs = shownAt.get(text)
  if (otherMs === undefined) unmatched++
  else differences.push(Math.abs(atMs - otherMs))
}
const p95 = quantile(differences, 0.95)
console.log(
  `Round trip to the site: ${ROUND_TRIPS_MS.fan} ms for one person, ${ROUND_TRIPS_MS.influencer} ms for the other, half each way.`,
)
console.table([
  {
    'seconds watched': SECONDS,
    'changes on both screens': differences.length,
    'on one alone': unmatched,
    p50: inMs(quantile(differences, 0.5)),
    p95: inMs(p95),
    max: inMs(quantile(differences, 1)),
    aim: `p95 at most ${AIM_MS} ms`,
  },
])
process.exit(p95 > AIM_MS ? 1 : 0)
