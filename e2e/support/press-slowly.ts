import { expect, type Locator, type Page } from '@playwright/test'

/**
 * A press as long as a finger's. The blur event of the field before has its effect only when the press ends: it would
 * move the control.
 */
export async function pressSlowly(page: Page, control: Locator): Promise<void> {
  const requested: string[] = []
  // While a person types, the page searches for people, and the list covers the page.
  page.on('request', request => request.url().includes('/api/parley/') && requested.push(request.url()))
  await control.hover()
  await page.mouse.down()
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(requested).toEqual([])
  await page.mouse.up()
  await expect(control).toBeChecked()
}
