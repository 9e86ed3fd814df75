import { setTimeout as delay } from 'node:timers/promises'
import { CLOCK_LOSS_MAX_MS } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CallFigures, startDrillCall } from './testing/drill/drill-call.ts'
import { hasInstallation, type Installation, openPlainInstallation } from './testing/drill/installation.ts'

const LIMIT_MS = 180_000
/** Longer than the processes need to miss each other on a silent bus. */
const AWAY_MS = Number(process.env.REDIS_AWAY_SECONDS ?? 15) * 1_000
/** A video that stands still for less was not lost. */
const STOOD_MAX_SECONDS = 2
/** Time counts from when both send; what each is given comes a little later, again in each stretch. */
const GIVEN_AFTER_SECONDS = 2.5

const FAULTS = {
  'everything in it is thrown away': ({ redis }: Installation) => redis.flush(),
  'it is frozen, and woken': async ({ redis }: Installation) => {
    redis.freeze()
    await delay(AWAY_MS)
    redis.thaw()
  },
  'it is killed, and started again empty': async ({ redis }: Installation) => {
    await redis.kill()
    await delay(AWAY_MS)
    await redis.start()
  },
}
type Fault = keyof typeof FAULTS

/**
 * The process that each person uses: one for both, so that the other takes over only when that one is lost, or one
 * each.
 */
const BOTH_BY_ONE = { fan: 0, influencer: 0 } as const
const EACH_BY_THEIRS = { fan: 0, influencer: 1 } as const

async function figuresAfter(
  installation: Installation,
  fault: Fault,
  by: typeof BOTH_BY_ONE | typeof EACH_BY_THEIRS,
): Promise<CallFigures> {
  const call = await startDrillCall(installation, by)
  let figures: CallFigures
  try {
    await FAULTS[fault](installation)
    await call.moreOfBoth(5)
    figures = await call.finish()
  } finally {
    await call.leave()
  }
  const { code, output } = await installation.servers[0].audit()
  expect(code, output).toBe(0)
  expect(figures.turnedOut).toEqual([])
  const { bothSeconds, chargedSeconds, unseenSeconds, intervals } = figures
  expect(bothSeconds - chargedSeconds).toBeLessThanOrEqual(CLOCK_LOSS_MAX_MS / 1_000)
  expect(chargedSeconds - bothSeconds).toBeLessThanOrEqual(
    GIVEN_AFTER_SECONDS * intervals.length + unseenSeconds,
  )
  return figures
}

describe.skipIf(!hasInstallation)('a running call of two processes, with LiveKit beside our Redis', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await openPlainInstallation()
  }, LIMIT_MS)
  afterAll(() => installation?.close(), LIMIT_MS)

  it.for([
    ['everything in it is thrown away', BOTH_BY_ONE],
    ['it is frozen, and woken', BOTH_BY_ONE],
    ['it is killed, and started again empty', EACH_BY_THEIRS],
  ] as const)('goes on without a break while %s', { timeout: LIMIT_MS }, async ([fault, by]) => {
    const figures = await figuresAfter(installation, fault, by)
    expect(figures.clockStoodSeconds, JSON.stringify(figures.intervals)).toBe(0)
    expect(figures.mediaStoodSeconds).toBeLessThan(STOOD_MAX_SECONDS + figures.unseenSeconds)
  })
})

describe.skipIf(!hasInstallation)('a running call of two processes, with LiveKit on our Redis', () => {
  let installation: Installation
  beforeAll(async () => {
    installation = await openPlainInstallation({ livekitRedis: 'ours' })
  }, LIMIT_MS)
  afterAll(() => installation?.close(), LIMIT_MS)

  // LiveKit sends what its node and its people say to each other through its Redis, so a node of several cannot do
  // without.
  it('comes back by itself when Redis is back, and nobody pays for the time between', {
    timeout: LIMIT_MS,
  }, async () => {
    const fault = 'it is killed, and started again empty'
    await figuresAfter(installation, fault, EACH_BY_THEIRS)
  })
})
