import { messages, type OwnUser } from '@parley/contract'
import { expect, test } from '@playwright/test'
import { apiCaller } from '../../apps/server/src/testing/api-caller.ts'
import { logIn } from '../support/log-in.ts'
import { openServer } from '../support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
let api: ReturnType<typeof apiCaller>
test.beforeAll(async () => {
  server = await openServer()
  api = apiCaller(server.origin)
})
test.afterAll(() => server?.close())

test('a page of somebody who could not be loaded says why, and tries again by itself and by a press', async ({
  page,
}) => {
  await logIn(page, await api.fan('patient'))
  const detail = 'Too many tries. Please wait a moment'
  await page.route('**/api/**', route => route.fulfill({ status: 429, json: { detail } }))
  for (const how of ['by itself', 'by a press']) {
    await page.goto(`${server.origin}/bookings`)
    await expect(page.getByText(detail)).toBeVisible()
    const tries = page.getByRole('button', { name: 'Try again' })
    await expect(tries).toBeVisible()
    await page.unrouteAll()
    if (how === 'by a press') await tries.click()
    await expect(page.getByRole('heading', { name: 'Your bookings' })).toBeVisible()
    await page.route('**/api/**', route => route.fulfill({ status: 429, json: { detail } }))
  }
})

test('two long names, which the sign-up took, stay as they are while the rest is saved', async ({ page }) => {
  const fan = await api.fan('longest')
  const names = { first_name: 'Maximiliane '.repeat(4).trim(), last_name: 'Wolkenstein '.repeat(4).trim() }
  await api.call(fan, 'PATCH /api/user/me/', names)
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account`)
  await page.getByLabel('Full name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(messages.firstNameRequired)).toBeVisible()
  await page.getByLabel('Full name').fill(`${names.first_name} ${names.last_name}`)
  await page.getByLabel('Bio').fill('I ride horses')
  await page.getByLabel('Country').fill('UK')
  await page.getByLabel('City').fill('Ely')
  await page.getByLabel('Address').fill('1 High Street')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(messages.settingsSaved)).toBeVisible()
  const { body } = await api.call<OwnUser>(fan, 'GET /api/user/me/')
  expect(body).toMatchObject({ ...names, bio: 'I ride horses' })
})
