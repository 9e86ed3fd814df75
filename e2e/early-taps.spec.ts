import { expect, type Page, test } from '@playwright/test'
import { expectNoPageErrors } from './support/page-errors.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
test.beforeAll(async () => {
  server = await openServer()
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')

/** Opens a page whose own code does not come until it is let. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const code = Promise.withResolvers<void>()
  await page.route(/\/assets\/.*\.js$/, async route => {
    await code.promise
    await route.continue()
  })
  await page.goto(server.origin + path, { waitUntil: 'commit' })
  return code.resolve
}

test('the menu that was tapped before the page’s own code runs opens once it does, and once', async ({
  page,
}) => {
  const letCodeCome = await openWithoutCode(page, '/faq')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  letCodeCome()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link', { name: 'Log in' })).toBeVisible()
  await menu.getByRole('button', { name: 'Close menu' }).click()
  await expect(menu).toHaveCount(0)
})
