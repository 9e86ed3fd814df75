/**
 * LCP, layout shift and bytes of the visitors' pages on slow 4G with a slow phone's CPU, beside the same pages as a
 * client-only build.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { serverProcess } from '../apps/server/src/testing/server-process.ts'
import { buildClientOnly, serveClientOnly } from '../apps/web/scripts/client-only-build.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { openSlowPhone, PHONE_FLAGS } from './support/slow-phone.ts'

const RUNS = Number(process.env.PAGE_SPEED_RUNS ?? 5)
const QUIET_MS = 2_000
const AIMS = { lcp: 1 / 3, js: 1 / 2 }

interface Load {
  lcpMs: number
  shift: number
  jsBytes: number
  allBytes: number
}

/** Observes paints from before the first byte; read when the page is idle. */
function watchPaints() {
  const seen = { lcpMs: 0, shift: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) seen.lcpMs = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Resolves after `QUIET_MS` without network traffic, not counting a film's stream. */
async function untilQuiet(page: Page, open: () => number): Promise<void> {
  let quietSince = performance.now()
  while (performance.now() - quietSince < QUIET_MS) {
    if (open() > 0) quietSince = performance.now()
    await page.waitForTimeout(100)
  }
}

async function load(browser: Browser, url: string): Promise<Load> {
  const { context, page, devtools } = await openSlowPhone(browser)
  await page.addInitScript(watchPaints)
  const kinds = new Map<string, string>()
  const underWay = new Set<string>()
  let jsBytes = 0
  let allBytes = 0
  devtools.on('Network.responseReceived', event => kinds.set(event.requestId, event.type))
  devtools.on('Network.requestWillBeSent', event => event.type !== 'Media' && underWay.add(event.requestId))
  devtools.on('Network.loadingFailed', event => underWay.delete(event.requestId))
  devtools.on('Network.loadingFinished', event => {
    underWay.delete(event.requestId)
    allBytes += event.encodedDataLength
    if (kinds.get(event.requestId) === 'Script') jsBytes += event.encodedDataLength
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForLoadState('load')
  await untilQuiet(page, () => underWay.size)
  const seen = await page.evaluate(
    () => (globalThis as unknown as { seen: { lcpMs: number; shift: number } }).seen,
  )
  await context.close()
  return { ...seen, jsBytes, allBytes }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function measure(browser: Browser, url: string): Promise<Load> {
  const loads: Load[] = []
  for (let run = 0; run < RUNS; run++) loads.push(await load(browser, url))
  return {
    lcpMs: median(loads.map(one => one.lcpMs)),
    shift: Math.max(...loads.map(one => one.shift)),
    jsBytes: median(loads.map(one => one.jsBytes)),
    allBytes: median(loads.map(one => one.allBytes)),
  }
}

const dataDir = await mkdtemp(join(tmpdir(), 'parley-bench-'))
const server = serverProcess({ port: await freePort(), dataDir, env: { DEMO: '1', NODE_ENV: 'development' } })
await server.start()
const built = join(dataDir, 'client-only')
await buildClientOnly(built)
const clientOnly = await serveClientOnly(built, server.origin)
let event: { slug: string } | undefined
// The demo's event is created a moment after the server is ready.
while (!event) {
  const answer = await fetch(`${server.origin}/api/parley/otto-outfits/live_events/`)
  const events = (await answer.json()) as { results: { slug: string }[] }
  event = events.results[0]
}
const paths: Record<string, string> = {
  landing: '/',
  profile: '/profile/nora-chess',
  event: `/live-event/${event.slug}`,
}
const browser = await chromium.launch({
  executablePath: await ensureChromium(),
  args: PHONE_FLAGS,
})
const kB = (bytes: number) => Math.round(bytes / 1000)
const rows: Record<string, Record<string, number | string>> = {}
for (const [name, path] of Object.entries(paths)) {
  const ours = await measure(browser, `${server.origin}${path}`)
  const peer = await measure(browser, `${clientOnly.origin}${path}`)
  for (const [label, one] of [
    ['this product', ours],
    ['client-only build', peer],
  ] as const) {
    rows[`${name}, ${label}`] = {
      'LCP ms': Math.round(one.lcpMs),
      'layout shift': Number(one.shift.toFixed(4)),
      'JS kB': kB(one.jsBytes),
      'all kB': kB(one.allBytes),
    }
  }
  const lcp = ours.lcpMs / peer.lcpMs
  const js = ours.jsBytes / peer.jsBytes
  rows[`${name}, ratio`] = {
    'LCP ms': `${lcp.toFixed(2)} (aim ${AIMS.lcp.toFixed(2)})`,
    'JS kB': `${js.toFixed(2)} (aim ${AIMS.js.toFixed(2)})`,
  }
}
console.table(rows)
await browser.close()
clientOnly.server.close()
await server.stop()
await rm(dataDir, { recursive: true, force: true })
