import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Theme = 'light' | 'dark'
export const THEMES: readonly Theme[] = ['light', 'dark']

/** Every rule of WCAG 2.2 AA; these and axe's own advice; those that look at colours. */
export type Rules = 'wcag' | 'all' | 'colours'

/** No page has frames of our own: what is in a frame is Stripe's. */
const OPTIONS: axe.RunOptions = { preload: false, resultTypes: ['violations'], iframes: false }
const OPTIONS_OF: Record<Rules, axe.RunOptions> = {
  wcag: { ...OPTIONS, runOnly: { type: 'tag', values: WCAG_TAGS } },
  all: OPTIONS,
  // The other rules find the same in every theme, since the elements are the same.
  colours: { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
}

type WithAxe = Window & { axe?: typeof axe }

/** In the page: what axe finds there, as `rule: elements`; null where it is not yet. */
async function findViolations(options: axe.RunOptions): Promise<string[] | null> {
  const found = await (window as WithAxe).axe?.run(document, options)
  if (!found) return null
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  )
}

/** What axe finds wrong with a page as it is, as `rule: elements`. A document gets axe once: its source is long. */
export async function violationsNow(page: Page, rules: Rules = 'all'): Promise<string[]> {
  const options = OPTIONS_OF[rules]
  // A page that loads again between the two has lost it again.
  for (let tries = 0; tries < 5; tries++) {
    const found = await page.evaluate(findViolations, options)
    if (found) return found
    await page.evaluate(AXE)
  }
  throw new Error(`axe does not run at ${page.url()}`)
}

/** What axe finds wrong with a page in a theme. */
export async function violations(page: Page, colorScheme: Theme, rules: Rules = 'wcag'): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return violationsNow(page, rules)
}

/** What axe finds wrong in light, and in dark with the colours of the same elements, as `theme: rule: elements`. */
export async function violationsInThemes(page: Page, rules: Rules = 'wcag'): Promise<string[]> {
  const light = await violations(page, 'light', rules)
  const dark = await violations(page, 'dark', 'colours')
  return [...light.map(each => `light: ${each}`), ...dark.map(each => `dark: ${each}`)]
}
