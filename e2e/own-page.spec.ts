import { messages, type SessionRequest } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { openSocket } from '../apps/server/src/realtime/testing/socket-client.ts'
import { apiCaller } from '../apps/server/src/testing/api-caller.ts'
import { type Shift, watchShifts } from './first-view/layout-shifts.ts'
import { THEMES, violations, violationsNow } from './support/axe.ts'
import { pageReady } from './support/demo-server.ts'
import { logIn } from './support/log-in.ts'
import { expectNoPageErrors } from './support/page-errors.ts'
import { type SharedServer, test } from './support/shared-server.ts'
import { expectUncovered } from './support/uncovered.ts'

let server: SharedServer
let api: ReturnType<typeof apiCaller>
test.beforeAll(async ({ sharedServer }) => {
  server = sharedServer
  api = apiCaller(server.origin)
})

expectNoPageErrors('thrown')

/** Expects no violation of accessibility in either theme, at both widths. */
async function looksRight(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const theme of THEMES) {
      expect(
        await violations(page, theme, theme === 'dark' ? 'colours' : 'wcag'),
        `${name}, ${theme}`,
      ).toEqual([])
    }
  }
}

test('a regular user has a page, and becomes an influencer from there', async ({ page, browser }) => {
  await logIn(page, await api.fan('vera'))
  await page.goto(`${server.origin}/profile/vera`)
  await expect(page.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  await expect(page.getByText('There is nothing to book here yet.')).toBeVisible()
  await looksRight(page, 'own-page')
  const visitor = await browser.newPage()
  await visitor.goto(`${server.origin}/profile/vera`)
  await expect(visitor.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Become an influencer' })).toHaveCount(0)

  await page.goto(`${server.origin}/signup/influencer`)
  await expect(page.getByText(`user: ${messages.alreadyCreated}`)).toBeVisible()
  await page.getByRole('link', { name: 'Become an influencer' }).click()
  await expect(page).toHaveURL(`${server.origin}/become-influencer`)
  await looksRight(page, 'become')
  const face = sharp({ create: { width: 200, height: 200, channels: 3, background: '#5138E0' } })
  const picture = { name: 'face.png', mimeType: 'image/png', buffer: await face.png().toBuffer() }
  await page.getByLabel('Picture').setInputFiles(picture)
  await page.getByLabel('Price', { exact: true }).fill('18')
  await page.getByLabel('Duration', { exact: true }).fill('15')
  await page.getByLabel('Description').fill('Chess openings, slowly')
  await page.getByRole('button', { name: 'Become an influencer' }).click()
  await expect(page).toHaveURL(`${server.origin}/profile/vera`)
  await expect(page.getByText('Chess openings, slowly')).toBeVisible()
  await visitor.goto(`${server.origin}/profile/vera`)
  await expect(visitor.getByText('£18.00').first()).toBeVisible()
  await visitor.close()
})

test('a page that is not public exists for its owner alone', async ({ page, browser }) => {
  const hidden = await api.fan('hidden')
  await api.call(hidden, 'PATCH /api/user/me/', { public_profile: false })
  await logIn(page, hidden)
  await page.goto(`${server.origin}/profile/hidden`)
  await expect(page.getByRole('heading', { name: 'Test Person' })).toBeVisible()
  const visitor = await browser.newPage()
  expect((await visitor.goto(`${server.origin}/profile/hidden`))?.status()).toBe(404)
  await visitor.waitForURL(`${server.origin}/not-found-cover`)
  await visitor.close()
})

test('after a change of the username the new address works at once, the old one redirects, and a second change is refused', async ({
  page,
}) => {
  await logIn(page, await api.influencer('ronja'))
  await page.goto(`${server.origin}/profile/ronja`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByText('You can change it once in 30 days')).toBeVisible()
  await page.getByLabel('Username').fill('ronja-new')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(`${server.origin}/profile/ronja-new`)
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await page.goto(`${server.origin}/profile/ronja?from=a-friend`)
  await expect(page).toHaveURL(`${server.origin}/profile/ronja-new?from=a-friend`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Username').fill('ronja')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(messages.usernameChangedLately).first()).toBeVisible()
})

test('bookings are a page of their own, and any page says when somebody waits in a call', async ({
  page,
}) => {
  const [fan, star] = [await api.fan('wanda'), await api.influencer('milva')]
  await logIn(page, fan)
  await page.goto(server.origin)
  await page.getByRole('link', { name: 'Your bookings, 0 open' }).click()
  await expect(page).toHaveURL(`${server.origin}/bookings`)
  await expect(page.getByRole('heading', { name: 'To Do' })).toBeVisible()
  await expect(page.getByText('No calls yet.')).toBeVisible()
  await looksRight(page, 'bookings-empty')
  const booked = await api.book(fan, star)
  await api.confirm((await api.pay(fan, booked.body)).body)
  // The page changes without a reload.
  await expect(page.getByRole('link', { name: 'Your bookings, 1 open' })).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => (await api.request(fan, booked.body.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  const waiting = await openSocket(`${server.origin}/paidchat/${booked.body.slug}/`, {
    t: `Bearer ${star.access}`,
  })
  await page.goto(`${server.origin}/faq`)
  await expect(page.getByText('@milva is waiting for you in a call.')).toBeVisible({ timeout: 60_000 })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectUncovered(page, [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('link', { name: 'Join' }),
    page.getByRole('button', { name: 'Not now' }),
  ])
  await looksRight(page, 'banner')
  await page.getByRole('link', { name: 'Join' }).click()
  await expect(page).toHaveURL(`${server.origin}/chat/${booked.body.slug}`)
  waiting.socket.close()
})

test('the answer about one request leaves the sheet open in which another one is being rejected', async ({
  page,
}) => {
  const host = await api.influencer('answerer')
  for (const name of ['asks-first', 'asks-second']) {
    const fan = await api.fan(name)
    const { body: paid } = await api.pay(fan, (await api.book(fan, host)).body)
    await api.confirm(paid)
    const back = { paymentIntentId: paid.payment_intent }
    await api.call(fan, 'POST /api/parley/parley_request/payment-intent/', back)
  }
  await logIn(page, host)
  await page.goto(`${server.origin}/profile/answerer#sessions`)
  await pageReady(page)
  const answer = Promise.withResolvers<void>()
  await page.route('**/accept/', async route => {
    await answer.promise
    await route.continue()
  })
  const of = (name: string) => page.getByRole('listitem').filter({ hasText: `@${name}` })
  await of('asks-first').getByRole('button', { name: 'Accept' }).click()
  await of('asks-second').getByRole('button', { name: 'Reject' }).click()
  const words = page.getByRole('dialog').getByLabel('Reason (optional)')
  await words.fill('I am away')
  const accepted = page.waitForResponse('**/accept/')
  answer.resolve()
  await accepted
  await expect(page.getByRole('button', { name: 'Accept', includeHidden: true })).toHaveCount(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click({ timeout: 20_000 })
  await expect(of('asks-second').getByText(/^Rejected/)).toBeVisible()
})

test('each social icon logs a made-up person in, and the page says that the person is made up', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login?next=%2Ffaq`)
  await expect(page.getByRole('link', { name: /Log in with/ })).toHaveCount(6)
  await page.getByRole('link', { name: 'Log in with Snapchat' }).click()
  await expect(page.getByText('This is not Snapchat.')).toBeVisible()
  expect(await violationsNow(page)).toEqual([])
  await page.getByRole('button', { name: /Robin Field/ }).click()
  await page.waitForURL(`${server.origin}/faq`)
  await expect(page.getByRole('link', { name: 'Your bookings, 0 open' })).toBeVisible()
})

test('logging out asks a visitor for a login first, and a visit to the logout page alone logs nobody out', async ({
  page,
}) => {
  await page.goto(`${server.origin}/logout`)
  await page.waitForURL(`${server.origin}/login?next=%2Flogout`)
  const fan = await api.fan('outer')
  await page.getByLabel('Email').fill(`${fan.username}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(`${server.origin}/`)
  await expect(page.getByRole('link', { name: 'Your bookings, 0 open' })).toBeVisible()
})

test('a visitor reads "login to view link" beside an offer, and comes back to it by the login', async ({
  page,
}) => {
  const giver = await api.fan('giver')
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes for somebody' }
  const made = await api.call<SessionRequest>(giver, 'POST /api/parley/prepaid-link/', link)
  await api.confirm((await api.pay(giver, made.body)).body)
  await expect
    .poll(async () => (await api.request(giver, made.body.slug)).payment.stripe_intent_confirmed)
    .toBe(true)
  await page.goto(`${server.origin}/prepaid/${made.body.slug}`)
  await page.getByRole('link', { name: 'login to view link' }).click()
  await expect(page).toHaveURL(`${server.origin}/login?next=%2Fprepaid%2F${made.body.slug}`)
})

test('a page of one’s own that is loaded again keeps its place, and nothing on it moves', async ({
  page,
}) => {
  const host = await api.influencer('reloader')
  await logIn(page, host)
  await page.setViewportSize({ width: 390, height: 700 })
  await page.addInitScript(watchShifts)
  await page.goto(`${server.origin}/profile/reloader`)
  const edit = page.getByRole('button', { name: 'Edit' })
  await expect(edit).toBeVisible()
  await page.evaluate(() => scrollTo(0, 250))
  await page.reload()
  await expect(edit).toBeVisible()
  await pageReady(page)
  expect(await page.evaluate(() => scrollY)).toBe(250)
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts)
  expect(shifts.filter(({ moved }) => moved.length > 0)).toEqual([])
})

test('a picture of any shape fills its ring, and a file that is no picture is not shown as a broken one', async ({
  page,
}) => {
  const wide = sharp({ create: { width: 600, height: 300, channels: 3, background: '#1E7A3C' } })
  const picture = { name: 'wide.png', mimeType: 'image/png', buffer: await wide.png().toBuffer() }
  await logIn(page, await api.influencer('wide-picture'))
  await page.goto(`${server.origin}/profile/wide-picture`)
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const field = page.getByLabel('Picture')
  await field.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await expect(page.getByText('a.txt')).toBeVisible()
  await expect(page.locator('main form img')).toHaveCount(0)
  await field.setInputFiles(picture)
  await expect(page.getByText('wide.png')).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  const shown = page.getByRole('img', { name: 'Test Person' }).first()
  await expect
    .poll(() => shown.evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  const sides = await shown.evaluate(image => [image.clientWidth, image.clientHeight])
  expect(sides[0]).toBe(sides[1])
})
