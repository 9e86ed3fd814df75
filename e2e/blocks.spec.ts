import type { SessionRequest } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { addApp } from '../apps/server/src/testing/second-factor.ts'
import { violationsInThemes } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { grantRole } from './support/desk.ts'
import { eventPeople } from './support/event-people.ts'
import { keyboardOf } from './support/keyboard.ts'
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

test('a fan blocks from a profile, reads first what is refunded, finds no profile there, and unblocks in the settings', async ({
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

/** Sends a report from the open sheet of a shield; answers what the report is about. */
async function reportThere(page: Page, username: string): Promise<unknown> {
  await page.getByRole('button', { name: `Report @${username}` }).click()
  const sheet = page.getByRole('dialog', { name: `Report @${username}` })
  await sheet.getByLabel('Advertising or spam').check()
  const sent = page.waitForRequest('**/api/reports/')
  await sheet.getByRole('button', { name: 'Send report' }).click()
  const { about } = (await sent).postDataJSON() as { about: unknown }
  await expect(page.getByText('We send you a mail when it is decided.')).toBeVisible()
  return about
}

test('the shield is on each card and on the page of an event: a report names what the person saw, and a block removes the card', async ({
  page,
  browser,
}) => {
  const people = eventPeople(server.origin)
  const [star, other] = [await people.influencer('spam-star'), await people.influencer('spam-other')]
  const event = await people.event(star, { title: 'Buy my spam openings' })
  const fan = await people.fan('card-fan')
  const visitor = await (await browser.newContext()).newPage()
  for (const path of ['/explore?q=spam', `/live-event/${event.slug}`]) {
    await visitor.goto(`${server.origin}${path}`)
    await pageReady(visitor)
    await expect(visitor.getByText('@spam-star').first()).toBeVisible()
    await expect(visitor.getByRole('button', { name: /^Safety/ })).toHaveCount(0)
  }
  await visitor.context().close()
  await logIn(page, fan)
  const shieldOf = (username: string) => page.getByRole('button', { name: `Safety: @${username}` })

  await page.goto(server.origin)
  const onNow = page.getByRole('region', { name: /People to talk to|On now and soon/ })
  await expect(onNow.getByRole('button', { name: /^Safety: @/ }).first()).toBeVisible()
  await page.goto(`${server.origin}/explore?q=spam`)
  await pageReady(page)
  await expect(page.getByRole('button', { name: /^Safety: @spam-/ })).toHaveCount(2)
  await shieldOf('spam-other').click()
  expect(await reportThere(page, 'spam-other')).toEqual({ kind: 'user', id: other.id })
  await page.getByRole('button', { name: 'Block @spam-other' }).click()
  await expect(page.getByText('Nothing is open between you.')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Block @spam-other' }).click()
  await expect(page.getByText('You have blocked @spam-other.')).toBeVisible()
  await expect(shieldOf('spam-other')).toHaveCount(0)
  await expect(shieldOf('spam-star')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('1 person for “spam”')

  await page.goto(`${server.origin}/explore?kind=events&q=spam`)
  await pageReady(page)
  await shieldOf('spam-star').click()
  expect(await reportThere(page, 'spam-star')).toEqual({ kind: 'event', id: event.slug })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Buy my spam openings' }).click()
  await expect(page).toHaveURL(`${server.origin}/live-event/${event.slug}`)
  await pageReady(page)
  await shieldOf('spam-star').click()
  await isAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Block @spam-star' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block @spam-star' }).click()
  await expect(page.getByText('You have blocked @spam-star.')).toBeVisible()
  await expect(page).toHaveURL(`${server.origin}/bookings`)
  expect((await people.call(fan, `GET /api/parley/${event.slug}/event/`)).status).toBe(404)
  // Their pages are public: who blocked them is told why there is nothing to book, and the one who was blocked is led
  // away.
  for (const path of ['/profile/spam-star', `/live-event/${event.slug}`]) {
    await page.goto(`${server.origin}${path}`)
    await expect(
      page.getByText('You have blocked @spam-star: neither of you finds the other here.'),
    ).toBeVisible()
  }
  await page.getByRole('link', { name: 'Whom you have blocked' }).click()
  await expect(page.getByRole('button', { name: 'Unblock @spam-star' })).toBeVisible()
  expect((await people.call(other, `POST /api/user/${fan.id}/block/`)).status).toBe(204)
  await page.getByRole('button', { name: 'Unblock @spam-other' }).click()
  await expect(page.getByRole('button', { name: 'Unblock @spam-other' })).toHaveCount(0)
  await page.goto(`${server.origin}/profile/spam-other`)
  await expect(page).toHaveURL(`${server.origin}/not-found-cover`)
})

test('a report from a card of a booking is about its call or its event, and from a prepaid link about who made it', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const [star, host] = [await people.influencer('card-star'), await people.influencer('card-host')]
  const fan = await people.fan('booking-fan')
  const booked = (await people.book(fan, star)).body
  await people.confirm((await people.pay(fan, booked)).body)
  await expect
    .poll(async () => (await people.request(fan, booked.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  const event = await people.event(host, { title: 'An evening of openings' })
  const place = await people.place(fan, event)
  const link = await people.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', {
    ...{ amount: '10.00', duration: 600, description: 'Ten minutes for somebody' },
  })
  await people.confirm((await people.pay(fan, link.body)).body)
  await expect
    .poll(async () => (await people.request(fan, link.body.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  const open = async (path: string, username: string) => {
    await page.goto(`${server.origin}${path}`)
    await pageReady(page)
    await page.getByRole('button', { name: `Safety: @${username}` }).click()
  }
  const waits = page.getByText('What was paid for this call waits until that is decided.')

  await logIn(page, fan)
  await open('/bookings', star.username)
  expect(await reportThere(page, star.username)).toEqual({ kind: 'request', id: booked.slug })
  await expect(waits).toBeVisible()
  await open('/bookings', host.username)
  expect(await reportThere(page, host.username)).toEqual({ kind: 'event', id: event.slug })
  await expect(waits).toHaveCount(0)
  await page.goto(`${server.origin}/prepaid/${link.body.slug}`)
  await pageReady(page)
  await expect(
    page.getByRole('heading', { name: `A prepaid video call from @${fan.username}` }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Safety/ })).toHaveCount(0)

  await logIn(page, host)
  await open(`/profile/${host.username}#sessions`, fan.username)
  expect(await reportThere(page, fan.username)).toEqual({ kind: 'request', id: place.slug })
  await open(`/prepaid/${link.body.slug}`, fan.username)
  expect(await reportThere(page, fan.username)).toEqual({ kind: 'user', id: fan.id })
  await expect(waits).toHaveCount(0)
  await page.getByRole('button', { name: 'Done' }).click()
  await isAccessible(page)
  expect((await people.call(host, `POST /api/parley/prepaid/${link.body.id}/accept/`)).status).toBe(200)
  await open(`/prepaid/${link.body.slug}`, fan.username)
  expect(await reportThere(page, fan.username)).toEqual({ kind: 'request', id: link.body.slug })
  await expect(waits).toBeVisible()
})

test('a blocked person no longer finds in Explore who blocked them, nor their events; a visitor does', async ({
  page,
  browser,
}) => {
  const people = eventPeople(server.origin)
  const star = await people.influencer('wary-star')
  const fan = await people.fan('unwanted-fan')
  await people.event(star, { title: 'Wary openings' })
  expect((await people.call(star, `POST /api/user/${fan.id}/block/`)).status).toBe(204)
  const visitor = await (await browser.newContext()).newPage()
  await logIn(page, fan)
  for (const [search, name] of [
    ['/explore?q=wary-star', '@wary-star'],
    ['/explore?kind=events&q=wary', 'Wary openings'],
  ] as const) {
    await visitor.goto(`${server.origin}${search}`)
    await expect(visitor.locator('#found ~ ul > li')).toContainText([name])
    await page.goto(`${server.origin}${search}`)
    await pageReady(page)
    await expect(page.locator('#found ~ ul > li')).toHaveCount(0)
    await expect(page.getByText(name)).toHaveCount(0)
  }
  await visitor.context().close()
})

test('a blocked person sees no card of who blocked them while their own results load', async ({ page }) => {
  const people = eventPeople(server.origin)
  const [shy, open] = [await people.influencer('slow-shy-star'), await people.influencer('slow-open-star')]
  const fan = await people.fan('slow-fan')
  expect((await people.call(shy, `POST /api/user/${fan.id}/block/`)).status).toBe(204)
  await logIn(page, fan)
  const requested = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/explore/?*', async route => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  await page.goto(`${server.origin}/explore?q=slow`)
  const cards = page.locator('#found ~ ul > li')
  await requested.promise
  await expect(cards).toHaveCount(2)
  for (const { username } of [shy, open]) await expect(page.getByText(`@${username}`)).toBeHidden()
  held.resolve()
  await expect(cards).toHaveCount(1)
  await expect(page.getByText(`@${open.username}`)).toBeVisible()
  // When their own results fail to load, the page says so and shows nobody.
  await page.route('**/api/explore/?*', route =>
    route.fulfill({ status: 503, json: { detail: 'Please try again later' } }),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByText(`@${shy.username}`)).toHaveCount(0)
})

test('own results that failed to load are requested by the next search, also while the server cannot say who is logged in', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const names = ['firstlost', 'secondlost']
  for (const name of names) await people.influencer(name)
  await logIn(page, await people.fan('patient-fan'))
  const away = { status: 503, json: { detail: 'Please try again later' } }
  await page.route('**/api/explore/?*firstlost*', route => route.fulfill(away))
  const search = async (words: string) => {
    await page.getByRole('searchbox', { name: 'Search' }).fill(words)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(`1 person for “${words}”`)
  }
  await page.goto(`${server.origin}/explore?q=firstlost`)
  await pageReady(page)
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await search('secondlost')
  await expect(page.getByText('@secondlost')).toBeVisible()
  await expect(again).toHaveCount(0)
  await page.unroute('**/api/explore/?*firstlost*')
  await search('firstlost')
  // The failure belongs to this search: the page does not repeat the request by itself.
  await again.click()
  await expect(page.getByText('@firstlost')).toBeVisible()
  await page.route('**/api/user/me/', route => route.fulfill(away))
  await page.reload()
  await expect(page.getByText('@firstlost')).toBeVisible()
})

const realClock = { now: () => new Date(), offsetSeconds: () => 0 }

test('a fan reports from a profile on a phone; a moderator decides at the desk by the keyboard alone', async ({
  page,
  browser,
}) => {
  const people = eventPeople(server.origin)
  const star = await people.influencer('loud-star')
  const fan = await people.fan('upset-fan')
  const staff = await people.fan('desk-dora')
  await logIn(page, fan)
  await page.goto(`${server.origin}/profile/${star.username}`)
  await pageReady(page)
  await page.getByRole('button', { name: 'Safety: @loud-star' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Report @loud-star' }).click()
  const sheet = page.getByRole('dialog', { name: 'Report @loud-star' })
  await expect(sheet.getByRole('button', { name: 'Send report' })).toBeDisabled()
  await sheet.getByLabel('Insults, threats or hate').check()
  await sheet.getByLabel('What happened? (optional)').fill('They shouted at me')
  expect(await violationsInThemes(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Send report' }).click()
  const sent = page.getByRole('dialog', { name: 'Thank you. Your report is with us' })
  await expect(sent.getByText('We send you a mail when it is decided.')).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await sent.getByRole('button', { name: 'Done' }).click()

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const desk = await context.newPage()
  await logIn(desk, staff)
  await grantRole(server.dataDir, 'desk-dora', 'moderator')
  await desk.goto(`${server.origin}/staff`)
  await pageReady(desk)
  await expect(desk.getByRole('link', { name: 'Add a second factor' })).toBeVisible()
  expect(await violationsInThemes(desk)).toEqual([])
  const app = await addApp({ ...people, clock: realClock }, staff)
  await desk.goto(`${server.origin}/staff`)
  await pageReady(desk)
  const found = desk.getByRole('link', { name: /Insults, threats or hate: @loud-star/ })
  await expect(found).toBeVisible()
  await isAccessible(desk)
  const keys = keyboardOf(desk)
  await keys.press(found)
  await expect(desk.getByText('They shouted at me')).toBeVisible()
  await pageReady(desk)
  await isAccessible(desk)
  await keys.type(desk.getByLabel('Reason, for the record'), 'It is plain from what was written')
  await keys.press(desk.getByRole('button', { name: 'Our rules were broken' }))
  const proof = desk.getByRole('dialog', { name: 'Is it you?' })
  await keys.type(proof.getByLabel('Code of your authenticator app'), app.code(1))
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(/^Decided by @desk-dora/)).toBeVisible()
  // The form is removed, and the focus is on the decision.
  await expect(desk.getByRole('heading', { name: 'Our rules were broken' })).toBeFocused()
  await isAccessible(desk)
  await desk.keyboard.press('Tab')
  await expect(desk.getByRole('link', { name: /^What else is known of @loud-star/ })).toBeFocused()
  await desk.keyboard.press('Enter')
  await expect(desk.getByRole('heading', { name: '@loud-star' })).toBeVisible()
  await expect(desk.getByText('1, of which 1 upheld')).toBeVisible()
  await context.close()
})

test('the desk finds a call by its payment, and says on one page who was there and where the money is', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const star = await people.influencer('quiet-star')
  const fan = await people.fan('asking-fan')
  const staff = await people.fan('desk-sam')
  const booked = (await people.book(fan, star)).body
  const paying = (await people.pay(fan, booked)).body
  await people.confirm(paying)
  await expect
    .poll(async () => (await people.request(fan, booked.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  await grantRole(server.dataDir, 'desk-sam', 'support')
  await addApp({ ...people, clock: realClock }, staff)
  await logIn(page, staff)
  await page.goto(`${server.origin}/staff`)
  await pageReady(page)
  await page.getByLabel('A person, a call or a payment').fill(String(paying.payment_intent))
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('link', { name: /@asking-fan with @quiet-star/ }).click()
  await expect(page.getByText('Nobody was in the call.')).toBeVisible()
  await expect(page.getByText('£25.00 is held for the call.')).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
  await page.getByRole('link', { name: '@asking-fan' }).click()
  await expect(page.getByRole('heading', { name: '@asking-fan' })).toBeVisible()
  expect(await violationsInThemes(page)).toEqual([])
})
