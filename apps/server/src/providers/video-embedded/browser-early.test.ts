import type { Browser, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { enter, launchBrowser, SLOW_CAMERA, snapshot } from './testing/browser.ts'
import { type CallSite, startCallSite } from './testing/call-page.ts'

const WITHIN = { timeout: 60_000, interval: 50 }
let browser: Browser
let site: CallSite

beforeAll(async () => {
  browser = await launchBrowser(SLOW_CAMERA)
})
afterAll(() => browser.close())
beforeEach(async () => {
  site = await startCallSite()
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await site.stop()
})

/** A page that is connected before its turn. From now on the site gives it ordinary tickets. */
async function waiting(identity: string, patience: 'patient' | 'of a call' = 'of a call'): Promise<Page> {
  const patient = patience === 'patient' ? '&patient=yes' : ''
  const page = await enter(browser, `${site.page(identity, { isEarly: true })}&early=yes${patient}`)
  await vi.waitFor(async () => expect(await states(page)).toEqual(['connected']), WITHIN)
  site.page(identity)
  return page
}
const states = (page: Page) => page.evaluate('window.connections.map(each => each.connectionState)')
const begin = (...pages: Page[]) => Promise.all(pages.map(page => page.evaluate('window.begin()')))
const sent = (page: Page): Promise<number> =>
  page.evaluate(`(async () => {
    let packets = 0
    for (const each of window.connections)
      for (const entry of (await each.getStats()).values())
        if (entry.type === 'outbound-rtp') packets += entry.packetsSent
    return packets
  })()`)
const seesOther = (page: Page) =>
  vi.waitFor(async () => expect(await page.evaluate('window.firstFrameMs ?? 0')).toBeGreaterThan(0), WITHIN)

describe('a page that is connected before its turn', { timeout: 180_000 }, () => {
  it('sends nothing until it begins, and continues by the same connection then, no matter who is informed first', async () => {
    // However busy this machine is, nobody comes in again before the server is asked to let them in.
    const [ann, bob] = [await waiting('ann', 'patient'), await waiting('bob', 'patient')]
    expect([await sent(ann), await sent(bob)]).toEqual([0, 0])
    expect(await snapshot(ann)).toEqual({ status: 'idle', endReason: null })
    await begin(ann)
    await site.video.admitEarly('call-1', ['ann', 'bob'])
    await begin(bob)
    await Promise.all([seesOther(ann), seesOther(bob)])
    for (const page of [ann, bob]) {
      expect(await states(page)).toEqual(['connected'])
      expect(await snapshot(page)).toEqual({ status: 'connected', endReason: null })
    }
  })

  it('comes in again where it is not let in, or was put out before', async () => {
    const [ann, bob] = [await waiting('ann'), await waiting('bob')]
    await site.video.removeParticipant('call-1', 'bob', 'not next')
    await vi.waitFor(async () => expect(await states(bob)).toEqual(['closed']), WITHIN)
    await begin(ann, bob)
    await Promise.all([seesOther(ann), seesOther(bob)])
    for (const page of [ann, bob])
      expect(await page.evaluate('window.connections.length')).toBeGreaterThanOrEqual(2)
  })
})
