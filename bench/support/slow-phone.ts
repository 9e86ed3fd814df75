/** A page as a slow phone on a slow network shows it. */
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'

/** Lighthouse's "slow 4G" as DevTools applies it: 150 ms and 1.6 Mbit/s, with its factors of 3.75 and 0.9. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 86_400 }
const CPU_SLOWER = 4

export const PHONE_FLAGS = ['--no-sandbox', '--disable-background-networking', '--disable-quic']

export interface SlowPhone {
  context: BrowserContext
  page: Page
  devtools: CDPSession
}

/** An empty page in a context of its own, without the memory of an earlier visit. */
export async function openSlowPhone(browser: Browser): Promise<SlowPhone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  return { context, page, devtools }
}
