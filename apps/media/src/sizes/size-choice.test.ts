import { expect, it } from 'vitest'
import {
  DOWN_AFTER_MS,
  type Lines,
  LOSS_AFTER_MS,
  SizeChoice,
  UP_AFTER_MAX_MS,
  UP_AFTER_MS,
} from './size-choice.ts'

const STEP_MS = 100
const LINES: Lines = { largeBps: 1_500_000, smallBps: 200_000, hasSmall: true, isAlone: false }

/** A viewer's choice on a fake clock, and when it changed. */
function viewer(lines: Lines = LINES) {
  const choice = new SizeChoice()
  const changes: [number, string][] = []
  let nowMs = 1_000_000
  let shown = choice.size
  const run = (forMs: number, eachStep: (nowMs: number) => void = () => {}) => {
    for (const untilMs = nowMs + forMs; nowMs < untilMs; nowMs += STEP_MS) {
      eachStep(nowMs)
      const size = choice.choose(lines, nowMs)
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
function wordOf(choice: SizeChoice, lineBps: number, lines = LINES) {
  let bps = 0.85 * lineBps
  return () => {
    const media = choice.size === 'large' ? lines.largeBps : lines.smallBps
    const sent = Math.max(media, choice.triedBps ?? 0)
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
  const none = viewer({ ...LINES, hasSmall: false })
  none.choice.noteEstimate(100_000)
  none.run(30_000)
  expect(none.changes).toEqual([])
  const lines = { ...LINES }
  const ended = viewer(lines)
  ended.choice.noteEstimate(100_000)
  ended.run(1_000)
  lines.hasSmall = false
  ended.run(1_000)
  expect(ended.sizes()).toEqual(['small', 'large'])
})

it('leaves who watches alone with the large picture, which follows their line', () => {
  const { choice, changes, run } = viewer({ ...LINES, isAlone: true })
  choice.noteEstimate(100_000)
  run(30_000)
  expect(changes).toEqual([])
})

it('goes up once a line was tried and took it', () => {
  const { choice, sizes, run, changes } = viewer()
  choice.noteEstimate(400_000)
  run(2_000)
  expect(sizes()).toEqual(['small'])
  run(90_000, wordOf(choice, 5_000_000))
  expect(sizes()).toEqual(['small', 'large'])
  expect(changes[1]?.[0]).toBeGreaterThan(UP_AFTER_MS)
})

it('does not go up on a line of 400 kbit/s in ten minutes, and tries it ever more seldom', () => {
  const { choice, sizes, run } = viewer()
  const word = wordOf(choice, 400_000)
  const trials: number[] = []
  let wasTried = false
  run(600_000, nowMs => {
    word()
    const isTried = choice.triedBps !== null
    if (isTried && !wasTried) trials.push(nowMs)
    wasTried = isTried
    // A little more than the line is said to take: no trial drowns the sound.
    expect(choice.triedBps ?? 0).toBeLessThan(450_000)
  })
  expect(sizes()).toEqual(['small'])
  const waits = trials.slice(1).map((ms, i) => ms - (trials[i] ?? 0))
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

it('begins no trial while there is no room for one', () => {
  const { choice } = viewer()
  choice.noteEstimate(400_000)
  for (let nowMs = 0; nowMs < 60_000; nowMs += STEP_MS) choice.choose(LINES, nowMs, 'busy')
  expect([choice.size, choice.triedBps]).toEqual(['small', null])
})
