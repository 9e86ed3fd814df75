import { expect, test } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { openServer } from '../support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
test.beforeAll(async () => {
  server = await openServer()
})
test.afterAll(() => server?.close())

for (const [path, press, next] of [
  ['/confirm-email', 'Confirm this email', { name: 'Go to your settings', to: '/my-account' }],
  ['/undo-email', 'Undo the change', { name: 'Choose a new password', to: '/password-reset-simple' }],
  ['/keep-factors', 'Stop it', { name: 'Choose a new password', to: '/password-reset-simple' }],
] as const)
  test(`a link of ${path} that works no more says so, and what to do instead`, async ({ page }) => {
    await page.goto(`${server.origin}${path}#token=spent`)
    await pageReady(page)
    const button = page.getByRole('button', { name: press })
    const before = await button.boundingBox()
    await button.click()
    await expect(page.getByText('This link does not work any more')).toBeVisible()
    await expect(page.getByRole('link', { name: next.name })).toHaveAttribute('href', next.to)
    expect(await button.boundingBox()).toEqual(before)
  })

test('an appeal whose link works no more keeps its words and leads to the login', async ({ page }) => {
  await page.goto(`${server.origin}/appeal#token=spent`)
  await pageReady(page)
  const words = page.getByRole('textbox', { name: 'Your words' })
  await words.fill('It was my brother, who had my phone.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByText(/^This link does not work any more: an appeal/)).toBeVisible()
  await expect(words).toHaveValue('It was my brother, who had my phone.')
  await expect(page.getByRole('main').getByRole('link', { name: 'Back to login' })).toHaveAttribute(
    'href',
    '/login',
  )
})
