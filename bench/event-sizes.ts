/**
 * A viewer with a bandwidth of 400 kbit/s comes to an event whose video needs more, beside one with enough: how soon
 * the server sends them the small layer, and how long video and sound stopped at most, from their first frame on. All
 * in Chromium, over a leaky bucket of 300 ms.
 */
import { setTimeout as delay } from 'node:timers/promises'
import {
  notesOf,
  openNarrowEvent,
  type ViewerNotes,
} from '../apps/server/src/providers/video-embedded/testing/narrow-event.ts'
import { inMs } from './support/quantiles.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 10)
const KBPS = 400
const WATCHED_MS = 30_000
/** The time in which the bench measures what the large layer needs. */
const DECIDED_MS = 5_000
/** A viewer whose network carries this share of the large layer keeps the large layer (`size-choice.ts`). */
const ENOUGH_SHARE = 0.85
const LIMITS_MS = { small: 10_000, picture: 1_000, sound: 1_000 }

function longestGap(times: readonly number[]): number {
  return Math.max(0, ...times.slice(1).map((atMs, i) => atMs - (times[i] ?? atMs)))
}

/** The samples in which more sound had arrived than in the sample before. */
function soundTimes({ sounds }: ViewerNotes): number[] {
  return sounds.filter(({ packets }, i) => packets > (sounds[i - 1]?.packets ?? 0)).map(({ atMs }) => atMs)
}

/** The bit rate of the video in the last seconds, in kbit/s. */
function kbpsOf({ received }: ViewerNotes, lastMs: number): number {
  const last = received.at(-1)
  const first = received.find(({ atMs }) => last && atMs >= last.atMs - lastMs)
  if (!last || !first || last === first) return 0
  return ((last.bytes - first.bytes) * 8) / (last.atMs - first.atMs)
}

const rows = []
let failures = 0
let undecided = 0
for (let round = 0; round < ROUNDS; round++) {
  const event = await openNarrowEvent(KBPS, round)
  await delay(DECIDED_MS)
  const largeKbps = kbpsOf(await notesOf(event.wide), DECIDED_MS)
  await delay(WATCHED_MS - DECIDED_MS)
  const notes = await notesOf(event.narrow)
  const [smallMs, frames] = [event.smallAfterMs() ?? Number.POSITIVE_INFINITY, notes.frames]
  const [pictureMs, soundMs] = [longestGap(frames.map(({ atMs }) => atMs)), longestGap(soundTimes(notes))]
  const standsFrom = frames.find(({ atMs }, i) => (frames[i + 1]?.atMs ?? atMs) - atMs === pictureMs)
  const wideHeights = (await notesOf(event.wide)).frames.map(({ height }) => height)
  await event.close()
  // A machine that is too busy to encode makes the large layer so poor that the narrow network carries it.
  const isNeeded = KBPS < ENOUGH_SHARE * largeKbps
  const isStill = pictureMs > LIMITS_MS.picture || soundMs > LIMITS_MS.sound
  if (isStill || (isNeeded && smallMs > LIMITS_MS.small)) failures++
  else if (!isNeeded && smallMs > LIMITS_MS.small) undecided++
  rows.push({
    'large needs, kbit/s': Math.round(largeKbps),
    'small after': inMs(smallMs),
    'longest freeze': inMs(pictureMs),
    'began after the first frame by': inMs((standsFrom?.atMs ?? 0) - (frames[0]?.atMs ?? 0)),
    'longest silence': inMs(soundMs),
    'frames a second': Math.round((frames.length * 1_000) / WATCHED_MS),
    'lines narrow': frames.at(-1)?.height,
    'lines wide': wideHeights.at(-1),
  })
}
console.table(rows)
console.log(
  `Limits on ${KBPS} kbit/s: the small picture within ${inMs(LIMITS_MS.small)}, no freeze over ${inMs(LIMITS_MS.picture)}, no silence over ${inMs(LIMITS_MS.sound)}. ${ROUNDS - failures - undecided} of ${ROUNDS} runs kept them.`,
)
if (undecided > 0)
  console.log(
    `${undecided} runs show nothing: their large picture fitted the line. Run them on a quiet machine.`,
  )
process.exit(failures + undecided > 0 ? 1 : 0)
