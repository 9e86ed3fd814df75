import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Theme = 'light' | 'dark'
export const THEMES: readonly Theme[] = ['light', 'dark']

/** Which rules axe applies: all of WCAG 2.2 AA; these and axe's best practices; only those about colours. */
export type Rules = 'wcag' | 'all' | 'colours'

/** None of our own pages has frames: the content of a frame is Stripe's. */
const OPTIONS: axe.RunOptions = { preload: false, resultTypes: ['violations'], iframes: false }
const OPTIONS_OF: Record<Rules, axe.RunOptions> = {
  wcag: { ...OPTIONS, runOnly: { type: 'tag', values: WCAG_TAGS } },
  all: OPTIONS,
  // The other rules have the same result in every theme, since the elements are the same.
  colours: { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
}

type WithAxe = Window & { axe?: typeof axe }

/** In the page: what axe finds, as `rule: elements`; null while axe is not loaded. */
async function findViolations(options: axe.RunOptions): Promise<string[] | null> {
  const found = await (window as WithAxe).axe?.run(document, options)
  if (!found) return null
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** What axe finds in a page as it is, as `rule: elements`. Each document loads axe once, because its source is long. */
export async function violationsNow(page: Page, rules: Rules = 'all'): Promise<string[]> {
  const options = OPTIONS_OF[rules]
  // A page that reloads between the two steps has lost axe.
  for (let tries = 0; tries < 5; tries++) {
    const found = await page.evaluate(findViolations, options)
    if (found) return found
    await page.evaluate(AXE)
  }
  throw new Error(`axe does not run at ${page.url()}`)
}

/** What axe finds in a page in a theme. */
export async function violations(page: Page, colorScheme: Theme, rules: Rules = 'wcag'): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return violationsNow(page, rules)
}

/** What axe finds in light, and for colours also in dark, as `theme: rule: elements`. */
export async function violationsInThemes(page: Page, rules: Rules = 'wcag'): Promise<string[]> {
  const light = await violations(page, 'light', rules)
  const dark = await violations(page, 'dark', 'colours')
  return [...light.map(each => `light: ${each}`), ...dark.map(each => `dark: ${each}`)]
}
