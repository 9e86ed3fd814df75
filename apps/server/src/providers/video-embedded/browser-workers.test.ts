import type { Browser } from '@playwright/test'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { enter, launchBrowser, SLOW_CAMERA, untilMoreFrames, WITHIN } from './testing/browser.ts'
import { type CallSite, startCallSite } from './testing/call-page.ts'

let browser: Browser
let site: CallSite

beforeAll(async () => {
  browser = await launchBrowser(SLOW_CAMERA)
  site = await startCallSite({ workers: 2, connectionsPerWorker: 2 })
  await vi.waitFor(async () => expect((await site.video.health()).ok).toBe(true), WITHIN)
})
afterAll(async () => {
  await browser.close()
  await site.stop()
})

const figure = async (name: string) => (await site.video.health()).figures[name] ?? 0

it('browsers see the host of an event through either worker, also after the death of each', {
  timeout: 180_000,
}, async () => {
  const event = { roomId: 'event', kind: 'broadcast' } as const
  const host = await enter(browser, site.page('host', { ...event, canSubscribe: false }))
  await vi.waitFor(async () => expect(await figure('packetsIn')).toBeGreaterThan(0), WITHIN)
  const viewer = { ...event, canPublish: false }
  const near = await enter(browser, site.page('near', viewer))
  await untilMoreFrames(near)
  expect(await figure('relayedPackets')).toBe(0)
  const far = await enter(browser, site.page('far', viewer))
  await untilMoreFrames(near, far)
  expect(await figure('relayedPackets')).toBeGreaterThan(0)
  for (const [deaths, index] of [1, 0].entries()) {
    site.video.signalWorkers('SIGKILL', index)
    await vi.waitFor(async () => expect(await figure('workerDeaths')).toBe(deaths + 1), WITHIN)
    await vi.waitFor(async () => expect(await figure('workersUp')).toBe(2), WITHIN)
    await untilMoreFrames(near, far)
  }
  await host.context().close()
})
