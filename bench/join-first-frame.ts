/**
 * How long a Chromium waits for the other side's first frame, and the cost of calls and events for the media worker.
 * Prints two tables.
 */

import {
  enter,
  firstFrameMs,
  launchBrowser,
} from '../apps/server/src/providers/video-embedded/testing/browser.ts'
import { startCallSite } from '../apps/server/src/providers/video-embedded/testing/call-page.ts'
import { joinNatively } from '../apps/server/src/providers/video-embedded/testing/harness.ts'

const JOINS = 20
const VIEWERS = [10, 50, 100, 200]
const MEASURE_MS = 5_000

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

async function until<T>(read: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const value = await read()
    if (value !== null) return value
    await pause(20)
  }
}

type Site = Awaited<ReturnType<typeof startCallSite>>

/** CPU in percent of one core, resident megabytes and outgoing packets a second, over some seconds. */
async function measure(site: Site): Promise<{ cpu: number; megabytes: number; packetsOut: number }> {
  const before = (await site.video.health()).figures.packetsOut ?? 0
  await pause(MEASURE_MS)
  const { figures } = await site.video.health()
  const packetsOut = ((figures.packetsOut ?? 0) - before) / (MEASURE_MS / 1_000)
  return { cpu: figures.cpuPercent ?? 0, megabytes: (figures.rssBytes ?? 0) / 1e6, packetsOut }
}

async function benchJoins(site: Site): Promise<Record<string, string>> {
  const browser = await launchBrowser()
  await enter(browser, site.page('host'))
  const waits: number[] = []
  for (let i = 0; i < JOINS; i++) {
    const page = await enter(browser, site.page('guest'))
    waits.push(await until(() => firstFrameMs(page)))
    if (i < JOINS - 1) await page.context().close()
  }
  waits.sort((a, b) => a - b)
  const call = await measure(site)
  await browser.close()
  const at = (share: number) => `${Math.round(waits[Math.floor(share * (JOINS - 1))] ?? 0)} ms`
  return {
    'first frame p50': at(0.5),
    'first frame p95': at(0.95),
    'one call, CPU of one core': `${call.cpu.toFixed(1)} %`,
    'one call, packets a second out': call.packetsOut.toFixed(0),
  }
}

/** The cost of an event by its number of viewers, all native and on this machine too. */
async function benchViewers(site: Site, count: number) {
  const room = { roomId: `event-${count}`, kind: 'broadcast', expiresInMs: 60_000 } as const
  const join = async (identity: string, canPublish: boolean) =>
    joinNatively(await site.video.issueJoin({ ...room, identity, canPublish, canSubscribe: !canPublish }))
  const empty = await measure(site)
  const host = await join('host', true)
  const startedMs = performance.now()
  const viewers = await Promise.all(Array.from({ length: count }, (_, i) => join(`viewer-${i}`, false)))
  await until(async () => (viewers.every(viewer => viewer.packetsReceived() > 0) ? true : null))
  const allSeeMs = performance.now() - startedMs
  const receivedBefore = viewers.reduce((sum, viewer) => sum + viewer.packetsReceived(), 0)
  const full = await measure(site)
  const received = viewers.reduce((sum, viewer) => sum + viewer.packetsReceived(), 0) - receivedBefore
  for (const client of [host, ...viewers]) client.leave()
  await site.video.closeRoom(room.roomId, 'measured')
  return {
    viewers: count,
    'all see it after': `${Math.round(allSeeMs)} ms`,
    'packets a second sent': Math.round(full.packetsOut),
    'packets a second received': Math.round(received / (MEASURE_MS / 1_000)),
    'a viewer, CPU of one core': `${((full.cpu - empty.cpu) / count).toFixed(2)} %`,
    'a viewer, memory': `${Math.max(0, (full.megabytes - empty.megabytes) / count).toFixed(2)} MB`,
    'the worker, CPU': `${full.cpu.toFixed(1)} %`,
  }
}

const site = await startCallSite()
await until(async () => ((await site.video.health()).ok ? true : null))
console.table(await benchJoins(site))
const byViewers = []
for (const count of VIEWERS) byViewers.push(await benchViewers(site, count))
console.table(byViewers)
await site.stop()
process.exit(0)
