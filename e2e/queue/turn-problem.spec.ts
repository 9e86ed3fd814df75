import { expect } from '@playwright/test'
import { isAccessible } from '../support/accessible.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { test } from '../support/shared-server.ts'

/** Time to pay for a place before the line may be opened. */
const STARTS_IN_MS = 5_000
const OPENS_WITHIN = { timeout: 60_000 }

test('a fan says on the page of the line and on the ticket that something was wrong with their turn', async ({
  page,
  sharedServer,
}) => {
  const people = eventPeople(sharedServer.origin)
  const [star, fan] = [await people.influencer('zelda'), await people.fan('zack')]
  const event = await people.event(star, {
    ...{ title: 'One minute with Zelda', duration: 60, capacity: 2, format: 'queue', absent: 'refund' },
    starts_at: new Date(Date.now() + STARTS_IN_MS).toISOString(),
  })
  const place = await people.place(fan, event)
  const press = async (step: 'open' | 'remove') => {
    const path = `/api/parley/${event.slug}/queue/` as const
    const { version } = (await people.call<{ version: number }>(star, `GET ${path}`)).body
    return (await people.call(star, `POST ${path}${step}/`, { version, place: place.id })).status
  }
  await expect.poll(() => press('open'), OPENS_WITHIN).toBe(200)
  expect(await press('remove')).toBe(200)
  await expect.poll(async () => (await people.request(fan, place.slug)).state).toBe('expired')

  await page.setViewportSize({ width: 390, height: 844 })
  await logIn(page, fan)
  await page.goto(`${sharedServer.origin}/stream/zelda/${event.slug}`)
  await expect(page.getByRole('heading', { name: 'Your turn did not come' })).toBeVisible()
  const wrong = page.getByRole('button', { name: 'Something was wrong' })
  await expect(wrong).toBeVisible()
  await isAccessible(page)
  await page.getByRole('link', { name: 'Your ticket' }).click()
  await page.waitForURL(`**/live-event/${event.slug}`)
  // The address changes first: until then the button is the one of the page before, and leaves with it.
  await expect(page.getByRole('heading', { name: 'Your turn did not come' })).toBeHidden()
  await wrong.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Something was wrong' })
  await sheet.getByLabel('It was cut short').check()
  await expect(sheet.getByText('We decide it now, by our own record of who was there when.')).toBeVisible()
  await sheet.getByRole('button', { name: 'Send' }).click()
  await expect(sheet.getByText(/Your turn did not come.* The money stays as it was decided\.$/)).toBeVisible()
  await isAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).last().click()
  await expect(
    page.getByText(/^Our record of the call decided on .* then a person looks at it\.$/),
  ).toBeFocused()
  await expect(page.getByRole('button', { name: 'Tell us again' })).toBeVisible()
})
