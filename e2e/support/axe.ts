import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Theme = 'light' | 'dark'
export const THEMES: readonly Theme[] = ['light', 'dark']

/** The rules that look at colours; the others find the same in every theme, since the elements are the same. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page in a theme: every rule of WCAG 2.2 AA or those of colours alone, as `rule: elements`. */
export async function violations(
  page: Page,
  colorScheme: Theme,
  rules: 'all' | 'colours' = 'all',
): Promise<string[]> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] })
  // The legacy mode opens no second page for each result; no frame of another origin is missed by it.
  const asked = rules === 'all' ? axe.withTags(AXE_TAGS) : axe.withRules(COLOUR_RULES)
  const found = await asked.setLegacyMode().analyze()
  return found.violations.map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`)
}
