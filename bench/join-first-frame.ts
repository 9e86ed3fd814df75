/** How long a Chromium waits for the other side's first frame, and what calls and events cost the media worker. Prints one table. */

import {
  enter,
  firstFrameMs,
  launchBrowser,
} from '../apps/server/src/providers/video-embedded/testing/browser.ts'
import { startCallSite } from '../apps/server/src/providers/video-embedded/testing/call-page.ts'
import { joinNatively } from '../apps/server/src/providers/video-embedded/testing/harness.ts'

const JOINS = 20
const VIEWERS = 100
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

/** CPU per cent of one core, resident megabytes and packets a second out, over some seconds. */
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

async function benchViewers(site: Site): Promise<Record<string, string>> {
  const room = { roomId: 'event', kind: 'broadcast', expiresInMs: 60_000 } as const
  const join = async (identity: string, canPublish: boolean) =>
    joinNatively(await site.video.issueJoin({ ...room, identity, canPublish, canSubscribe: !canPublish }))
  const empty = await measure(site)
  const host = await join('host', true)
  const viewers = await Promise.all(Array.from({ length: VIEWERS }, (_, i) => join(`viewer-${i}`, false)))
  await until(async () => (viewers.every(viewer => viewer.packetsReceived() > 0) ? true : null))
  await site.video.health()
  const full = await measure(site)
  for (const client of [host, ...viewers]) client.leave()
  return {
    'packets a second out to the viewers': full.packetsOut.toFixed(0),
    'a viewer, CPU of one core': `${((full.cpu - empty.cpu) / VIEWERS).toFixed(2)} %`,
    'a viewer, memory': `${((full.megabytes - empty.megabytes) / VIEWERS).toFixed(2)} MB`,
    'the worker, memory': `${full.megabytes.toFixed(0)} MB`,
  }
}

const site = await startCallSite()
await until(async () => ((await site.video.health()).ok ? true : null))
console.table({ ...(await benchJoins(site)), ...(await benchViewers(site)) })
await site.stop()
process.exit(0)
