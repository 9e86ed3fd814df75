/**
 * The script of each public page on a slow phone and slow 4G before anybody touches it: its bytes, and how long it
 * blocks, beside the same HTML with script blocked.
 */
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { ensureChromium } from '../scripts/chromium.ts'
import { openPublicPages } from './support/public-pages.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, spreadOf } from './support/rounds.ts'
import { loadOnce, type ScriptLoad } from './support/script-load.ts'
import { PHONE_FLAGS } from './support/slow-phone.ts'

const RUNS = Number(process.env.BENCH_ROUNDS ?? 5)
const AIMS = { scriptKB: 30, blockingMs: 50 }
/** A page that nobody touches loads its scripts by itself six seconds after its load. */
const LEFT_ALONE_MS = 12_000

const { pages, close } = await openPublicPages()
const executablePath = await ensureChromium()
const kB = (bytes: number) => bytes / 1_000

/** The script in the page itself, compressed as it is sent. */
async function inlineBytes(url: string): Promise<number> {
  const html = await (await fetch(url)).text()
  const text = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script).join('')
  return brotliCompressSync(text).byteLength
}

async function measurePages(): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: PHONE_FLAGS })
  const subjects = pages.flatMap(page => [false, true].map(isBlocked => ({ ...page, isBlocked })))
  // The first visit reads the server's caches, and the browser's code, for all that follow.
  for (const { url } of pages) await loadOnce(browser, { url, isBlocked: false })
  const figures = await inRounds(subjects, subject => loadOnce(browser, subject), RUNS)
  const rows = []
  for (const [nth, { name, url, isBlocked }] of subjects.entries()) {
    const loads = figures[nth] ?? []
    const inline = isBlocked ? 0 : await inlineBytes(url)
    const valuesOf = (read: (load: ScriptLoad) => number) => loads.map(read)
    const firstView = valuesOf(({ bytesBeforeLcp }) => kB(inline + bytesBeforeLcp))
    const blocking = valuesOf(({ blockingMs }) => blockingMs)
    const row = {
      '': isBlocked ? `${name}, script blocked` : name,
      'FCP ms': spreadOf(
        valuesOf(({ fcpMs }) => fcpMs),
        0,
      ),
      'LCP ms': spreadOf(
        valuesOf(({ lcpMs }) => lcpMs),
        0,
      ),
      'TBT ms': spreadOf(blocking, 0),
      'layout shift': spreadOf(
        valuesOf(({ shift }) => shift),
        4,
      ),
    }
    if (isBlocked) {
      rows.push(row)
      continue
    }
    const alone = await loadOnce(browser, { url, isBlocked, leftAloneMs: LEFT_ALONE_MS })
    rows.push({
      ...row,
      'script kB, first view': spreadOf(firstView, 1),
      'until quiet': spreadOf(
        valuesOf(({ bytes }) => kB(inline + bytes)),
        1,
      ),
      'left alone': kB(inline + alone.bytes).toFixed(1),
      'TBT left alone': alone.blockingMs.toFixed(0),
    })
    if (quantile(firstView, 0.5) > AIMS.scriptKB || quantile(blocking, 0.5) > AIMS.blockingMs)
      process.exitCode = 1
  }
  await browser.close()
  console.table(rows)
  console.log(
    `${RUNS} visits each in turn. Script is compressed; the first view ends with the largest paint, TBT with five ` +
      `quiet seconds. Left alone: one visit, at least ${LEFT_ALONE_MS / 1_000} s after the load. ` +
      `Aims: at most ${AIMS.scriptKB} kB of script in the first view, TBT at most ${AIMS.blockingMs} ms.`,
  )
}

try {
  await measurePages()
} finally {
  await close()
}
process.exit()
