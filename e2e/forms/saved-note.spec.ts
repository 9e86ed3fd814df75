import { messages } from '@parley/contract'
import { expect } from '@playwright/test'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { logIn } from '../support/log-in.ts'
import { test } from '../support/shared-server.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('private information that is saved says so, and Save stays where it was pressed', async ({
  page,
  sharedServer: { origin },
}) => {
  await logIn(page, await apiCaller(origin).fan('still-saver'))
  await page.goto(`${origin}/my-account`)
  await page.getByLabel('Country').fill('UK')
  await page.getByLabel('City').fill('York')
  await page.getByLabel('Address').fill('1 High Street')
  const save = page.getByRole('button', { name: 'Save' })
  // A font that comes later would move the button too.
  await page.evaluate(() => document.fonts.ready)
  const topOfSave = () =>
    save.evaluate(button => Math.round(button.getBoundingClientRect().top + window.scrollY))
  const before = await topOfSave()
  await save.click()
  const saved = page.getByText(messages.settingsSaved)
  await expect(saved).toBeVisible()
  expect(await topOfSave()).toBe(before)
  await expect(saved).toBeHidden()
  expect(await topOfSave()).toBe(before)
})
