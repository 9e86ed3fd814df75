import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { pageReady } from './support/demo-server.ts'
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
test.use({ viewport: { width: 390, height: 844 } })

/** No violation in either theme. */
async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(each => `${colorScheme}: ${each.id}`)).toEqual([])
  }
}

test('a fan blocks from a profile, reads before what comes back, finds nobody there, and takes it back in the settings', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const star = await people.influencer('rude-star')
  const fan = await people.fan('annoyed')
  const booked = (await people.book(fan, star)).body
  await people.confirm((await people.pay(fan, booked)).body)
  await expect
    .poll(async () => (await people.request(fan, booked.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${star.username}`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Safety: @rude-star' }).click()
  await isAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block @rude-star' }).click()
  await expect(
    page.getByRole('dialog').getByText('is cancelled, and £25.00 comes back to you.'),
  ).toBeVisible()
  await isAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block @rude-star' }).click()
  await expect(page.getByText('You have blocked @rude-star.')).toBeVisible()
  await expect.poll(async () => (await people.request(fan, booked.slug)).state).toBe('cancelled')
  expect((await people.call(fan, `GET /api/parley/${star.username}/`)).status).toBe(404)
  await page.goto(`${server.origin}/my-account#security`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Unblock @rude-star' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Unblock @rude-star' }).click()
  await expect(page.getByText('You have blocked nobody.')).toBeVisible()
  expect((await people.call(fan, `GET /api/parley/${star.username}/`)).status).toBe(200)
})
