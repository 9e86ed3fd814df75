import type { CallAttendance } from '@parley/contract'
import { expect, type Page } from '@playwright/test'
import { TEST_PASSWORD } from '../../apps/server/src/testing/api-caller.ts'
import { pageReady } from '../support/demo-server.ts'
import { eventPeople } from '../support/event-people.ts'
import { logIn } from '../support/log-in.ts'
import { type SharedServer, test } from '../support/shared-server.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 768, height: 1024 }

let server: SharedServer
test.beforeAll(({ sharedServer }) => {
  server = sharedServer
})
test.use({ viewport: PHONE })

/** The page gets no answer from this path before the returned function is called. */
async function holdAnswer(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(`**${path}`, async route => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

test('the links below the login form do not move when the icons of the social networks appear', async ({
  page,
}) => {
  const answer = await holdAnswer(page, '/api/user/social-login/')
  const requested = page.waitForRequest('**/api/user/social-login/')
  await page.goto(`${server.origin}/login`)
  await requested
  const signUp = page.getByRole('link', { name: 'Sign up as a user' })
  const before = await signUp.boundingBox()
  answer()
  await expect(page.getByRole('link', { name: 'Log in with Google' })).toBeVisible()
  expect(await signUp.boundingBox()).toEqual(before)
})

test("a fan's buttons on the landing page have their place before they appear", async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).fan('late-answers-fan'))
  // The browser knows from an earlier page that this person is a fan.
  await page.goto(`${server.origin}/faq`)
  await expect(page.locator('html')).toHaveAttribute('data-kind', 'regular')
  const answer = await holdAnswer(page, '/api/user/me/')
  await page.goto(server.origin)
  const picture = page.getByTestId('preview')
  const before = await picture.boundingBox()
  answer()
  await expect(page.getByRole('main').getByRole('link', { name: 'My account' })).toBeVisible()
  expect(await picture.boundingBox()).toEqual(before)
})

test("an influencer's first visit after a login shows the pitch where it stays, below their own part", async ({
  page,
}) => {
  const host = await eventPeople(server.origin).influencer('late-first-host')
  const answer = await holdAnswer(page, '/api/parley/late-first-host/')
  const requested = page.waitForRequest('**/api/parley/late-first-host/')
  await page.goto(`${server.origin}/login`)
  await page.getByLabel('Email').fill(`${host.username}@example.org`)
  await page.getByLabel('Password').fill(TEST_PASSWORD)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await requested
  await expect(page.getByRole('heading', { name: 'Welcome, @late-first-host' })).toBeVisible()
  const pitch = page.locator('h1')
  await expect(pitch).toBeHidden()
  answer()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  await expect(pitch).toBeVisible()
})

test("an influencer's own part of the landing page has its place from the second visit on, so that the pitch never moves", async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).influencer('late-answers-host'))
  await page.goto(server.origin)
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  const answer = await holdAnswer(page, '/api/parley/late-answers-host/')
  const requested = page.waitForRequest('**/api/parley/late-answers-host/')
  await page.goto(server.origin)
  const pitch = page.getByRole('heading', { name: 'Monitize your audience' })
  const before = await pitch.boundingBox()
  await requested
  expect(await pitch.boundingBox()).toEqual(before)
  answer()
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible()
  expect(await pitch.boundingBox()).toEqual(before)
})

test("what comes after the booking button of a profile stays where it is while a fan's requests are loaded", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await eventPeople(server.origin).influencer('late-profile-host')
  await logIn(page, await eventPeople(server.origin).fan('late-profile-fan'))
  const answer = await holdAnswer(page, '/api/parley/late-profile-host/parley_request/*')
  const requested = page.waitForRequest('**/late-profile-host/parley_request/*')
  await page.goto(`${server.origin}/profile/late-profile-host`)
  await requested
  await expect(page.getByRole('button', { name: 'One moment' })).toBeVisible()
  const share = page.getByRole('button', { name: 'Share' })
  const before = await share.boundingBox()
  answer()
  await expect(page.getByRole('button', { name: 'Book now' })).toBeVisible()
  expect(await share.boundingBox()).toEqual(before)
})

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(`no part of an event's page moves while a fan's requests are loaded, ${viewport.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const people = eventPeople(server.origin)
    const host = await people.influencer(`late-event-host-${viewport.width}`)
    const event = await people.event(host, { title: 'A late answer', duration: 60, capacity: 4 })
    await logIn(page, await people.fan(`late-event-fan-${viewport.width}`))
    const answer = await holdAnswer(page, `/api/parley/${host.username}/parley_request/*`)
    const requested = page.waitForRequest(`**/${host.username}/parley_request/*`)
    await page.goto(`${server.origin}/live-event/${event.slug}`)
    await requested
    const waits = await page.getByRole('button', { name: 'One moment' }).boundingBox()
    const share = page.getByRole('button', { name: 'Share' })
    const before = await share.boundingBox()
    answer()
    const book = page.getByRole('button', { name: 'Book event' })
    await expect(book).toBeVisible()
    expect(await share.boundingBox()).toEqual(before)
    expect(await book.boundingBox()).toEqual(waits)
  })
}

test('no link of the header or the footer moves in sight while a page loads', async ({ page }) => {
  await logIn(page, await eventPeople(server.origin).fan('late-footer-fan'))
  const answer = await holdAnswer(page, '/api/user/me/')
  const requested = page.waitForRequest('**/api/user/me/')
  await page.goto(`${server.origin}/my-account#billing`)
  await requested
  const footer = page.getByRole('contentinfo')
  await expect(footer).not.toBeInViewport()
  await page.setViewportSize(TABLET)
  const explore = page.getByRole('banner').getByRole('link', { name: 'Explore' })
  const before = await explore.boundingBox()
  answer()
  await expect(page.getByText('You have no saved card.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Your bookings, 0 open' })).toBeVisible()
  expect(await explore.boundingBox()).toEqual(before)
  await page.setViewportSize(PHONE)
  await expect(footer).not.toBeInViewport()
})

test('Back in the payment step of the sign-up stays where it is when the card form appears', async ({
  page,
}) => {
  await logIn(page, await eventPeople(server.origin).fan('late-card-fan'))
  const answer = await holdAnswer(page, '/card-wallet/')
  await page.goto(`${server.origin}/signup/regular`)
  await expect(page.getByText('Getting the card form ready')).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeHidden()
  const back = page.getByRole('button', { name: 'Back', exact: true })
  const before = await back.boundingBox()
  answer()
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(await back.boundingBox()).toEqual(before)
})

test('the fields below the offer in a request have their place before the influencer is known', async ({
  page,
}) => {
  await eventPeople(server.origin).influencer('late-host')
  const answer = await holdAnswer(page, '/api/parley/late-host/')
  await page.goto(`${server.origin}/session-request?influencer=late-host`)
  // Whose offer stands in the address is asked first.
  await expect(page.getByText('One moment')).toBeVisible()
  await expect(page.getByLabel('At an agreed time')).toHaveCount(0)
  answer()
  await expect(page.getByText('15 minutes for £25.00')).toBeVisible()

  await page.goto(`${server.origin}/session-request`)
  await pageReady(page)
  const agreed = page.getByText('At an agreed time')
  const before = await agreed.boundingBox()
  await page.getByLabel('Who').fill('late-host')
  await page.getByLabel('Who').blur()
  await expect(page.getByText('15 minutes for £25.00')).toBeVisible()
  expect(await agreed.boundingBox()).toEqual(before)
})

/** Both people waited, and the decision has the longest words. */
function longAttendance(): CallAttendance {
  const at = new Date().toISOString()
  const there = { first_seen: at, last_seen: at, waited: 599 }
  return {
    ...{ agreed: null, opens_at: null, you: there, other: there, used: 600 },
    live: [{ start: at, end: at, ended_by: 'buyer' }],
    decision: { outcome: 'part_served', rule: 'not_used', refunded: '12.50', at },
  }
}

for (const viewport of [PHONE, { width: 1280, height: 800 }]) {
  test(`the buttons after a call stay where they are while the answers arrive, ${viewport.width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport)
    const people = eventPeople(server.origin)
    const host = await people.influencer(`late-ended-host-with-a-name-of-many-letters-${viewport.width}`)
    const fan = await people.fan(`late-ended-fan-${viewport.width}`)
    const { body: request } = await people.book(fan, host)
    await people.confirm((await people.pay(fan, request)).body)
    await logIn(page, fan)
    await page.route(`**/api/parley/${request.slug}/session/`, async route => {
      const response = await route.fetch()
      const ended = { state: 'completed', used_duration: 600 }
      await route.fulfill({ response, json: { ...(await response.json()), ...ended } })
    })
    const [undecided, decided] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let isFirst = true
    await page.route(`**/api/parley/${request.slug}/attendance/`, async route => {
      const change = isFirst ? { decision: null } : {}
      const held = isFirst ? undecided : decided
      isFirst = false
      await held.promise
      await route.fulfill({ json: { ...longAttendance(), ...change } })
    })
    const opinion = await holdAnswer(page, '/session/opinion/')
    await page.goto(`${server.origin}/chat/${request.slug}`)
    const places = () =>
      Promise.all(
        ['Book again', 'Receipt'].map(name => page.getByRole('link', { name, exact: true }).boundingBox()),
      )
    await expect(page.getByRole('link', { name: 'Receipt' })).toBeVisible()
    const before = await places()
    opinion()
    await expect(page.getByRole('button', { name: 'Not good' })).toBeVisible()
    expect(await places()).toEqual(before)
    undecided.resolve()
    await expect(page.getByText('What was not used stays open')).toBeVisible()
    expect(await places()).toEqual(before)
    decided.resolve()
    await expect(page.getByText('£12.50 goes back.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Something was wrong' })).toBeVisible()
    expect(await places()).toEqual(before)
  })
}
