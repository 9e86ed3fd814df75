/** One visit to a page on a slow phone: its script, its paints, and how long it blocks. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Task, totalBlockingMs } from './blocking-time.ts'
import { openSlowPhone } from './slow-phone.ts'

/** As long without a long task and with few requests: Lighthouse's end of a load. */
const QUIET_MS = 5_000
const OPEN_REQUESTS_MAX = 2
const POLL_EVERY_MS = 250

interface Seen {
  fcpMs: number
  lcpMs: number
  shift: number
  tasks: Task[]
}

export interface ScriptLoad {
  fcpMs: number
  lcpMs: number
  blockingMs: number
  shift: number
  /** Of the scripts that were requested before the largest paint, and of all, as sent. */
  bytesBeforeLcp: number
  bytes: number
}

export interface Visit {
  url: string
  /** The browser gets the same HTML and runs none of its script. */
  isBlocked: boolean
  /** Watches the page for at least so long after its load. */
  leftAloneMs?: number
}

/** In the page, from before its first byte. */
function watchLoad(): void {
  const seen: Seen = { fcpMs: Number.NaN, lcpMs: 0, shift: 0, tasks: [] }
  Object.assign(globalThis, { seen })
  const watch = (type: string, see: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver(list => list.getEntries().forEach(see)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcpMs = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime
  })
  watch('layout-shift', entry => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
    if (!hadRecentInput) seen.shift += value
  })
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ startMs: startTime, durationMs: duration })
  })
}

/** In the page. */
function readLoad() {
  const { seen } = globalThis as unknown as { seen: Seen }
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const scripts = resources
    .filter(({ name }) => /\.m?js$/.test(new URL(name).pathname))
    .map(({ startTime, transferSize }) => ({ startMs: startTime, bytes: transferSize }))
  return { ...seen, scripts, nowMs: performance.now(), loadMs: visit?.loadEventEnd ?? 0 }
}

/**
 * Answers the page's request with the server's own bytes and a policy that no script of the page may run; the bench's
 * own still runs. A changed header alone is not enough: the browser has read the policy before it may be changed.
 */
async function blockScript(devtools: CDPSession): Promise<void> {
  const patterns = [{ resourceType: 'Document' as const, requestStage: 'Response' as const }]
  await devtools.send('Fetch.enable', { patterns })
  devtools.on('Fetch.requestPaused', async ({ requestId, responseStatusCode, responseHeaders = [] }) => {
    const { body, base64Encoded } = await devtools.send('Fetch.getResponseBody', { requestId })
    const kept = responseHeaders.filter(({ name }) => !/^content-(encoding|length)$/i.test(name))
    await devtools.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: responseStatusCode ?? 200,
      responseHeaders: [...kept, { name: 'content-security-policy', value: "script-src 'none'" }],
      body: base64Encoded ? body : Buffer.from(body).toString('base64'),
    })
  })
}

/** Counts requests under way, not counting a film's stream. */
function watchRequests(devtools: CDPSession): () => number {
  const underWay = new Set<string>()
  devtools.on(
    'Network.requestWillBeSent',
    ({ requestId, type }) => type !== 'Media' && underWay.add(requestId),
  )
  devtools.on('Network.loadingFailed', ({ requestId }) => underWay.delete(requestId))
  devtools.on('Network.loadingFinished', ({ requestId }) => underWay.delete(requestId))
  return () => underWay.size
}

/** Answers what the page recorded when it was quiet for five seconds. */
async function untilQuiet(page: Page, open: () => number, leftAloneMs: number) {
  let quietSinceMs = 0
  for (;;) {
    const read = await page.evaluate(readLoad)
    const last = read.tasks.at(-1)
    const busyMs = last ? last.startMs + last.durationMs : 0
    quietSinceMs = Math.max(quietSinceMs, busyMs, read.loadMs, open() > OPEN_REQUESTS_MAX ? read.nowMs : 0)
    const isQuiet = read.nowMs - quietSinceMs >= QUIET_MS
    if (isQuiet && read.fcpMs > 0 && read.nowMs - read.loadMs >= leftAloneMs) return { read, quietSinceMs }
    await page.waitForTimeout(POLL_EVERY_MS)
  }
}

export async function loadOnce(
  browser: Browser,
  { url, isBlocked, leftAloneMs = 0 }: Visit,
): Promise<ScriptLoad> {
  const { context, page, devtools } = await openSlowPhone(browser)
  await page.addInitScript(watchLoad)
  if (isBlocked) await blockScript(devtools)
  const open = watchRequests(devtools)
  await page.goto(url, { waitUntil: 'load' })
  const { read, quietSinceMs } = await untilQuiet(page, open, leftAloneMs)
  await context.close()
  if (isBlocked && read.scripts.length > 0) throw new Error(`${url} ran its script although it was blocked`)
  const sum = (scripts: readonly { bytes: number }[]) =>
    scripts.reduce((total, { bytes }) => total + bytes, 0)
  return {
    fcpMs: read.fcpMs,
    lcpMs: read.lcpMs,
    blockingMs: totalBlockingMs(read.tasks, read.fcpMs, quietSinceMs),
    shift: read.shift,
    bytesBeforeLcp: sum(read.scripts.filter(({ startMs }) => startMs < read.lcpMs)),
    bytes: sum(read.scripts),
  }
}
