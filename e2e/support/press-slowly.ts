import { expect, type Locator, type Page } from '@playwright/test'

/** A press as long as a finger's. What leaves the field before brings about waits for its end: it would move the control. */
export async function pressSlowly(page: Page, control: Locator): Promise<void> {
  const asked: string[] = []
  // The list of people is looked for while somebody types, and lies over the page.
  page.on('request', request => request.url().includes('/api/parley/') && asked.push(request.url()))
  await control.hover()
  await page.mouse.down()
  await page.evaluate(
    () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(asked).toEqual([])
  await page.mouse.up()
  await expect(control).toBeChecked()
}
