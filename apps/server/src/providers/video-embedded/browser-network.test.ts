import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import {
  enter,
  frames,
  framesSent,
  launchBrowser,
  SLOW_CAMERA,
  snapshot,
  untilMoreFrames,
  WITHIN,
} from './testing/browser.ts'
import { type CallSite, startCallSite } from './testing/call-page.ts'
import { type Impairment, openLossyPath } from './testing/lossy-path.ts'

const PATH = { publicIp: '127.0.0.2', workerIp: '127.0.0.1', port: 42_510 }
const CLEAN: Impairment = { loss: 0, delayMs: 25, kbps: Number.POSITIVE_INFINITY }

const PATIENTLY = { timeout: 60_000, interval: 100 }

let browser: Browser
let site: CallSite
let closePath: () => void
/** What lies in the way of those who joined, in order of joining. */
let ways: { up: Impairment; down: Impairment }[]

beforeAll(async () => {
  browser = await launchBrowser(SLOW_CAMERA)
})
afterAll(() => browser.close())
beforeEach(async () => {
  ways = []
  closePath = await openLossyPath(PATH, (client, direction) => ways[client]?.[direction] ?? CLEAN)
  site = await startCallSite({
    bindIp: PATH.workerIp,
    publicIps: [PATH.publicIp],
    ports: { kind: 'shared', port: PATH.port },
  })
})
afterEach(async () => {
  for (const context of browser.contexts()) await context.close()
  await site.stop()
  closePath()
})

const SENT_MIN = 60
/** Of what the other side sends, so much is shown at least: without a second sending of lost packets a third is. */
const SHOWN_MIN = 0.6

/**
 * Which part of what `from` encodes `to` shows, over some sixty frames: a busy machine encodes fewer, and shows as many
 * of them.
 */
async function shownPart(from: Page, to: Page): Promise<number> {
  const [sent, shown] = [await framesSent(from), await frames(to)]
  await vi.waitFor(async () => expect(await framesSent(from)).toBeGreaterThan(sent + SENT_MIN), PATIENTLY)
  return ((await frames(to)) - shown) / ((await framesSent(from)) - sent)
}

it('the picture keeps moving for someone whose line loses one packet in twenty and takes 400 kbit/s', {
  timeout: 180_000,
}, async () => {
  ways = [{ up: { ...CLEAN, loss: 0.05 }, down: { loss: 0.05, delayMs: 25, kbps: 400 } }]
  const ann = await enter(browser, site.page('ann'))
  const bob = await meetBob(ann)
  const parts = await Promise.all([shownPart(ann, bob), shownPart(bob, ann)])
  for (const part of parts) expect(part).toBeGreaterThan(SHOWN_MIN)
})

/** Bob comes once Ann's media flows; both see each other. */
async function meetBob(ann: Page): Promise<Page> {
  await vi.waitFor(
    async () => expect((await site.video.roomMedia('call-1'))[0]?.mediaFlowing).toBe(true),
    WITHIN,
  )
  const bob = await enter(browser, site.page('bob'))
  await untilMoreFrames(ann, bob)
  return bob
}

it('someone whose network went away for six seconds is back by themselves soon after', {
  timeout: 180_000,
}, async () => {
  const ann = await enter(browser, site.page('ann'))
  const bob = await meetBob(ann)
  const gone = { ...CLEAN, loss: 1 }
  ways = Array.from({ length: 20 }, () => ({ up: gone, down: gone }))
  await vi.waitFor(
    async () => expect((await site.video.roomMedia('call-1')).some(m => m.mediaFlowing)).toBe(false),
    WITHIN,
  )
  // The outage itself has this length; nothing else is waited for.
  await delay(4_000)
  ways = []
  await untilMoreFrames(ann, bob)
})

/**
 * Keeps back what this person's page and the server say to each other from `cut` on, media aside; `mend` lets it
 * through, late, as TCP does.
 */
async function signallingOf(context: BrowserContext) {
  let kept: (() => void)[] | null = null
  const pass = (deliver: () => void) => (kept ? void kept.push(deliver) : deliver())
  await context.routeWebSocket(/\/video\//, near => {
    const far = near.connectToServer()
    near.onMessage(message => pass(() => far.send(message)))
    far.onMessage(message => pass(() => near.send(message)))
  })
  await context.route(/\/join/, route => pass(() => void route.continue()))
  return {
    cut() {
      kept = []
    },
    mend() {
      const late = kept ?? []
      kept = null
      for (const deliver of late) deliver()
    },
  }
}

it('a network that was away for five seconds brings back the connection that was there, without a message of the server', {
  timeout: 180_000,
}, async () => {
  const context = await browser.newContext()
  const signalling = await signallingOf(context)
  const ann = await context.newPage()
  await ann.goto(site.page('ann'))
  const bob = await meetBob(ann)
  const gone = { ...CLEAN, loss: 1 }
  ways = [{ up: gone, down: gone }]
  signalling.cut()
  // The outage itself has this length; nothing else is waited for.
  await new Promise(resolve => setTimeout(resolve, 5_000))
  expect((await snapshot(ann)).status).toBe('reconnecting')
  const [annSaw, bobSaw] = [await frames(ann), await frames(bob)]
  ways = []
  await vi.waitFor(async () => {
    expect((await snapshot(ann)).status).toBe('connected')
    expect(await frames(ann)).toBeGreaterThan(annSaw)
    expect(await frames(bob)).toBeGreaterThan(bobSaw)
  }, WITHIN)
  // What was said into the dead network arrives now, and must not end what came back.
  signalling.mend()
  await untilMoreFrames(ann, bob)
  expect((await site.video.health()).figures.joins).toBe(2)
})

const joins = async () => (await site.video.health()).figures.joins

it('a page that stood still for three seconds gets a new connection, which holds back no frame', {
  timeout: 180_000,
}, async () => {
  const ann = await enter(browser, site.page('ann'))
  const bob = await meetBob(ann)
  await bob.evaluate('{ const untilMs = Date.now() + 3_000; while (Date.now() < untilMs); }')
  await vi.waitFor(async () => expect(await joins()).toBe(3), WITHIN)
  await untilMoreFrames(ann, bob)
})

it('a connection that receives frames and shows none is replaced', { timeout: 180_000 }, async () => {
  const ann = await enter(browser, site.page('ann'))
  const bob = await meetBob(ann)
  await bob.evaluate(`{
    const [connection] = window.connections
    const read = connection.getStats.bind(connection)
    connection.getStats = async () =>
      new Map([...(await read())].map(([id, stats]) =>
        [id, stats.type === 'inbound-rtp' ? { ...stats, framesDecoded: 1 } : stats]))
  }`)
  await vi.waitFor(async () => expect(await joins()).toBe(3), WITHIN)
  // The page makes its connection when the offer has arrived, a moment after the join was counted.
  await vi.waitFor(async () => expect(await bob.evaluate('window.connections.length')).toBe(2), WITHIN)
  await untilMoreFrames(ann, bob)
})
