import type { TimeWindow } from '@parley/contract'
import { expect, test } from '@playwright/test'
import { THEMES, violations } from './support/axe.ts'
import { eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { openServer } from './support/two-people.ts'

let server: Awaited<ReturnType<typeof openServer>>
test.beforeAll(async () => {
  server = await openServer()
})
test.afterAll(async () => server?.close())

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/New_York', locale: 'en-GB' })

async function offering(name: string, windows: TimeWindow[]) {
  const people = eventPeople(server.origin)
  const influencer = await people.influencer(name)
  const weekly = Object.fromEntries(
    ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => [day, windows]),
  )
  const hours = { mode: 'offered', zone: 'Europe/London', weekly, horizon_days: 366, version: 0 }
  const saved = await people.call(influencer, 'PUT /api/influencer/me/availability/', hours)
  expect(saved.status).toBe(200)
  return { people, influencer }
}

test('of two tabs that want one time one holds it, and the other is told and offered others', async ({
  browser,
}) => {
  const { people, influencer } = await offering('milo', [{ from: '09:00', to: '12:00' }])
  const tabs = await Promise.all(
    ['first', 'second'].map(async name => {
      const context = await browser.newContext({ timezoneId: 'America/New_York', locale: 'en-GB' })
      const tab = await context.newPage()
      await logIn(tab, await people.fan(name))
      await tab.goto(`${server.origin}/profile/${influencer.username}`)
      await tab.getByRole('button', { name: 'Next free time' }).click()
      await expect(tab).toHaveURL(/slot=/)
      await expect(async () => {
        await tab.getByRole('button', { name: 'Book now' }).click({ timeout: 1_000 })
        await expect(tab.getByRole('dialog').getByText('When')).toBeVisible({ timeout: 1_000 })
      }).toPass()
      return tab
    }),
  )
  const [first, second] = tabs
  if (!first || !second) throw new Error('there are two tabs')
  await first.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(first.getByText(/^Held for you until/)).toBeVisible()
  await second.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await expect(second.getByText('This time has been taken')).toBeVisible()
  for (const tab of tabs) await tab.context().close()
})

test('an influencer opens their times, changes a day and sees what fans will see', async ({ page }) => {
  const people = eventPeople(server.origin)
  const owner = await people.influencer('nell')
  await logIn(page, owner)
  await page.goto(`${server.origin}/availability`)
  await page.getByLabel(/^Times, or ask freely/).check()
  await page.getByRole('button', { name: 'Copy to Mon–Fri: the times of Monday' }).click()
  await page.getByRole('button', { name: 'Add a time on Saturday' }).click()
  await page.getByLabel('A call can begin every').fill('60')
  for (const theme of THEMES) expect(await violations(page, theme)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('region', { name: 'The next seven days, as fans see them' })
  await expect(shown.getByText(/09:00 · 10:00 · 11:00/).first()).toBeVisible()
  for (const theme of THEMES) expect(await violations(page, theme)).toEqual([])
})
