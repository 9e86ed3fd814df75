import { expect } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { offering } from '../support/offered-times.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

test('a number of the rules is what a person types, also after they emptied its field', async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).influencer('hours-typist'))
  await page.goto(`${server.origin}/availability`)
  await page.getByLabel('Only my times').check()
  const write = async (label: string, typed: string) => {
    const field = page.getByLabel(label)
    await field.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await expect(field).toHaveValue('')
    await page.keyboard.type(typed)
    await expect(field).toHaveValue(typed)
    await field.blur()
    await expect(field).toHaveValue(typed)
  }
  await write('or more than', '90')
  await write('Nobody can book less than', '0.33')
  await write('A fan can move a call until', '12')
  const saved = page.waitForRequest(request => request.method() === 'PUT')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saved).postDataJSON()).toMatchObject({ horizon_days: 90, notice: 20, move_until: 720 })
})

test('an emptied number is asked for before the hours are saved', async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).influencer('hours-empty'))
  await page.goto(`${server.origin}/availability`)
  await page.getByLabel('Only my times').check()
  const ahead = page.getByLabel('or more than')
  await ahead.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(ahead).toHaveValue('')
  expect(await ahead.evaluate((field: HTMLInputElement) => field.validity.valueMissing)).toBe(true)
  await expect(page.getByText('Saved', { exact: true })).toBeHidden()
})

test('a date of a year that no calendar has is not taken, and the hours stay on the page', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).influencer('hours-dates'))
  await page.goto(`${server.origin}/availability`)
  await page.getByLabel('Only my times').check()
  const date = page.getByLabel('A date', { exact: true })
  const add = page.getByRole('button', { name: 'Add this date' })
  // As a browser has it whose date field takes six digits for a year.
  await date.evaluate((field: HTMLInputElement) => {
    field.value = '202666-03-01'
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await expect(add).toBeDisabled()
  await date.fill('2099-03-01')
  await add.click()
  await expect(page.getByRole('heading', { name: 'Sun 1 Mar' })).toBeVisible()
})

test('the next days that could not be loaded are asked for again', async ({ page }) => {
  const { influencer } = await offering(server.origin, {
    ...{ name: 'hours-next-days', windows: [{ from: '09:00', to: '09:30' }] },
  })
  await logIn(page, influencer)
  await page.route('**/slots/', route => route.abort('connectionreset'))
  await page.goto(`${server.origin}/availability`)
  const days = page.getByRole('region', { name: 'The next seven days' })
  const again = days.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/slots/')
  await again.click()
  await expect(days.getByRole('listitem')).toHaveCount(7)
})

test('a link with a damaged time opens the profile, on which a time can be picked', async ({ page }) => {
  const { influencer } = await offering(server.origin, {
    ...{ name: 'hours-damaged', windows: [{ from: '09:00', to: '09:30' }] },
  })
  await page.goto(`${server.origin}/profile/${influencer.username}?slot=tomorrow`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Next free time' }).click()
  await expect(page).toHaveURL(/slot=\d{4}-/)
  await expect(page.getByText('Your time', { exact: true })).toBeVisible()
})
