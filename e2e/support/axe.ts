import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const WCAG_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export type Theme = 'light' | 'dark'
export const THEMES: readonly Theme[] = ['light', 'dark']

/** Every rule of WCAG 2.2 AA; these and axe's own advice; those that look at colours. */
export type Rules = 'wcag' | 'all' | 'colours'

/** The rules that look at colours; the others find the same in every theme, since the elements are the same. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong with a page as it is, as `rule: elements`. */
export async function violationsNow(page: Page, rules: Rules = 'all'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ preload: false, resultTypes: ['violations'] })
  if (rules === 'wcag') axe.withTags(WCAG_TAGS)
  if (rules === 'colours') axe.withRules(COLOUR_RULES)
  // The legacy mode opens no second page for each result; no frame of another origin is missed by it.
  const found = await axe.setLegacyMode().analyze()
  return found.violations.map(one => `${one.id}: ${one.nodes.map(node => node.target.join(' ')).join(', ')}`)
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
