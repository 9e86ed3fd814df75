import { DAY_MS } from '@parley/contract'
import { expect } from '@playwright/test'
import { violationsInThemes } from '../support/axe.ts'
import { pageReady } from '../support/demo-server.ts'
import { logIn } from '../support/log-in.ts'
import { buy, offering, overtake, ownRequests, timesOn } from '../support/offered-times.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
})

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 }, timezoneId: 'America/New_York', locale: 'en-GB' })

test('a fan moves a call from their bookings, and its influencer sees the sold call within the hours that another fan asks for', async ({
  browser,
  page,
}) => {
  // At least a day ahead, so that a moved call can be moved again.
  const { people, influencer } = await offering(server.origin, {
    ...{ name: 'tessa', windows: [{ from: '09:00', to: '12:00' }] },
    notice: 1440,
  })
  const [fan, other] = [await people.fan('restless'), await people.fan('anytime')]
  const far = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)
  const slots = await timesOn(people, influencer, far)
  const sold = await buy(people, { fan, influencer, when: { slot: slots[0]?.start } })
  const hours = { start: `${far}T06:00:00.000Z`, end: `${far}T18:00:00.000Z` }
  await buy(people, { fan: other, influencer, when: { timeRange: hours } })

  await logIn(page, fan)
  await page.goto(`${server.origin}/bookings`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Next free time' }).click()
  const rival = await people.fan('outrunner')
  await overtake(page, { people, fan: rival, influencer, call: '/session/move/' })
  await sheet.getByRole('button', { name: 'Move', exact: true }).click()
  const near = sheet.getByRole('region', { name: 'Free times near it' }).getByRole('button')
  await expect(near).toHaveCount(3)
  await expect(sheet.getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  expect(await violationsInThemes(page)).toEqual([])
  await near.first().click()
  await sheet.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(page.getByText(/^Moving costs nothing, until .+\. You can move it once\.$/)).toBeVisible()
  const [moved] = await ownRequests(people, fan)
  expect(moved).toMatchObject({ id: sold.id, slot: { sequence: 1, moves_left: 1 } })
  expect(moved?.slot?.start).not.toBe(sold.slot?.start)
  // Back into the hours that the other fan asks for.
  const back = { slot: slots[1]?.start, sequence: 1 }
  expect((await people.call(fan, `POST /api/parley/${sold.slug}/session/move/`, back)).status).toBe(200)

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' })
  const tab = await context.newPage()
  await logIn(tab, influencer)
  await tab.goto(`${server.origin}/calendar`)
  await pageReady(tab)
  const waiting = tab.getByRole('region', { name: 'Waiting for your answer' })
  await expect(waiting.getByText('@anytime')).toBeVisible()
  await expect(waiting.getByText(/^In this time you have a call already: with @restless, /)).toBeVisible()
  expect(await violationsInThemes(tab)).toEqual([])
  await context.close()
})
