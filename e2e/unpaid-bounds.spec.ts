import { messages, UNPAID_REQUESTS_MAX } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { violationsInThemes } from './support/axe.ts'
import { eventPeople } from './support/event-people.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { type SharedServer, test } from './support/shared-server.ts'

let server: SharedServer
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
})

expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

/** Expects no violation of accessibility in either theme. */
async function isAccessible(page: Page): Promise<void> {
  expect(await violationsInThemes(page, 'all')).toEqual([])
}

/** Opens the confirmation of a booking and presses Confirm. */
async function confirmBooking(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
}

test('a person with too many unpaid bookings is led to them, cancels one there and books again', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const owner = await people.influencer('uma')
  const others = await Promise.all(['una', 'ugo'].map(name => people.influencer(name)))
  const fan = await people.fan('booker')
  for (let booked = 1; booked < UNPAID_REQUESTS_MAX; booked++) {
    const influencer = others[booked % 2] ?? owner
    expect((await people.book(fan, influencer)).status).toBe(201)
  }
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  expect((await people.call(fan, 'POST /api/parley/prepaid-link/', link)).status).toBe(201)
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${owner.username}`)
  await confirmBooking(page, 'Book now')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText(messages.tooManyUnpaid)
  await isAccessible(page)
  await dialog.getByRole('link', { name: 'Go to your bookings' }).click()
  await expect(page.getByRole('heading', { name: 'Your bookings' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel request' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(page.getByRole('button', { name: 'Cancel request' })).toHaveCount(UNPAID_REQUESTS_MAX - 1)
  await page.goto(`${server.origin}/profile/${owner.username}`)
  await confirmBooking(page, 'Book now')
  await expect(page.getByText('Session Request Sent')).toBeVisible()
  await page.goto(`${server.origin}/prepaid`)
  await page.getByLabel('Amount').fill('10')
  await page.getByLabel('Description').fill('Ten more minutes')
  await page.getByRole('button', { name: 'Generate Link' }).click()
  await expect(page.getByText(messages.tooManyUnpaid)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go to your bookings' })).toBeVisible()
  await isAccessible(page)
})

test('a second unpaid place takes a confirmed email: the link is mailed from there, opened, and the place is held', async ({
  page,
  context,
}) => {
  const people = eventPeople(server.origin)
  const owner = await people.influencer('ulla')
  const fan = await people.fan('unconfirmed')
  const address = `${fan.username}@example.org`
  const [one, two] = [
    await people.event(owner, { title: 'First evening', duration: 600 }),
    await people.event(owner, { title: 'Second evening', duration: 600 }),
  ]
  const booking = { title: one.title, slug: one.slug, session_request: { amount: one.amount } }
  expect((await people.call(fan, 'POST /api/parley/ulla/live_event/', booking)).status).toBe(201)
  await logIn(page, fan)
  await page.goto(`${server.origin}/live-event/${two.slug}`)
  await confirmBooking(page, 'Book event')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText(messages.confirmEmailFirst)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Mail me the link' }).click()
  await expect(dialog.getByText(`A link is on its way to ${address}.`)).toBeVisible()
  let path = ''
  await expect
    .poll(async () => {
      const list = await fetch(`${server.origin}/sandbox/mail/?as=json&to=${encodeURIComponent(address)}`)
      const { results } = (await list.json()) as { results: { text: string }[] }
      path = results.map(({ text }) => /\/confirm-email#token=\S+/.exec(text)?.[0]).find(Boolean) ?? ''
      return path
    })
    .not.toBe('')
  const mailed = await context.newPage()
  await mailed.goto(`${server.origin}${path}`)
  await expect(mailed.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible()
  await expect(mailed.getByText(address)).toBeVisible()
  await mailed.close()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Session Request Sent')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Pay to confirm' })).toBeVisible()
})
