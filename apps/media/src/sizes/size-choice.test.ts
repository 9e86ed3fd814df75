import { expect, it } from 'vitest'
import {
  DOWN_AFTER_MS,
  LOSS_AFTER_MS,
  SizeChoice,
  UP_AFTER_MAX_MS,
  UP_AFTER_MS,
  type VideoSizes,
} from './size-choice.ts'

const STEP_MS = 100
const SIZES: VideoSizes = { largeBps: 1_500_000, smallBps: 200_000, hasSmall: true, isAlone: false }

/** A viewer's choice on a fake clock, and when it changed. */
function viewer(sizes: VideoSizes = SIZES) {
  const choice = new SizeChoice()
  const changes: [number, string][] = []
  let nowMs = 1_000_000
  let shown = choice.size
  const run = (forMs: number, eachStep: (nowMs: number) => void = () => {}) => {
    for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += STEP_MS) {
      eachStep(nowMs)
      const size = choice.choose(sizes, nowMs)
      if (size !== shown) changes.push([nowMs - 1_000_000, size])
      shown = size
    }
  }
  return { choice, changes, run, sizes: () => changes.map(([, size]) => size) }
}

/**
 * A browser's estimate of a line of `lineBps`: it grows by 8 % a second up to 1.5 times what comes, and falls once more
 * comes than fits.
 */
function estimateOf(choice: SizeChoice, lineBps: number, sizes = SIZES) {
  let bps = 0.85 * lineBps
  return () => {
    const media = choice.size === 'large' ? sizes.largeBps : sizes.smallBps
    const sent = Math.max(media, choice.probeBps ?? 0)
    if (sent > lineBps) bps = Math.min(bps, 0.85 * lineBps)
    else bps = Math.max(bps, Math.min(bps * 1.08 ** (STEP_MS / 1_000), 1.5 * sent + 10_000))
    choice.noteEstimate(bps)
  }
}

it('stays with the large picture on a line that takes it', () => {
  const { choice, changes, run } = viewer()
  run(60_000, () => choice.noteEstimate(1_400_000))
  expect(changes).toEqual([])
})

it('goes down after a second of too little, sooner where it is far too little, and not for a moment of it', () => {
  const little = viewer()
  little.choice.noteEstimate(1_200_000)
  little.run(3_000)
  expect(little.changes).toEqual([[DOWN_AFTER_MS, 'small']])
  const far = viewer()
  far.choice.noteEstimate(340_000)
  far.run(3_000)
  expect(far.changes).toEqual([[200, 'small']])
  const moment = viewer()
  moment.run(20_000, nowMs => moment.choice.noteEstimate(nowMs % 1_000 === 0 ? 1_400_000 : 1_200_000))
  expect(moment.changes).toEqual([])
})

it('goes down where a tenth is lost for two seconds', () => {
  const { choice, changes, run } = viewer()
  run(10_000, nowMs => nowMs % 1_000 === 0 && choice.noteLoss(nowMs % 2_000 === 0 ? 0.2 : 0.05, nowMs))
  expect(changes).toEqual([])
  run(5_000, nowMs => nowMs % 1_000 === 0 && choice.noteLoss(0.12, nowMs))
  expect(changes).toEqual([[10_000 + LOSS_AFTER_MS, 'small']])
})

it('never leaves the large picture where there is no small one, and comes back when it ends', () => {
  const none = viewer({ ...SIZES, hasSmall: false })
  none.choice.noteEstimate(100_000)
  none.run(30_000)
  expect(none.changes).toEqual([])
  const sizes = { ...SIZES }
  const ended = viewer(sizes)
  ended.choice.noteEstimate(100_000)
  ended.run(1_000)
  sizes.hasSmall = false
  ended.run(1_000)
  expect(ended.sizes()).toEqual(['small', 'large'])
})

it('leaves who watches alone with the large picture, which follows their line', () => {
  const { choice, changes, run } = viewer({ ...SIZES, isAlone: true })
  choice.noteEstimate(100_000)
  run(30_000)
  expect(changes).toEqual([])
})

it('goes up once a line was tried and took it', () => {
  const { choice, sizes, run, changes } = viewer()
  choice.noteEstimate(400_000)
  run(2_000)
  expect(sizes()).toEqual(['small'])
  run(90_000, estimateOf(choice, 5_000_000))
  expect(sizes()).toEqual(['small', 'large'])
  expect(changes[1]?.[0]).toBeGreaterThan(UP_AFTER_MS)
})

it('does not go up on a line of 400 kbit/s in ten minutes, and tries it ever more seldom', () => {
  const { choice, sizes, run } = viewer()
  const word = estimateOf(choice, 400_000)
  const probes: number[] = []
  let wasProbing = false
  run(600_000, nowMs => {
    word()
    const isProbing = choice.probeBps !== null
    if (isProbing && !wasProbing) probes.push(nowMs)
    wasProbing = isProbing
    // A little more than the line is said to take: no probe drowns the sound.
    expect(choice.probeBps ?? 0).toBeLessThan(450_000)
  })
  expect(sizes()).toEqual(['small'])
  const waits = probes.slice(1).map((ms, i) => ms - (probes[i] ?? 0))
  expect(waits.length).toBeGreaterThan(5)
  expect(waits.at(-1)).toBeGreaterThanOrEqual(UP_AFTER_MAX_MS)
  expect(waits[0]).toBeLessThan(UP_AFTER_MAX_MS / 2)
})

it('waits longer after each time that somebody falls back at once', () => {
  const { choice, changes, run } = viewer()
  // Says that it takes all while it is small, and nothing once it is large: as a changed client would.
  run(600_000, () => choice.noteEstimate(choice.size === 'small' ? 9_000_000 : 100_000))
  const downs = changes.filter(([, size]) => size === 'small').map(([ms]) => ms)
  const waits = downs.slice(1).map((ms, i) => ms - (downs[i] ?? 0))
  expect(waits[0]).toBeGreaterThan(UP_AFTER_MS)
  expect(waits[1]).toBeGreaterThan(2 * UP_AFTER_MS)
  expect(waits.at(-1)).toBeGreaterThan(UP_AFTER_MAX_MS)
  expect(changes.length).toBeLessThan(30)
})

it('begins no probe while there is no room for one', () => {
  const { choice } = viewer()
  choice.noteEstimate(400_000)
  for (let nowMs = 0; nowMs < 60_000; nowMs += STEP_MS) choice.choose(SIZES, nowMs, 'busy')
  expect([choice.size, choice.probeBps]).toEqual(['small', null])
})
