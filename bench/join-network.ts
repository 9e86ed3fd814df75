/**
 * From Join in the green room to the first frame of the other person, beside LiveKit's own client from the Join of
 * its PreJoin, at three round trips, in turn, round after round, over the same simulated network.
 */
import type { Page } from '@playwright/test'
import { findServerProgram } from '../apps/server/src/testing/server-programs.ts'
import { frameAfter, notedBy, openBenchCall, PRESS_MS, press, pressJoin } from './support/bench-call.ts'
import { ensurePeerPackages } from './support/peer-packages.ts'
import { openPrejoinPeer } from './support/prejoin-peer.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, ROUNDS, spreadOf } from './support/rounds.ts'

const ROUND_TRIPS_MS = (process.env.BENCH_ROUND_TRIPS_MS ?? '0,50,150').split(',').map(Number)
const JOINS = Number(process.env.BENCH_JOINS ?? 5)
/** Of LiveKit's time. */
const AIM = 0.35
const WITHIN_MS = 30_000

interface Subject {
  name: string
  fan: { enter(): Promise<Page> }
  influencer: { enter(): Promise<Page> }
  join(page: Page): Promise<void>
  /** Another call: what a call gives before its clock runs is two seconds in all, and each join takes of it. */
  renew?(): Promise<void>
}

/** LiveKit's client sends the room that it leaves when its page is left; a closed browser sends nothing. */
async function leave(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().close()
}

/** One person waits in the call while the other joins it, again and again. */
async function joinCalls({ fan, influencer, join, renew }: Subject) {
  const waits = { sees: [] as number[], isSeen: [] as number[] }
  await renew?.()
  const waiting = await influencer.enter()
  await join(waiting)
  for (let nth = 0; nth < JOINS; nth++) {
    const page = await fan.enter()
    await join(page)
    const joinMs = (await notedBy(page)).joinMs ?? Number.NaN
    waits.sees.push((await frameAfter(page, joinMs)) - joinMs)
    waits.isSeen.push((await frameAfter(waiting, joinMs)) - joinMs)
    await leave(page)
    await waiting.getByTestId('remote-video').waitFor({ state: 'detached', timeout: WITHIN_MS })
  }
  await leave(waiting)
  return { sees: quantile(waits.sees, 0.5), isSeen: quantile(waits.isSeen, 0.5) }
}

if (!findServerProgram('livekit-server')) {
  console.log('Skipped: there is no livekit-server on this machine (npm run servers).')
  process.exit(0)
}
ensurePeerPackages()
const rows: Record<string, string>[] = []
for (const roundTripMs of ROUND_TRIPS_MS) {
  const benchCall = await openBenchCall({ fan: roundTripMs, influencer: roundTripMs })
  const peer = await openPrejoinPeer(roundTripMs)
  const subjects: Subject[] = [
    { name: 'Join', ...benchCall, join: pressJoin },
    {
      name: 'LiveKit after PreJoin',
      ...peer,
      join: page => press(page.getByRole('button', { name: 'Join Room' })),
    },
  ]
  const [own = [], others = []] = await inRounds(subjects, joinCalls)
  for (const [name, rounds] of [
    ['Join', own],
    ['LiveKit after PreJoin', others],
  ] as const) {
    rows.push({
      'round trip': `${roundTripMs} ms`,
      '': name,
      'sees the other after ms': spreadOf(
        rounds.map(({ sees }) => sees),
        0,
      ),
      'is seen after ms': spreadOf(
        rounds.map(({ isSeen }) => isSeen),
        0,
      ),
    })
  }
  const median = (rounds: typeof own) =>
    quantile(
      rounds.map(({ sees }) => sees),
      0.5,
    )
  const share = median(own) / median(others)
  rows.push({ 'round trip': `${roundTripMs} ms`, '': 'ratio', 'sees the other after ms': share.toFixed(2) })
  if (share > AIM) process.exitCode = 1
  await benchCall.close()
  await peer.close()
}
console.table(rows)
console.log(
  `Each person's round trip to the site and to the media is the figure named, half of it each way. The median of ` +
    `${JOINS} joins in each of ${ROUNDS} rounds in turn, from the end of a press of ${PRESS_MS} ms. Aim: at most ${AIM} of LiveKit's time.`,
)
process.exit()
