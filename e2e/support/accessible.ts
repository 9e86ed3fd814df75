import { expect, type Page } from '@playwright/test'
import { violationsNow } from './axe.ts'

/** Expects no violation in either theme, at the width of the page. */
export async function isAccessible(page: Page): Promise<void> {
  // A colour in a transition between the themes has no meaningful contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate(mode => {
      document.documentElement.dataset.theme = mode
    }, theme)
    expect(await violationsNow(page, theme === 'dark' ? 'colours' : 'all'), theme).toEqual([])
  }
}
