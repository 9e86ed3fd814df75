/**
 * Lighthouse's performance score of each public page, with its own settings for a phone. Lighthouse is no package of
 * this product: `LIGHTHOUSE=folder` names one, such as `node_modules/lighthouse` where somebody has installed it.
 */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { ensureChromium } from '../scripts/chromium.ts'
import { openPublicPages } from './support/public-pages.ts'
import { quantile } from './support/quantiles.ts'
import { inRounds, ROUNDS, spreadOf } from './support/rounds.ts'
import { PHONE_FLAGS } from './support/slow-phone.ts'

const AIM = 98

interface Result {
  lhr: {
    lighthouseVersion: string
    runtimeError?: { message: string }
    categories: { performance: { score: number | null } }
    audits: Record<string, { numericValue?: number }>
  }
}
type RunLighthouse = (url: string, flags: Record<string, unknown>) => Promise<Result>

const folder = process.env.LIGHTHOUSE
if (!folder) {
  console.log('Skipped: LIGHTHOUSE names no folder of the package lighthouse.')
  process.exit(0)
}
const entry = pathToFileURL(join(resolve(folder), 'core/index.js')).href
const { default: runLighthouse } = (await import(entry)) as { default: RunLighthouse }
const executablePath = await ensureChromium()

/** One run in a new Chromium. */
async function score({ url }: { url: string }) {
  const port = await freePort()
  const args = [...PHONE_FLAGS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath, args })
  try {
    const flags = { port, output: 'json', logLevel: 'error', onlyCategories: ['performance'] }
    const { lhr } = await runLighthouse(url, flags)
    if (lhr.runtimeError) throw new Error(`Lighthouse of ${url}: ${lhr.runtimeError.message}`)
    const figureOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
    return {
      version: lhr.lighthouseVersion,
      score: Math.round((lhr.categories.performance.score ?? Number.NaN) * 100),
      fcpMs: figureOf('first-contentful-paint'),
      lcpMs: figureOf('largest-contentful-paint'),
      blockingMs: figureOf('total-blocking-time'),
      shift: figureOf('cumulative-layout-shift'),
    }
  } finally {
    await browser.close()
  }
}

const { pages, close } = await openPublicPages()
try {
  const figures = await inRounds(pages, score)
  const rows = pages.map(({ name }, nth) => {
    const runs = figures[nth] ?? []
    const scores = runs.map(run => run.score)
    if (quantile(scores, 0.5) < AIM) process.exitCode = 1
    const column = (key: 'fcpMs' | 'lcpMs' | 'blockingMs' | 'shift', digits: number) =>
      spreadOf(
        runs.map(run => run[key]),
        digits,
      )
    return {
      '': name,
      scores: scores.join(', '),
      'FCP ms': column('fcpMs', 0),
      'LCP ms': column('lcpMs', 0),
      'TBT ms': column('blockingMs', 0),
      'layout shift': column('shift', 4),
    }
  })
  console.table(rows)
  console.log(
    `Lighthouse ${figures[0]?.[0]?.version}, ${ROUNDS} runs of each page in turn. Aim: a score of at least ${AIM}.`,
  )
} finally {
  await close()
}
process.exit()
