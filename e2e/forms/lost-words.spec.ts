import type { Influencer, OwnUser, SessionRequest } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { payFor } from '../support/offered-times.ts'
import { expectNoPageErrors } from '../support/page-errors.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
expectNoPageErrors('thrown')
test.use({ viewport: { width: 390, height: 844 } })

/** The server does what the page sends next to this path with this method; the answer never arrives. */
async function loseAnswer(page: Page, method: string, path: string): Promise<void> {
  let isLost = false
  await page.route(`**${path}`, async route => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** The page gets no answer to this method before the returned function is called. */
async function holdAnswer(page: Page, method: string, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    if (route.request().method() === method) await held.promise
    await route.fallback()
  })
  return held.resolve
}

test('a new event whose answer was lost is changed by the next save, and stays one event', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('lost-event-host')
  await logIn(page, host)
  await page.goto(`${server.origin}/add-event`)
  await page.getByLabel('Title').fill('Endgames')
  await page.getByLabel('Description').fill('Rooks and pawns.\nBring a board.')
  await page.getByLabel('Price per person').fill('7.5')
  await loseAnswer(page, 'PATCH', `/api/influencer/${host.username}/`)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect(page.getByText('No connection. Check your network and try again.')).toBeVisible()
  await page.getByLabel('Title').fill('Endgames for all')
  await save.click()
  await expect(page.getByRole('heading', { name: 'Endgames for all', level: 1 })).toBeVisible()
  const { body } = await people.call<Influencer>(null, `GET /api/parley/${host.username}/`)
  expect(body.virtual_events.map(({ title }) => title)).toEqual(['Endgames for all'])
})

test('hours that are changed while others are saved stay in the form, and are saved by the next press', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).influencer('lost-hours-host'))
  await page.goto(`${server.origin}/availability`)
  await page.getByLabel('Only my times').check()
  const answer = await holdAnswer(page, 'PUT', '/api/influencer/me/availability/')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  const step = page.getByLabel('A call can begin every')
  await step.fill('45')
  const saved = page.waitForResponse('**/api/influencer/me/availability/')
  answer()
  await saved
  await expect(save).not.toHaveAttribute('aria-busy')
  await expect(step).toHaveValue('45')
  await expect(page.getByText('Saved', { exact: true })).toBeHidden()
  await save.click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await pageReady(page)
  await expect(step).toHaveValue('45')
  await expect(page.getByLabel('Only my times')).toBeChecked()
})

test('a change of the language asks before it loses what was typed, and asks nothing where nothing was', async ({
  page,
}) => {
  await page.goto(`${server.origin}/login`)
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const german = page.getByRole('button', { name: 'Deutsch' })
  const email = page.getByLabel('Email')
  await email.fill('fan@example.org')
  await menu.click()
  await german.click()
  await page.getByRole('button', { name: 'Keep writing' }).click()
  await expect(german).toBeHidden()
  await expect(email).toHaveValue('fan@example.org')
  await menu.click()
  await german.click()
  await page.getByRole('button', { name: 'Change the language' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^de/)
  await page.getByRole('button', { name: 'Menü', exact: true }).click()
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/)
})

test('private information in an old tab overwrites neither newer words nor the email', async ({ page }) => {
  const people = eventPeople(server.origin)
  const fan = await people.fan('lost-settings-fan')
  const before = { bio: 'Old words', country: 'UK', city: 'Ely', address: '1 High Street' }
  await people.call(fan, 'PATCH /api/user/me/', before)
  await logIn(page, fan)
  await page.goto(`${server.origin}/my-account`)
  const [bio, city] = [page.getByLabel('Bio'), page.getByLabel('City')]
  await expect(bio).toHaveValue('Old words')
  await people.call(fan, 'PATCH /api/user/me/', { bio: 'Newer words', fullName: 'Another Name' })
  const patch = page.waitForRequest(request => request.method() === 'PATCH')
  await city.fill('York')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await patch).postDataJSON()).toEqual({ city: 'York' })
  await expect(bio).toHaveValue('Newer words')
  await expect(page.getByLabel('Full name')).toHaveValue('Another Name')
  await expect(city).toHaveValue('York')
  const { body } = await people.call<OwnUser>(fan, 'GET /api/user/me/')
  expect(body).toMatchObject({ bio: 'Newer words', city: 'York', country: 'UK', first_name: 'Another' })
})

test('an event that its owner cancels stays cancelled when an older answer arrives later', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const host = await people.influencer('lost-cancel-host')
  const event = await people.event(host, { title: 'Cancelled in time', duration: 60 })
  await logIn(page, host)
  await page.clock.install()
  await page.goto(`${server.origin}/live-event/${event.slug}`)
  await pageReady(page)
  const held = Promise.withResolvers<void>()
  const path = `**/api/parley/${event.slug}/event/`
  await page.route(path, async route => {
    const response = await route.fetch()
    await held.promise
    await route.fulfill({ response })
  })
  const polled = page.waitForRequest(path)
  await page.clock.fastForward('00:30')
  await polled
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click()
  const news = page.getByText('Whoever paid for a place gets all of it back.')
  await expect(news).toBeVisible()
  const answered = page.waitForResponse(path)
  held.resolve()
  await (await answered).finished()
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  // Now, and not after the next poll, which would show it again.
  expect(await page.getByRole('button', { name: 'Cancel event' }).count()).toBe(0)
  expect(await news.isVisible()).toBe(true)
})

test('a visitor who presses a booking button and leaves the page is not led to the login', async ({
  page,
}) => {
  await eventPeople(server.origin).influencer('left-page-host')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.clock.install()
  await page.goto(`${server.origin}/profile/left-page-host`)
  await pageReady(page)
  await page.clock.pauseAt(Date.now() + 3600_000)
  await page.getByRole('button', { name: 'Sign up to video call' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Explore' }).click()
  await expect(page).toHaveURL(`${server.origin}/explore`)
  const requested: string[] = []
  page.on('request', request => requested.push(new URL(request.url()).pathname))
  await page.clock.runFor(2_000)
  // Requested after what the timer of the press would request.
  await page.evaluate(() => fetch('/healthz'))
  expect(requested.filter(path => path.startsWith('/login'))).toEqual([])
  expect(page.url()).toBe(`${server.origin}/explore`)
})

test('what is typed in one tab of a page stays while another tab is shown', async ({ page }) => {
  const star = await eventPeople(server.origin).influencer('tabs-star')
  await logIn(page, star)
  await page.goto(`${server.origin}/my-account`)
  await page.getByLabel('Bio').fill('Typed before the cards')
  await page.getByRole('link', { name: 'Go to billing' }).click()
  await expect(page.getByText('You have no saved card.')).toBeVisible()
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page.getByLabel('Bio')).toHaveValue('Typed before the cards')
  await page.goto(`${server.origin}/profile/${star.username}#edit`)
  await page.getByLabel('Description').fill('Typed before the sessions')
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await expect(page.getByRole('heading', { name: 'No requests yet' })).toBeVisible()
  await expect(page.getByLabel('Description')).toBeHidden()
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page.getByLabel('Description')).toHaveValue('Typed before the sessions')
})

test('a proof that a person leaves without an answer leaves nothing to the next question', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('left-proof-fan'))
  await page.goto(`${server.origin}/bookings`)
  await pageReady(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  const sheet = page.getByRole('dialog', { name: 'Is it you?' })
  await sheet.getByRole('button', { name: 'No password? Mail me a code' }).click()
  await sheet.getByLabel('Code').fill('ABC')
  await page.goBack()
  await page.waitForURL('**/bookings')
  await expect(sheet).toBeHidden()
  await page.goForward()
  await page.getByRole('tab', { name: 'Security' }).click()
  await add.click()
  await expect(sheet.getByLabel('Your password')).toHaveValue('')
  await expect(sheet.getByText('We sent a code to your email.')).toBeHidden()
})

test('a mailed code that the server confirms late does not change the next question', async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).fan('late-code-fan'))
  await page.goto(`${server.origin}/bookings`)
  await pageReady(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  const add = page.getByRole('button', { name: 'Add a passkey' })
  await add.click()
  const sheet = page.getByRole('dialog', { name: 'Is it you?' })
  const letThrough = await holdAnswer(page, 'POST', '/api/auth/step-up/code/')
  await sheet.getByRole('button', { name: 'No password? Mail me a code' }).click()
  await page.goBack()
  await page.waitForURL('**/bookings')
  await page.goForward()
  await page.getByRole('tab', { name: 'Security' }).click()
  await add.click()
  await expect(sheet.getByLabel('Your password')).toBeVisible()
  const confirmed = page.waitForResponse('**/api/auth/step-up/code/')
  letThrough()
  await (await confirmed).finished()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(sheet.getByText('We sent a code to your email.')).toBeHidden()
  await expect(sheet.getByLabel('Your password')).toBeVisible()
})

test('a save that is refused while another tab of the page is shown says so in its own tab', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('refused-later'))
  await page.goto(`${server.origin}/my-account`)
  await page.getByLabel('Country').fill('UK')
  await page.getByLabel('City').fill('York')
  await page.getByLabel('Address').fill('1 High Street')
  await page.route('**/api/user/me/', async route => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    await route.fulfill({ status: 400, json: { city: ['There is no such city'] } })
  })
  const refuse = await holdAnswer(page, 'PATCH', '/api/user/me/')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('tab', { name: 'Security' }).click()
  await expect(page.getByLabel('City')).toBeHidden()
  const refused = page.waitForResponse(response => response.request().method() === 'PATCH')
  refuse()
  await refused
  await page.getByRole('tab', { name: 'General' }).click()
  await expect(page.getByText('There is no such city')).toBeVisible()
  await expect(page.getByLabel('City')).toHaveValue('York')
})

test('a person who wants another link while a payment is checked can write it at once', async ({ page }) => {
  const people = eventPeople(server.origin)
  const fan = await people.fan('hasty-links-fan')
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes about chess' }
  const made = await people.call<SessionRequest>(fan, 'POST /api/parley/prepaid-link/', link)
  await payFor(people, fan, made.body)
  await logIn(page, fan)
  await page.route('**/payment-intent/', () => undefined)
  const back = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_1&redirect_status=succeeded'
  await page.goto(`${server.origin}/prepaid?${back}`)
  await expect(page.getByText('Confirming your payment...')).toBeVisible()
  await page.getByRole('button', { name: 'Create another link' }).click()
  await expect(page.getByLabel('Amount')).toBeFocused()
})

test('a link that a person is writing stays while they look at the payment of another one', async ({
  page,
}) => {
  const people = eventPeople(server.origin)
  const fan = await people.fan('two-links-fan')
  const link = { amount: '10.00', duration: 600, description: 'Ten minutes about chess' }
  expect((await people.call(fan, 'POST /api/parley/prepaid-link/', link)).status).toBe(201)
  await logIn(page, fan)
  await page.goto(`${server.origin}/prepaid`)
  const description = page.getByLabel('Description')
  await description.fill('A call about endgames')
  await page.getByRole('button', { name: 'Pay £10.00' }).click()
  await expect(page.getByRole('heading', { name: 'Pay to get your link' })).toBeFocused()
  await expect(description).toBeHidden()
  await page.getByRole('button', { name: 'Pay later' }).click()
  await expect(description).toHaveValue('A call about endgames')
  await page.getByLabel('Amount').fill('7')
  await page.getByRole('button', { name: 'Generate Link' }).click()
  await expect(page.getByText('A call about endgames').first()).toBeVisible()
  await page.getByRole('button', { name: 'Pay later' }).click()
  await expect(description).toHaveValue('')
})
