import { type Browser, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CallSite, startCallSite } from './testing/call-page.ts'

const WITHIN = { timeout: 10_000, interval: 50 }
const FLAGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

let browser: Browser
let site: CallSite

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: FLAGS,
  })
}, 30_000)
afterAll(() => browser.close())
beforeEach(async () => {
  site = await startCallSite()
}, 30_000)
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await site.stop()
}, 30_000)

async function enter(url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  return page
}

const frames = (page: Page) =>
  page.evaluate(
    'document.querySelector("#remote").getVideoPlaybackQuality().totalVideoFrames',
  ) as Promise<number>
const firstFrameMs = (page: Page) => page.evaluate('window.firstFrameMs ?? null') as Promise<number | null>
const snapshot = (page: Page) =>
  page.evaluate(
    '(({ status, endReason }) => ({ status, endReason }))(window.room.getSnapshot())',
  ) as Promise<unknown>

async function untilMoreFrames(...pages: Page[]): Promise<void> {
  const before = await Promise.all(pages.map(frames))
  await vi.waitFor(async () => {
    const now = await Promise.all(pages.map(frames))
    for (const [i, count] of now.entries()) expect(count).toBeGreaterThan((before[i] ?? 0) + 10)
  }, WITHIN)
}

describe('a call between two browsers', { timeout: 45_000 }, () => {
  it('shows each the other within two seconds and keeps going through a reload and a killed media worker', async () => {
    const [ann, bob] = await Promise.all([enter(site.page('ann')), enter(site.page('bob'))])
    for (const page of [ann, bob]) {
      await vi.waitFor(async () => expect(await firstFrameMs(page)).not.toBeNull(), WITHIN)
      await untilMoreFrames(page)
    }
    const bobAgain = await enter(site.page('bob'))
    await vi.waitFor(async () => expect(await firstFrameMs(bobAgain)).toBeLessThan(2_000), WITHIN)
    expect(await snapshot(bob)).toEqual({ status: 'ended', endReason: 'replaced' })
    await untilMoreFrames(ann, bobAgain)

    await ann.reload()
    await vi.waitFor(async () => expect(await firstFrameMs(ann)).toBeLessThan(2_000), WITHIN)
    await untilMoreFrames(ann, bobAgain)

    site.video.killWorkers()
    await vi.waitFor(async () => expect((await site.video.health()).figures.workerDeaths).toBe(1), WITHIN)
    await untilMoreFrames(ann, bobAgain)

    site.refuseJoins()
    await site.video.closeRoom('call-1', 'time-over')
    for (const page of [ann, bobAgain]) {
      await vi.waitFor(
        async () => expect(await snapshot(page)).toEqual({ status: 'ended', endReason: 'time-over' }),
        WITHIN,
      )
    }
  })

  it('shows an event to a viewer who has no camera', async () => {
    const host = await enter(site.page('host', { kind: 'broadcast', canSubscribe: false }))
    const viewer = await enter(site.page('viewer', { kind: 'broadcast', canPublish: false }))
    await untilMoreFrames(viewer)
    expect(await frames(host)).toBe(0)
  })
})
