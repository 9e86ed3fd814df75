import { CLOCK_LOSS_MAX_MS, type SessionRequest } from '@parley/contract'
import { type Browser, chromium, expect, test } from '@playwright/test'
import { writtenIntervals } from '../apps/server/src/testing/written-intervals.ts'
import { CallPage } from './pages/call-page.ts'
import { ask, makePaidCall } from './support/paid-call.ts'
import { openServer } from './support/two-people.ts'
import { livekitOf } from './support/video-engine.ts'

/** Two browsers, LiveKit and both servers share the machine that the tests run on. */
const BACK_WITHIN_MS = 30_000
/** A packet that was on its way when the process died still counts when it is read. */
const ON_ITS_WAY_MS = 250

let server: Awaited<ReturnType<typeof openServer>>
let theirs: Browser

test.beforeAll(async () => {
  server = await openServer()
  const { args = [], executablePath } = test.info().project.use.launchOptions ?? {}
  theirs = await chromium.launch({ args, ...(executablePath ? { executablePath } : {}) })
})
test.afterAll(async () => {
  await theirs?.close()
  await server?.close()
})

/** The other person's picture moves: more frames are shown than before. */
async function expectMoreFrames(page: CallPage): Promise<void> {
  const before = await page.framesShown()
  await expect.poll(() => page.framesShown(), { timeout: BACK_WITHIN_MS }).toBeGreaterThan(before + 15)
}

test('LiveKit is killed in a call and started again: both come back, and nobody paid for the time between', async ({
  browser,
}) => {
  const { origin } = server
  const call = await makePaidCall(origin, 300)
  const fan = await CallPage.open(browser, { origin, path: `/chat/${call.request.slug}`, person: call.fan })
  const path = `/paidchat/${call.request.slug}`
  const influencer = await CallPage.open(theirs, { origin, path, person: call.influencer })
  await Promise.all([fan.join(), influencer.join()])
  await Promise.all([expectMoreFrames(fan), expectMoreFrames(influencer)])
  const usedSeconds = async () => {
    const url = `${origin}/api/parley/${call.request.slug}/session/`
    return (await ask<SessionRequest>(url, { token: call.fan.tokens.access })).used_duration
  }
  await expect.poll(usedSeconds, { timeout: BACK_WITHIN_MS }).toBeGreaterThan(7)

  const used = await usedSeconds()
  await livekitOf(origin)?.kill()
  const killedAfterMs = Date.now()
  await expect(fan.words('Reconnecting')).toBeVisible({ timeout: BACK_WITHIN_MS })
  await livekitOf(origin)?.start()
  await Promise.all([expectMoreFrames(fan), expectMoreFrames(influencer)])
  const written = async () => (await writtenIntervals(server.dataDir, call.request.id))[0]
  const first = await written()
  expect(first?.endedBy).toBe('platform')
  expect(first?.seconds).toBeGreaterThanOrEqual(used - CLOCK_LOSS_MAX_MS / 1_000)
  expect(first?.endedAtMs).toBeLessThanOrEqual(killedAfterMs + ON_ITS_WAY_MS)
  await Promise.all([fan.close(), influencer.close()])
})
