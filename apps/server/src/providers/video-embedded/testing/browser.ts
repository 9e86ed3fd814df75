/** Chromium with a made-up camera, for tests that only a browser proves. */
import { networkInterfaces } from 'node:os'
import { type Browser, chromium, type Page } from '@playwright/test'
import { expect, vi } from 'vitest'

export const WITHIN = { timeout: 60_000, interval: 50 }
const FLAGS = [
  '--no-sandbox',
  '--use-fake-ui-for-media-stream',
  '--use-fake-device-for-media-stream',
  '--disable-background-networking',
  '--disable-quic',
  '--autoplay-policy=no-user-gesture-required',
]

/** Chromium makes no connection over the loopback unless told so, and a machine without a network has nothing else. */
const isOffline = Object.values(networkInterfaces()).every(list => list?.every(({ internal }) => internal))
if (isOffline) FLAGS.push('--allow-loopback-in-peer-connection')

/** A camera of half as many frames a second, for tests that ask whether media flows and not how well: half the CPU. */
export const SLOW_CAMERA = ['--use-fake-device-for-media-stream=fps=10']

/** Starts one of its own, with more flags where a caller has them. */
export function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags] })
}

/** Opens an address as someone of their own, with no cookies or storage of anyone else. */
export async function enter(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto(url)
  return page
}

/** Frames of the other side shown so far. */
export function frames(page: Page): Promise<number> {
  return page.evaluate('document.querySelector("#remote").getVideoPlaybackQuality().totalVideoFrames')
}

/** Frames that this side encoded so far, over all its connections. */
export function framesSent(page: Page): Promise<number> {
  return page.evaluate(`(async () => {
    let sent = 0
    for (const connection of window.connections)
      for (const report of (await connection.getStats()).values())
        if (report.type === 'outbound-rtp' && report.kind === 'video') sent += report.framesEncoded ?? 0
    return sent
  })()`)
}

/** Milliseconds from connecting to the first frame of the other side, null before. */
export function firstFrameMs(page: Page): Promise<number | null> {
  return page.evaluate('window.firstFrameMs ?? null')
}

export function snapshot(page: Page): Promise<{ status: string; endReason: string | null }> {
  return page.evaluate('(({ status, endReason }) => ({ status, endReason }))(window.room.getSnapshot())')
}

/** Waits until every page shows more frames than now. */
export async function untilMoreFrames(...pages: Page[]): Promise<void> {
  const before = await Promise.all(pages.map(frames))
  await vi.waitFor(async () => {
    const now = await Promise.all(pages.map(frames))
    for (const [i, count] of now.entries()) expect(count).toBeGreaterThan((before[i] ?? 0) + 10)
  }, WITHIN)
}
